//! Commands of features with which this program was not built: each says how to get it.

use std::ffi::OsString;
use std::marker::PhantomData;

use clap::Args;

use super::{Failure, usage};
use crate::features::missing;

/// A feature that has a command.
pub(super) trait Feature {
    /// What is missing, in a sentence.
    const PART: &str;
    /// The name of the feature.
    const NAME: &str;
}

#[cfg(not(feature = "dashboard"))]
pub(super) struct Dashboard;

#[cfg(not(feature = "dashboard"))]
impl Feature for Dashboard {
    const PART: &str = "its dashboard";
    const NAME: &str = "dashboard";
}

#[cfg(not(feature = "manual"))]
pub(super) struct Manual;

#[cfg(not(feature = "manual"))]
impl Feature for Manual {
    const PART: &str = "completions and man pages";
    const NAME: &str = "manual";
}

/// A command that is not part of this program. It takes any arguments.
#[derive(Args)]
#[command(disable_help_flag = true)]
pub(super) struct MissingCommand<F: Feature> {
    #[arg(trailing_var_arg = true, allow_hyphen_values = true, hide = true)]
    _arguments: Vec<OsString>,
    #[arg(skip)]
    feature: PhantomData<F>,
}

impl<F: Feature> MissingCommand<F> {
    pub(super) fn run(self) -> Result<(), Failure> {
        let Self { feature: PhantomData, .. } = self;
        Err(refused::<F>())
    }
}

/// The error for a feature that is not part of this program.
pub(super) fn refused<F: Feature>() -> Failure {
    usage(missing(F::PART, F::NAME))
}
