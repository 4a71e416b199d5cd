//! Torpedoes, sonars, silence and mines, as scripted games.

use super::script::{play, play_all};

#[test]
fn torpedoes_reach_four_steps_over_water() {
    // From 3 0, which three moves reach.
    for (target, fires) in [
        ("7 0", true),
        ("8 0", false),
        ("5 2", true),
        ("6 2", false),
        ("0 0", true),
        ("3 0", true),
        ("2 2", false),
        ("3 -1", false),
        ("-1 0", false),
        ("2147483647 0", false),
    ] {
        let seen = if fires { format!("TORPEDO {target}|MOVE E") } else { "MOVE E".to_owned() };
        let lives = if target == "3 0" { 4 } else { 6 };
        let script = format!(
            "A: 0 0
             A*3: MOVE E TORPEDO
             A: TORPEDO {target}|MOVE E
             B> 11 14 6 {lives} 3 4 6 3 / NA / {seen}"
        );
        play(target, &script);
    }
    play_all(&[
        (
            "not through land",
            "A: 0 3
             A*3: MOVE E TORPEDO
             A: TORPEDO 3 1|MOVE S
             B> 11 14 6 6 3 4 6 3 / NA / MOVE S",
        ),
        (
            "around it",
            "A: 2 6
             A*3: MOVE N TORPEDO
             A: TORPEDO 2 1
             B> 11 14 6 6 3 4 6 3 / NA / TORPEDO 2 1
             A> 2 3 6 6 3 4 6 3 / NA / MOVE W",
        ),
    ]);
}

#[test]
fn explosions() {
    for (target, lives) in [("3 0", 4), ("4 0", 5), ("4 1", 5), ("5 0", 6), ("5 1", 6)] {
        let script = format!(
            "A: 0 0
             A*3: MOVE E TORPEDO
             A: TORPEDO {target}
             A> 3 0 {lives} 6 3 4 6 3 / NA / MOVE W"
        );
        play("a submarine's own torpedo hurts it, too", &script);
    }
    play_all(&[
        (
            "land is no shield: the corner of the wall lies between",
            "A: 5 1
             A*3: MOVE W TORPEDO
             A: TORPEDO 1 2
             A> 2 1 5 6 3 4 6 3 / NA / MOVE W",
        ),
        (
            "the other loses two lives on the cell",
            "A: 0 0
             B: 7 2
             A: MOVE E TORPEDO
             B: MOVE N
             A: MOVE E TORPEDO
             B: MOVE W
             A: MOVE E TORPEDO
             B: MOVE N
             A: TORPEDO 6 0
             B> 6 0 4 6 3 4 6 3 / NA / TORPEDO 6 0",
        ),
        (
            "and one beside it",
            "A: 0 0
             B: 6 1
             A: MOVE E TORPEDO
             B: MOVE E
             A: MOVE E TORPEDO
             B: MOVE S
             A: MOVE E TORPEDO
             B: MOVE W
             A: TORPEDO 6 1
             B> 6 2 5 6 3 4 6 3 / NA / TORPEDO 6 1",
        ),
    ]);
}

#[test]
fn sonars() {
    play_all(&[
        (
            "a sonar says whether the other is in the sector now; the next turn's answer is NA again",
            "A: 0 0
             A*4: MOVE E SONAR
             A: SONAR 9
             B> 10 14 6 6 3 4 6 3 / NA / SONAR 9
             A> 4 0 6 6 3 4 6 3 / Y / MOVE W
             A: MOVE E
             A> 5 0 6 6 3 4 6 3 / NA / MOVE W",
        ),
        (
            "it does not look ahead",
            "A: 0 0
             A*4: MOVE E SONAR
             A: SONAR 8
             A> 4 0 6 6 3 4 6 3 / N / MOVE W",
        ),
        (
            "it needs four charges",
            "A: 0 0
             A*3: MOVE E SONAR
             A: SONAR 9|MOVE E
             A> 4 0 6 6 3 1 6 3 / NA / MOVE W",
        ),
    ]);
}

