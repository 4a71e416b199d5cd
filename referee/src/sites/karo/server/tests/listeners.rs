//! The events that each listener gets.

use serde_json::{Value, json};

use crate::sites::karo::server::listeners::Listeners;

#[test]
fn the_events_of_a_move_go_to_drivers_and_to_the_live_log() {
    let mut listeners = Listeners::default();
    let mut add = |user: Option<u64>, channels: &[&str]| {
        let (number, _) = listeners.add();
        listeners.introduce(number, "IDENT", user, &Value::Null);
        for channel in channels {
            listeners.introduce(number, "JOIN", None, &json!({ "channel": channel }));
        }
        number
    };
    let (mover, next, third) = (add(Some(1), &[]), add(Some(2), &[]), add(Some(3), &["karochat"]));
    let (stranger, log) = (add(Some(9), &["karochat", "livelog"]), add(None, &["livelog"]));
    let events = listeners.of_move(&[1, 2, 3], 1, Some(2));
    let expected = [
        (mover, "youMoved"),
        (next, "otherMoved"),
        (next, "yourTurn"),
        (third, "otherMoved"),
        (stranger, "anyOtherMoved"),
        (log, "anyOtherMoved"),
    ];
    assert_eq!(events, expected);
    let of_one = listeners.of_move(&[1], 1, Some(1));
    assert_eq!(of_one[..2], [(mover, "youMoved"), (mover, "yourTurn")]);
    assert_eq!(listeners.in_channel("karochat"), [third, stranger]);
    listeners.remove(third);
    assert_eq!(listeners.in_channel("karochat"), [stranger]);
    assert_eq!(listeners.of_move(&[3], 1, None).len(), 2, "the live log alone");
}

#[test]
fn a_frame_reaches_its_listener_alone() {
    let mut listeners = Listeners::default();
    let ((one, mut first), (_, mut second)) = (listeners.add(), listeners.add());
    listeners.send(one, "moin");
    assert_eq!(
        (first.try_recv().ok().as_deref(), second.try_recv().is_err()),
        (Some("moin"), true)
    );
}
