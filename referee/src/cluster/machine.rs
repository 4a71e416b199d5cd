//! This machine: its name, its processor, and how long programs waited for a core.

use std::fs;
use std::sync::OnceLock;

use crate::system::machine_name;

/// The name of this machine, as Slurm or else the system knows it.
pub fn name() -> &'static str {
    static NAME: OnceLock<String> = OnceLock::new();
    NAME.get_or_init(|| {
        let slurm = std::env::var("SLURMD_NODENAME").ok();
        let name = slurm.filter(|name| !name.is_empty()).unwrap_or_else(machine_name);
        let is_fine = |c: char| c.is_alphanumeric() || "-_.".contains(c);
        let name: String = name.trim().chars().filter(|c| is_fine(*c)).take(64).collect();
        if name.is_empty() { "unnamed".to_owned() } else { name }
    })
}

/// Its processor, in the words of the system.
pub fn processor() -> String {
    let text = fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let line =
        text.lines().find(|line| line.starts_with("model name") || line.starts_with("CPU part"));
    let name = line.and_then(|line| line.split_once(':')).map_or("", |(_, name)| name.trim());
    let name = if name.is_empty() { std::env::consts::ARCH } else { name };
    name.chars().take(100).collect()
}

/// How long some program of the machine has waited for a core since the machine started, in microseconds; `None` where the
/// system does not say that.
pub fn starved_micros() -> Option<u64> {
    total(&fs::read_to_string("/proc/pressure/cpu").ok()?)
}

/// The total of the line `some avg10=0.00 avg60=0.00 avg300=0.00 total=77`.
fn total(text: &str) -> Option<u64> {
    let line = text.lines().find(|line| line.starts_with("some "))?;
    line.split_whitespace().find_map(|word| word.strip_prefix("total="))?.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_wait_for_cores_is_read_from_the_line_about_some_programs() {
        let text = "some avg10=1.00 avg60=0.00 avg300=0.00 total=771\nfull avg10=0.00 total=5\n";
        assert_eq!(total(text), Some(771));
        assert_eq!(total("full total=5\n"), None);
        assert!(!name().is_empty() && !processor().is_empty());
    }
}
