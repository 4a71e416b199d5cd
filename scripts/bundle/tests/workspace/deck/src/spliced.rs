/// From another file, as if it stood there.
pub fn spliced() -> &'static str {
    module_path!()
}