#[test]
fn silence() {
    play_all(&[
        (
            "moves some steps, shows neither direction nor distance, and empties its charge",
            "A: 0 0
             A*6: MOVE E SILENCE
             A> 6 0 6 6 3 4 0 3 / NA / MOVE W
             A: SILENCE S 4
             B> 8 14 6 6 3 4 6 3 / NA / SILENCE
             A> 6 4 6 6 3 4 6 3 / NA / MOVE W",
        ),
        (
            "no step at all is fine in any direction",
            "A: 0 0
             A*6: MOVE E SILENCE
             A: SILENCE N 0
             B> 8 14 6 6 3 4 6 3 / NA / SILENCE
             A> 6 0 6 6 3 4 6 3 / NA / MOVE W",
        ),
        (
            "each step is on the trail",
            "A: 0 0
             A*6: MOVE E SILENCE
             A: SILENCE S 3
             A: MOVE E
             A: MOVE N
             A: MOVE W
             = -1 6 after 19: thrown-out, A garbage revisit",
        ),
        (
            "each step must be on water",
            "A: 8 0
             A*6: MOVE W SILENCE
             A: SILENCE S 3
             = -1 6 after 13: thrown-out, A garbage blocked",
        ),
        (
            "it needs six charges",
            "A: 0 0
             A*5: MOVE E SILENCE
             A: SILENCE S 1|MOVE E
             A> 6 0 6 6 3 4 1 3 / NA / MOVE W",
        ),
    ]);
}

#[test]
fn where_mines_can_be_laid() {
    play_all(&[
        (
            "not on land",
            "A: 0 1
             A*3: MOVE E MINE
             A: MINE S|MOVE E
             B> 11 14 6 6 3 4 6 3 / NA / MOVE E
             A> 4 1 6 6 3 4 6 0 / NA / MOVE W",
        ),
        (
            "not off the map",
            "A: 0 0
             A*3: MOVE E MINE
             A: MINE N|MOVE E
             B> 11 14 6 6 3 4 6 3 / NA / MOVE E",
        ),
        (
            "on the submarine's own trail",
            "A: 0 0
             A*3: MOVE E MINE
             A: MINE W
             B> 11 14 6 6 3 4 6 3 / NA / MINE",
        ),
        (
            "not on a mine of its own, unless that has just been triggered",
            "A: 6 6
             A*3: MOVE E MINE
             A: MINE S
             A*2: MOVE E MINE
             A: MOVE S MINE
             A: MOVE W|MINE W
             B> 7 14 6 6 3 4 6 3 / NA / MOVE W
             A: TRIGGER 9 7|MINE W
             B> 6 14 6 5 3 4 6 3 / NA / TRIGGER 9 7|MINE",
        ),
        (
            "on the other's mine and on the other itself, which cannot trigger it",
            "A: 0 0
             B: 7 1
             A: MOVE E MINE
             B: MOVE W MINE
             A: MOVE E MINE
             B: MOVE W MINE
             A: MOVE E MINE
             B: MOVE W MINE
             A: MINE E
             B: MINE N
             A> 3 0 6 6 3 4 6 3 / NA / MINE
             A: MOVE S
             B: MOVE N
             A: MOVE W
             B: TRIGGER 5 0|SURFACE
             A> 2 1 6 5 3 4 6 3 / NA / SURFACE 1
             A: TRIGGER 4 0
             B> 4 0 3 6 3 4 6 3 / NA / TRIGGER 4 0",
        ),
        (
            "it needs three charges",
            "A: 0 0
             A*2: MOVE E MINE
             A: MINE S|MOVE E
             A> 3 0 6 6 3 4 6 1 / NA / MOVE W",
        ),
    ]);
}

#[test]
fn when_mines_explode() {
    play_all(&[
        (
            "a mine can be triggered from the next turn on, and only once",
            "A: 0 0
             A*3: MOVE E MINE
             A: MINE S|TRIGGER 3 1|MOVE E
             B> 11 14 6 6 3 4 6 3 / NA / MINE|MOVE E
             A> 4 0 6 6 3 4 6 3 / NA / MOVE W
             A: TRIGGER 3 1
             B> 10 14 6 5 3 4 6 3 / NA / TRIGGER 3 1
             A: TRIGGER 3 1|MOVE E
             B> 9 14 6 5 3 4 6 3 / NA / MOVE E",
        ),
        (
            "a trigger elsewhere vanishes",
            "A: 0 0
             A*3: MOVE E MINE
             A: MINE S
             A: TRIGGER 3 0|TORPEDO 1 1|MOVE E
             B> 10 14 6 6 3 4 6 3 / NA / MOVE E",
        ),
        (
            "a mine outlives explosions",
            "A: 0 0
             A*3: MOVE E MINE
             A: MINE S
             A*3: MOVE E TORPEDO
             A: TORPEDO 3 1
             A: TRIGGER 3 1
             B> 6 14 6 6 3 4 6 3 / NA / TRIGGER 3 1",
        ),
        (
            "and surfacing, and no mine explodes by itself",
            "A: 0 0
             A*3: MOVE E MINE
             A: MINE S|SURFACE
             A: MOVE S
             A> 3 1 5 6 3 4 6 3 / NA / MOVE W
             A: MOVE E
             A: MOVE E
             A: TRIGGER 3 1
             B> 7 14 6 5 3 4 6 3 / NA / TRIGGER 3 1",
        ),
    ]);
}
