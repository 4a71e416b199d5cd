//! Races in which cars crash on purpose: all ways to the finish, for every set-back and every number of crashes.
//!
//! # The trail is a stack
//!
//! A crash sets a car back to a cell where it has been. Which cell that is follows from the [`trail`], a stack of
//! cells. A move pushes the cell where it ends. A crash pops `zzz - 1` cells, where `zzz` is the set-back of the
//! game, and then sets the car back to the cell *below* the top. The cell of the start is never popped.
//!
//! Here is the quickest way on a map of one row, with a set-back of 2. The car needs the checkpoint `1`, from where
//! it cannot turn back without a crash.
//!
//! ```text
//!    x: 012345678
//!       XFSOOOO1X
//!
//!    moves to 3, 5 and 7    crash          move to 2     move to 1, the finish
//!
//!    top ──► 7
//!            5         top ──► 5           top ──► 2
//!            3                 3 ◄── car           5
//!            2                 2                   3
//!                                                  2
//! ```
//!
//! The car on 7 has a speed of 2 and no move left. The crash pops 7. The top is 5 then, and the car rests on the
//! cell below, which is 3. Its next move pushes 2 on the 5.
//!
//! A crash right after that move would pop the 2 and set the car back to 3 again. A crash after two moves, to 2 and
//! then back to 3, would pop that 3. The top is the 2 then, and the car rests on the 5 below it.
//!
//! ```
//! use std::rc::Rc;
//!
//! use gridkit::Deadline;
//! use kabotte::circuit::Direction;
//! use kabotte::crash_plan::search_from_start;
//! use kabotte::solve::{Crashes, Race, Settings};
//! use kabotte::track::Track;
//!
//! let track = Track::parse("XFSOOOO1X").unwrap();
//! let settings = Settings { crashes: Crashes::Allowed, direction: Direction::Free, ..Settings::USUAL };
//! assert_eq!(settings.zzz, 2);
//! let mut deadline = Deadline::after_nodes(1_000);
//! let race = Rc::new(Race::new(&track, settings, &mut deadline));
//! let mut plan = search_from_start(&race, race.starts(), u16::MAX, &mut deadline).unwrap();
//! assert_eq!((plan.moves(), plan.ways()), (5, 1));
//! let cells: Vec<i16> = plan.way().iter().map(|motion| motion.at.x).collect();
//! assert_eq!(cells, [3, 5, 7, /* the crash */ 3, 2, 1]);
//! ```
//!
//! # The search does not remember whole trails
//!
//! A race of this kind is a pushdown system. What a car does above a cell of the stack does not depend on the cells
//! below it, until that cell is popped. So three things are computed, each from the one before:
//!
//! * A **descent** begins with some cell on top. It ends with the crash that pops that cell, or that sets the car
//!   back to the cell below it. All descents that begin alike are summed up in a short list of outcomes. See
//!   `descents`.
//! * A **detour** begins with a move that pushes a cell, and ends with the crash that sets the car back to the cell
//!   from where the move began. In the example there is one: from 3 over 5 and 7 back to 3. See `detours`.
//! * The search drives from **head** to head, by single moves and by whole detours. A head is a car with the few
//!   cells at the top of its stack that a later crash can reach outside of a detour. See `heads` and `model`.
//!
//! Each way consists of such moves and detours in one manner only, so ways can be counted.
//!
//! There is one limit: at most four crashes without a move between them follow each other. Only special rules can
//! leave a car that was set back without a move.
//!
//! # The files
//!
//! Each struct owns what it has computed, and the struct below it in this list.
//!
//! ```text
//! model      Model     edges between the states of a search      keeps the ends of detours
//! detours    Detours   detours from a head                       keeps which heads have none
//! descents   Descents  outcomes of descents                      keeps them
//! cars       Cars      moves of single cars                      keeps the moves from rest
//! bounds     Bounds    least numbers of moves; from `near`, `returns`, `estimate` and `doom`
//! walk       Walk      single moves of a car that drives by its plan, also within a detour
//! ```

mod bounds;
mod budget;
mod car;
mod cars;
mod descents;
mod detours;
mod doom;
mod estimate;
mod heads;
mod model;
mod near;
mod outcomes;
mod returns;
mod state;
pub mod trail;
mod walk;

pub use self::budget::{Limits, Stop};
pub use self::car::Beginning;
pub use self::model::Model;
pub use self::state::{Edge, State};
pub use self::walk::Walk;
