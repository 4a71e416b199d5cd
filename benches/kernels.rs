//! Criterion measurements of the kernels, their plain twins and peer libraries.
//!
//! `cargo bench -p benches --bench kernels`; `ratios` measures the same in one table.

mod subjects;

use criterion::Criterion;
use std::time::Duration;

fn main() {
    let mut criterion = Criterion::default()
        .sample_size(20)
        .warm_up_time(Duration::from_millis(500))
        .measurement_time(Duration::from_secs(2))
        .configure_from_args();
    for subject in subjects::subjects() {
        let mut group = criterion.benchmark_group(&subject.name);
        for mut way in subject.ways {
            group.bench_function(way.name, |bencher| bencher.iter(|| (way.run)()));
        }
        group.finish();
    }
    criterion.final_summary();
}
