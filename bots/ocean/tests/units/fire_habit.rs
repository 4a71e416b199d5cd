//! Tests of the habit of firing: it is learnt from the chances that the opponent has.

use gridkit::{Board15, Dir};
use ocean::fire_habit::FireHabit;
use ocean::map::{cell_at, Map};
use ocean::orders::Seen;
use ocean::their_charges::TheirCharges;
use ocean::tracker::{Settings, Tracker};

/// Ten turns in which the opponent is so many cells away from us, both know it, and it does this.
fn after(distance: i32, seen: &[Seen]) -> [f32; 2] {
    let map = Map::new(Board15::FULL);
    let on = |x| {
        let settings = Settings { cap: 9, silence: Some([1.0; 5]) };
        Tracker::new(cell_at(x, 7).into_iter().collect(), settings).belief()
    };
    let mut charges = TheirCharges::new(|_| true);
    (0..12).for_each(|_| charges.see(Seen::Move(Dir::North)));
    let mut habit = FireHabit::default();
    for _ in 0..10 {
        habit.expect(&map, &on(0), &on(distance), &charges);
        habit.saw(seen);
    }
    habit.takes()
}

#[test]
fn who_fires_is_feared_more_and_who_does_not_less() {
    let unknown = FireHabit::default().takes();
    let shot = Seen::Torpedo(cell_at(3, 7).unwrap());
    let [fires, _] = after(4, &[Seen::Move(Dir::East), shot]);
    let [waits, _] = after(4, &[Seen::Move(Dir::East)]);
    assert!(fires > 0.9 && fires > unknown[0], "{fires}");
    assert!(waits < 0.2, "{waits}");
}

#[test]
fn a_silence_before_the_shot_is_a_habit_of_its_own() {
    let unknown = FireHabit::default().takes();
    let shot = Seen::Torpedo(cell_at(5, 7).unwrap());
    let [near, leaps] = after(8, &[Seen::Silence, shot]);
    assert!(leaps > 0.8, "{leaps}");
    assert!((near - unknown[0]).abs() < 1e-6, "nothing is learnt of what there was no chance for");
    let [_, stays] = after(8, &[Seen::Move(Dir::East)]);
    assert!(stays < 0.1, "{stays}");
    // Out of reach of both nothing is learnt.
    let [near, leaps] = after(14, &[Seen::Move(Dir::East)]);
    assert!((near - unknown[0]).abs() < 1e-6 && (leaps - unknown[1]).abs() < 1e-6);
}
