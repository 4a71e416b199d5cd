//! Opens a page in the user's browser.

use std::ffi::OsStr;

use crate::tell;
use crate::terminal::harmless;

/// Opens a page or an address in the browser. If no browser starts, a line asks the
/// user to open it; the page itself is there.
pub(super) fn open_in_browser(page: impl AsRef<OsStr>) {
    let page = page.as_ref();
    if open::that_detached(page).is_err() {
        let page = page.to_string_lossy();
        tell!("No browser could be started; open {} yourself", harmless(&page));
    }
}
