//! The requests of the API and the pages, over HTTP.

use std::collections::BTreeSet;
use std::net::{Ipv4Addr, SocketAddr, TcpStream};
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use ureq::Agent;

use super::service;
use crate::sites::karo::server::Server;
use crate::sites::karo::server::faults::Faults;
use crate::sites::karo::server::service::{Logins, Service};

/// A server, and a user of it that is logged in by a key.
struct Visitor {
    server: Server,
    agent: Agent,
    key: String,
}

fn start(service: Service) -> Server {
    Server::start(service, SocketAddr::from((Ipv4Addr::LOCALHOST, 0))).unwrap()
}

fn agent() -> Agent {
    Agent::config_builder().http_status_as_error(false).build().new_agent()
}

fn answer(response: Result<ureq::http::Response<ureq::Body>, ureq::Error>) -> (u16, String) {
    let mut response = response.unwrap();
    (response.status().as_u16(), response.body_mut().read_to_string().unwrap())
}

impl Visitor {
    fn new(server: &Server, user: &str) -> Self {
        let url = format!("http://{}/api/key", server.address());
        let request = agent().get(url).header("X-Auth-Login", user);
        let (status, text) = answer(request.header("X-Auth-Password", "word").call());
        assert_eq!(status, 200, "{text}");
        let key: Value = serde_json::from_str(&text).unwrap();
        let key = key["api_key"].as_str().unwrap().to_owned();
        Self { server: server.clone(), agent: agent(), key }
    }

    fn url(&self, path: &str) -> String {
        format!("http://{}{path}", self.server.address())
    }

    fn get(&self, path: &str) -> (u16, String) {
        answer(self.agent.get(self.url(path)).header("X-Auth-Key", &self.key).call())
    }

    fn json(&self, path: &str) -> Value {
        let (status, text) = self.get(path);
        assert_eq!(status, 200, "{path}: {text}");
        serde_json::from_str(&text).unwrap()
    }

    fn delete(&self, path: &str) -> u16 {
        answer(self.agent.delete(self.url(path)).header("X-Auth-Key", &self.key).call()).0
    }

    fn send(&self, is_put: bool, path: &str, body: &Value) -> (u16, Value) {
        let url = self.url(path);
        let request = if is_put { self.agent.put(url) } else { self.agent.post(url) };
        let request = request.header("X-Auth-Key", &self.key).content_type("application/json");
        let (status, text) = answer(request.send(body.to_string()));
        (status, serde_json::from_str(&text).unwrap_or_default())
    }
}

/// A server with one race of four users, and two of them: the one whose turn it is, and another.
fn in_turn() -> (Visitor, Visitor, u64) {
    let server = start(service(1, &json!({ "turns": 150 })));
    let a = Visitor::new(&server, "A");
    let next = a.json("/api/games/130001")["next"]["name"].as_str().unwrap().to_owned();
    let other = if next == "A" { "B" } else { "A" };
    (Visitor::new(&server, &next), Visitor::new(&server, other), 130_001)
}

#[test]
fn a_login_needs_the_password_and_the_generation_of_the_server() {
    for (logins, old, new) in
        [(Logins::Old, 200, 404), (Logins::New, 404, 200), (Logins::Both, 200, 200)]
    {
        let server = start(Service { logins, ..service(1, &json!({})) });
        let url = |path: &str| format!("http://{}{path}", server.address());
        for (user, password, is_right) in
            [("A", "word", true), ("A", "wrong", false), ("nobody", "word", false)]
        {
            let status = |right: u16| if right == 200 && !is_right { 401 } else { right };
            let body = json!({ "login": user, "password": password }).to_string();
            let request = agent().post(url("/api/login")).content_type("application/json");
            let mut response = request.send(&body).unwrap();
            assert_eq!(response.status().as_u16(), status(old), "{logins:?} {user} {password}");
            if response.status() == 200 {
                let cookie = response.headers()["set-cookie"].to_str().unwrap().to_owned();
                assert!(cookie.contains("; HttpOnly") && cookie.contains("; Path=/"), "{cookie}");
                let text = response.body_mut().read_to_string().unwrap();
                assert!(text.contains("\"login\":\"A\""), "{text}");
                let cookie = format!("other=1; {}", cookie.split(';').next().unwrap());
                let check = agent().get(url("/api/user/check")).header("Cookie", cookie).call();
                assert!(answer(check).1.contains("\"id\":1"));
            }
            let request = agent().get(url("/api/key")).header("X-Auth-Login", user);
            let request = request.header("X-Auth-Password", password);
            assert_eq!(answer(request.call()).0, status(new), "{logins:?} {user} {password}");
        }
        server.stop();
    }
}

