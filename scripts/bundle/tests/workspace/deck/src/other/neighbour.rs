pub const NAME: &str = concat!("next to ", env!("CARGO_PKG_NAME"), ' ', env!("CARGO_PKG_VERSION"));
