//! The model: the share of the points that a bot takes with a lead.

/// The share of the points with that lead, in logits.
pub(super) fn share(lead: f64) -> f64 {
    1.0 / (1.0 + (-lead).exp())
}

/// Its logarithm, which stays finite where the share itself is as good as 0.
pub(super) fn log_share(lead: f64) -> f64 {
    lead.min(0.0) - (-lead.abs()).exp().ln_1p()
}