#[test]
fn a_login_and_a_password_may_have_other_letters() {
    let (users, secret) = (vec!["Jörg".to_owned()], "Schlüssel".to_owned());
    let server = start(Service { users, secret, ..service(1, &json!({})) });
    let request = agent().get(format!("http://{}/api/key", server.address()));
    let request = request.header("X-Auth-Login", "Jörg").header("X-Auth-Password", "Schlüssel");
    assert_eq!(answer(request.call()).0, 200);
    server.stop();
}

#[test]
fn all_requests_but_a_login_need_one() {
    let server = start(service(1, &json!({})));
    for path in ["/api/users", "/api/user/check", "/api/games/130001", "/api/maps/1"] {
        let url = format!("http://{}{path}", server.address());
        let request = agent().get(&url).header("X-Auth-Key", "wrong");
        assert_eq!(answer(request.call()).0, 401, "{path}");
    }
    for path in ["/move.php?GID=130001", "/showmap.php?GID=130001"] {
        let (status, page) =
            answer(agent().get(format!("http://{}{path}", server.address())).call());
        assert_eq!(status, 200);
        assert!(page.contains("Du musst schon angemeldet sein"), "{page}");
    }
    let visitor = Visitor::new(&server, "A");
    assert_eq!(visitor.get("/api/nothing").0, 404);
    assert_eq!(visitor.delete("/api/key"), 200);
    assert_eq!(visitor.get("/api/user/check").0, 401, "the key is no longer valid");
    server.stop();
}

#[test]
fn users_maps_and_races_are_listed() {
    let house = vec!["@sunday".to_owned()];
    let server = start(Service { house, ..service(1, &json!({})) });
    let visitor = Visitor::new(&server, "B");
    let users = visitor.json("/api/users");
    let users: Vec<(u64, &str)> = users
        .as_array()
        .unwrap()
        .iter()
        .map(|it| (it["id"].as_u64().unwrap(), it["login"].as_str().unwrap()))
        .collect();
    assert_eq!(users, [(1, "A"), (2, "B"), (3, "C"), (4, "D"), (1_000, "sunday-1")]);
    assert_eq!(visitor.json("/api/users/1000")["login"], "sunday-1");
    assert_eq!((visitor.get("/api/users/5").0, visitor.get("/api/users/x").0 / 100), (404, 4));
    assert!(visitor.json("/api/maps/1")["code"].is_null());
    assert!(visitor.json("/api/maps/1?mapcode=1")["code"].as_str().unwrap().contains('F'));
    assert_eq!(visitor.get("/api/maps/1001?mapcode=1").0, 404, "a night map");
    assert_eq!(visitor.get("/api/games/7").0, 404);
    let detail = |query: &str| {
        let game = visitor.json(&format!("/api/games/130001{query}"));
        let has = [&game["map"]["code"], &game["players"], &game["players"][0]["moves"]];
        has.map(|it| !it.is_null())
    };
    assert_eq!(detail("?mapcode=0&moves=no"), [false; 3]);
    assert_eq!(detail("?mapcode=1"), [true, false, false]);
    assert_eq!(detail("?players=1"), [false, true, false]);
    assert_eq!(detail("?moves=1"), [false, true, true]);
    server.stop();
}

#[test]
fn only_the_player_whose_turn_it_is_moves_and_only_to_a_possible_cell() {
    let (next, other, game) = in_turn();
    let state = next.json(&format!("/api/games/{game}?players=1"));
    let id = &state["next"]["id"];
    let player = |state: &Value| {
        let players = state["players"].as_array().unwrap().iter();
        players.clone().find(|it| it["id"] == *id).unwrap().clone()
    };
    let turns = format!("/api/users/{id}/dran");
    assert_eq!(next.json(&turns)[0]["id"], game);
    let cell = &player(&state)["possibles"][0];
    let path = format!("/move.php?GID={game}&startx={}&starty={}", cell["x"], cell["y"]);
    let message = "&movemessage=Hallo%20%C3%A4+!";
    assert!(other.get(&path).1.contains("Du Schummler"));
    let wrong = format!("/move.php?GID={game}&startx=-7&starty=0");
    assert!(next.get(&wrong).1.contains("Du Schummler"));
    for page in ["/move.php?GID=7&startx=1&starty=1", "/move.php?startx=1", "/showmap.php?GID=7"] {
        assert!(next.get(page).1.contains("Was hast Du jetzt wieder angestellt"), "{page}");
    }
    let tally = next.server.tally();
    assert_eq!((tally.double_moves, tally.impossible, tally.moves), (1, 1, 0));
    let page = next.get(&format!("{path}{message}")).1;
    assert!(page.contains(&format!("showmap.php?GID={game}")), "{page}");
    assert_eq!(next.server.tally().moves, 1);
    assert!(next.get(&path).1.contains("Du Schummler"), "it is another's turn");
    assert_eq!(next.json(&turns), json!([]));
    let state = other.json(&format!("/api/games/{game}?moves=1"));
    let made = &player(&state)["moves"][0];
    assert_eq!((&made["x"], &made["msg"]), (&cell["x"], &json!("Hallo ä !")));
    next.server.stop();
}

