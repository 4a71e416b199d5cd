//! Which move among other cars: one after which they cannot make the car crash, and among those the one
//! that is worth most when they get in each other's way.
//!
//! A quickest move that is safe whatever others do is preferred. If none is, slower safe moves compete with
//! it: all are weighed, and a chance of more than `Params::gamble` that all ways on are taken is refused
//! where a safe move costs no more than the crash would, or hardly anything.
//!
//! Moves are weighed by races that are [played on](crate::rollout); beside one rival, and under `REmulAde`,
//! by a search through [joint situations](crate::joint), which is exact but sees hardly a round of six cars.
//! The figures are by how much the mean rank of a house player is worse, with its standard error, over 56
//! maps of the site, seats rotated (example `races`). With `@kabotte2018` in all other seats of 6:
//!
//! | settings | worse by | races |
//! |---|---|---|
//! | `plays=0`: joint situations | 0.29 ± 0.09 | 448 |
//! | `play_detour=0 play_close=1 gamble=0.02`: races that are played on | 0.46 ± 0.09 | 448 |
//! | `play_detour=0 play_close=1 gamble=0.02 plays=1000` | 0.42 ± 0.09 | 448 |
//! | `play_detour=0 play_close=1 gamble=0 wary=2`: no chance taken for two moves | -0.01 ± 0.13 | 224 |
//! | `play_detour=1 play_close=1 gamble=0.02`: moves slower by one compete | 0.63 ± 0.12 | 224 |
//! | `play_detour=2 play_close=1 gamble=0.02` | 0.62 ± 0.13 | 224 |
//! | `play_detour=1 play_close=0.5 gamble=0.02` | 0.72 ± 0.12 | 224 |
//! | `play_detour=1 play_close=0.5 gamble=0.005` | 0.67 ± 0.12 | 224 |
//! | start cells, too, by races that are played on (not kept) | 0.51 ± 0.13 | 224 |
//!
//! As it is, over seeds on which nothing was chosen (`seeds=11-12`, 112 races each), and over 30 other maps with
//! up to 2,900 road cells (a race each):
//!
//! | field | worse by |
//! |---|---|
//! | 4 cars, mixed | `@blocker` 0.72 ± 0.11, `@cruiser` 0.46 ± 0.12, `@sunday` 2.39 ± 0.07 |
//! | 6 cars, mixed | `@blocker` 1.07 ± 0.15, `@cruiser` 1.28 ± 0.15, `@sunday` 3.93 ± 0.11 |
//! | 4 cars, mixed, other maps | `@blocker` 0.60 ± 0.24, `@cruiser` 0.90 ± 0.23, `@sunday` 2.50 ± 0.13 |
//! | 6 cars, mixed, other maps | `@blocker` 1.23 ± 0.31, `@cruiser` 1.27 ± 0.29, `@sunday` 4.00 ± 0.20 |
//! | 4 cars, `@cruiser`, `@blocker`, `@kabotte2018` (`seeds=31-34`, 224 races) | 1.08 ± 0.11, 0.77 ± 0.11, 0.40 ± 0.10; net 0.71 ± 0.09 moves taken |
//! | 6 cars, the same (224 races) | 1.08 ± 0.14, 1.10 ± 0.13, 0.44 ± 0.16; net 0.63 ± 0.17 moves taken |
//! | 4, 6 cars, `@kabotte2018` | 0.19 ± 0.14, 0.45 ± 0.18; with 4 and `plays=0` 0.15 ± 0.13 |
//! | 4, 6 cars, `@blocker` | 0.85 ± 0.13, 1.63 ± 0.15 |
//! | 4, 6 cars, `@cruiser` | 0.65 ± 0.13, 1.46 ± 0.16 |
//!
//! In these 1,404 races no crash came where a safe move was left, at any price. Net moves taken in a race of 4, 6:
//! 0.56, 0.96 with `@cruiser`, 0.45, 1.04 with `@blocker` (± 0.19), and -0.11, -0.01 (± 0.2) with `@kabotte2018`.
//!
//! What safety at any price costs was measured with joint situations and 6 cars, over 112 races each: `@cruiser`
//! was worse by 1.00 with quickest moves alone and by 0.08 with `crowd_premium=99`, `@blocker` by 1.20 and
//! 0.33, with a standard error of 0.15. So a chance is taken where safety is dear.
//!
//! Under `REmulAde` with 6 cars (112 races, standard error 0.3) a first weighing of repetitions was behind
//! `@kabotte2018` by 0.88 and behind `@cruiser` by 0.86. As it is (`option=rule=remulade seeds=2`),
//! `@kabotte2018` is worse by 0.40 ± 0.20; we crash 8 times, the five others 186 times, and one of them was
//! avoidable.

mod choice;
mod danger;
mod field;
mod worth;

pub use field::{Field, Offer, Rival, Weighed};
