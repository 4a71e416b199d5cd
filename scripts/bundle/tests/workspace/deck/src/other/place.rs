//! Read by `#[path]`, so its modules are beside it.
pub mod neighbour;
pub struct Far;
pub fn far() -> &'static str {
    neighbour::NAME
}