#[test]
fn a_race_is_left_in_ones_own_turn() {
    let (next, other, game) = in_turn();
    let path = format!("/api/games/{game}");
    assert_eq!((other.delete(&path), next.delete("/api/games/7")), (409, 404));
    assert_eq!(next.delete(&path), 200);
    let state = next.json(&format!("{path}?players=1"));
    let left = state["players"].as_array().unwrap().iter().filter(|it| it["status"] == "left");
    assert_eq!(left.count(), 1);
    next.server.stop();
}

#[test]
fn plans_belong_to_their_user() {
    let (one, two, game) = in_turn();
    let path = format!("/api/planned-moves/{game}");
    let plan = json!([{ "x": 1, "y": 2, "xv": 0, "yv": 1 }]);
    assert_eq!(one.json(&path), json!([]));
    assert_eq!(one.send(true, &path, &plan), (200, plan.clone()));
    assert_eq!(one.json(&format!("/api/games/{game}"))["planned-moves"], plan);
    assert_eq!(two.json(&format!("/api/games/{game}"))["planned-moves"], json!([]));
    assert_eq!(one.send(true, &path, &json!({})).0 / 100, 4, "a list is expected");
    assert_eq!(one.send(true, "/api/planned-moves/7", &plan).0, 404);
    one.server.stop();
}

#[test]
fn a_race_is_created_as_asked_for() {
    let server = start(Service { races: 0, ..service(1, &json!({})) });
    let visitor = Visitor::new(&server, "A");
    let options =
        json!({ "zzz": 5, "cps": false, "startdirection": "free", "crashallowed": "allowed" });
    let race = json!({ "name": "See", "map": 2, "players": [3], "options": options });
    let (status, created) = visitor.send(false, "/api/game", &race);
    let game = &created["game"];
    assert_eq!((status, &game["id"], &game["name"]), (200, &json!(130_001), &json!("See")));
    let got = [&game["zzz"], &game["cps"], &game["startdirection"], &game["crashallowed"]];
    assert_eq!(got.map(Clone::clone), [json!(5), json!(false), json!("free"), json!("allowed")]);
    let drivers = game["players"].as_array().unwrap().iter().map(|it| it["id"].as_u64().unwrap());
    assert_eq!(drivers.collect::<BTreeSet<_>>(), BTreeSet::from([1, 3]), "and the user itself");
    assert_eq!((&game["creator"], &game["map"]["id"]), (&json!("A"), &json!(2)));
    let mut wrong = vec![json!({ "name": "See", "players": [3] }), json!({ "map": 1 })];
    for (name, value) in [
        ("map", json!(999)),
        ("map", json!(5_001)),
        ("players", json!([9])),
        ("players", json!([3, 3])),
        ("options", json!({ "zzz": "x" })),
    ] {
        let mut race = race.clone();
        race[name] = value;
        wrong.push(race);
    }
    for race in wrong {
        assert_eq!(visitor.send(false, "/api/game", &race).0 / 100, 4, "{race}");
    }
    assert_eq!(server.tally().begun, 1);
    let long = json!({ "name": "x".repeat(70_000), "map": 1 });
    assert_eq!(visitor.send(false, "/api/game", &long).0, 413);
    server.stop();
}

#[test]
fn a_lost_connection_has_no_answer_and_a_garbled_one_is_cut() {
    for (faults, is_lost, is_carried_out) in
        [("lost-before=1", true, false), ("lost-after=1", true, true), ("garbage=1", false, true)]
    {
        let faults: Faults = faults.parse().unwrap();
        let server = start(Service { races: 0, faults: faults.clone(), ..service(1, &json!({})) });
        let url = format!("http://{}/api/login", server.address());
        let body = json!({ "login": "A", "password": "word" }).to_string();
        let response = agent().post(url).content_type("application/json").send(&body);
        assert_eq!(response.is_err(), is_lost, "{faults:?}");
        if let Ok(mut response) = response {
            let text = response.body_mut().with_config().lossy_utf8(true).read_to_string().unwrap();
            assert!(serde_json::from_str::<Value>(&text).is_err(), "{text}");
        }
        assert_eq!(!server.site().sessions.is_empty(), is_carried_out, "{faults:?}");
        server.stop();
    }
}

#[test]
fn a_server_that_is_stopped_closes_its_port() {
    let server = start(service(1, &json!({})));
    let address = server.address();
    assert!(TcpStream::connect(address).is_ok());
    server.stop();
    let begin = Instant::now();
    while TcpStream::connect(address).is_ok() {
        assert!(begin.elapsed() < Duration::from_secs(60), "it still listens");
        std::thread::sleep(Duration::from_millis(10));
    }
}
