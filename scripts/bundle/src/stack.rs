//! Room for sources that nest deeply.

use std::panic::resume_unwind;
use std::thread;

use proc_macro2::{TokenStream, TokenTree};

/// Bytes of a thread's stack. `syn` reads, visits and frees expressions by recursion, and an unoptimised build
/// uses up to 30 KB for each level. The system provides only the pages that are touched.
const STACK: usize = 512 << 20;

/// More levels are refused, because no stack is sure to have room for them.
pub const DEEPEST: usize = 1000;

/// Calls a function on a thread with a large stack.
pub fn with_large_stack<T: Send>(work: impl FnOnce() -> T + Send) -> T {
    thread::scope(|scope| {
        let thread = thread::Builder::new().stack_size(STACK).spawn_scoped(scope, work);
        let thread = thread.expect("the system has no room for one more thread");
        thread.join().unwrap_or_else(|panic| resume_unwind(panic))
    })
}

/// The line of the first token that is inside more than [`DEEPEST`] brackets and operators in a row (`!!!x`).
/// The walk keeps its own list of what is open, so that it does not need a large stack itself.
pub fn too_deep(tokens: TokenStream) -> Option<usize> {
    let mut open = vec![(tokens.into_iter(), 0)];
    while let Some((tokens, operators)) = open.last_mut() {
        let Some(token) = tokens.next() else {
            open.pop();
            continue;
        };
        *operators = if matches!(token, TokenTree::Punct(_)) { *operators + 1 } else { 0 };
        let operators = *operators;
        if open.len() + operators > DEEPEST {
            return Some(token.span().start().line);
        }
        if let TokenTree::Group(group) = token {
            open.push((group.stream().into_iter(), 0));
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    fn too_deep_in(text: &str) -> Option<usize> {
        too_deep(text.parse().unwrap())
    }

    #[test]
    fn brackets_and_operators_in_a_row_are_levels() {
        let brackets =
            |levels| format!("\nfn f() {{ {}1{} }}", "(".repeat(levels), ")".repeat(levels));
        assert_eq!(too_deep_in(&brackets(DEEPEST - 2)), None);
        assert_eq!(too_deep_in(&brackets(DEEPEST)), Some(2));
        let operators = |levels| format!("fn f() {{ {}1 }}", "!".repeat(levels));
        assert_eq!(too_deep_in(&operators(DEEPEST - 2)), None);
        assert_eq!(too_deep_in(&operators(DEEPEST)), Some(1));
        assert_eq!(too_deep_in(&"a = !b; ".repeat(DEEPEST)), None);
    }
}
