pub fn twist() -> u32 {
    super::super::crate_wide() / 2
}
