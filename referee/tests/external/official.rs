//! Games in the official viewer, with a project and jars that the test makes: `view --official` and the dashboard.
#![cfg(feature = "dashboard")]

use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::Path;
use std::process::{Command, Stdio};

use referee::testkit::needs::Need;
use serde_json::{Value, json};
use tempfile::TempDir;

use super::{beside, folder};
use crate::common::{command, out, referee, refused, succeeds};

/// Writes a jar with these files.
fn jar(file: &Path, entries: &[(&str, &str)]) {
    let code = "import json, sys, zipfile\nwith zipfile.ZipFile(sys.argv[1], 'w', zipfile.ZIP_DEFLATED) as jar:\n\
                [jar.writestr(name, text) for name, text in json.loads(sys.argv[2])]";
    let code = code.replace("DEFLATED) as jar:\n", "DEFLATED) as jar: ");
    let entries = serde_json::to_string(entries).unwrap();
    let status =
        Command::new("python3").args(["-c", &code]).arg(file).arg(entries).status().unwrap();
    assert!(status.success());
}

fn write(file: &Path, text: &str) {
    fs::create_dir_all(file.parent().unwrap()).unwrap();
    fs::write(file, text).unwrap();
}

/// A folder with a project beside its contest file, and the recording `games/a.jsonl` of a game.
fn played() -> TempDir {
    let contest = format!(
        "[contest]\nkey = \"numbers\"\n[referee]\nengine = \"codingame\"\nproject = \"project\"\njava = \"{}\"\n\
         [bots]\nfive.run = \"python3 number.py --set number=5\"\nten.run = \"python3 number.py --set number=10\"\n",
        beside("engine.py").display()
    );
    let bot = fs::read_to_string(beside("number.py")).unwrap();
    let folder = folder(&contest, &[("number.py", &bot)]);
    let project = folder.path().join("project");
    write(&project.join("pom.xml"), "<project/>");
    write(&project.join("target/classes/view/config.js"), "built");
    let view = project.join("src/main/resources/view");
    for (name, text) in [
        ("config.js", "source"),
        ("assets/board.png", "a picture"),
        ("assets/sub/sheet.json", r#"{"meta":{"image":"sheet.png"}}"#),
        ("assets/sheet.png", "a sheet"),
        ("assets/letters.fnt", "a font"),
    ] {
        write(&view.join(name), text);
    }
    let jars = project.join("target/dependency");
    fs::create_dir_all(&jars).unwrap();
    let runner = [("view/test.html", "the page"), ("view/config.js", "jar"), ("other/x.js", "no")];
    jar(&jars.join("runner-4.5.0.jar"), &runner);
    jar(&jars.join("module-x-4.5.0.jar"), &[("view/x/module.js", "a module")]);
    fs::create_dir(folder.path().join("games")).unwrap();
    succeeds(folder.path(), &["play", "five", "ten", "--seed", "3", "--record", "games/a.jsonl"]);
    folder
}

#[test]
fn the_folder_of_the_official_viewer_is_written() {
    if !Need::Python.program_runs() {
        return;
    }
    let folder = played();
    let view = ["view", "--official", "games/a.jsonl", "-o", "page"];
    let output = succeeds(folder.path(), &view);
    assert!(out(&output).contains("--directory page 8888"), "{}", out(&output));
    let read = |name: &str| fs::read_to_string(folder.path().join("page").join(name)).unwrap();
    assert_eq!(read("config.js"), "source", "the project's own file counts");
    assert_eq!((read("test.html"), read("x/module.js")), ("the page".into(), "a module".into()));
    assert!(
        !folder.path().join("page/other").exists() && !folder.path().join("page/x.js").exists()
    );
    assert_eq!(read("demo.js"), "export const demo = null;\n");
    let assets: Value =
        serde_json::from_str(read("assets.js").strip_prefix("export const assets = ").unwrap())
            .unwrap();
    assert_eq!(
        assets,
        json!({"images": {"board.png": "assets/board.png"}, "sprites": ["assets/sub/sheet.json"],
               "fonts": ["assets/letters.fnt"]})
    );
    let game: Value = serde_json::from_str(&read("game.json")).unwrap();
    assert_eq!(game["scores"], json!({"0": 50, "1": -1}));
    assert_eq!(game["views"][0].as_str().unwrap().lines().next(), Some("KEY_FRAME 0"));
    assert_eq!((&game["outputs"]["0"][0], &game["outputs"]["0"][1]), (&Value::Null, &json!("5\n")));
    assert_eq!(game["agents"][1]["name"], "ten");
    assert_eq!(game["tooltips"][0]["event"], 1);
    let frames = game["views"].as_array().unwrap().len();
    for list in [&game["summaries"], &game["outputs"]["1"], &game["errors"]["0"]] {
        assert_eq!(list.as_array().unwrap().len(), frames);
    }

    // It may be written again, but no other folder may.
    succeeds(folder.path(), &view);
    write(&folder.path().join("mine/file"), "");
    let mine = referee(folder.path(), &["view", "--official", "games/a.jsonl", "-o", "mine"]);
    refused(&mine, "mine contains other files");
    jar(&folder.path().join("project/target/dependency/bad.jar"), &[("view/../../up", "x")]);
    let bad = referee(folder.path(), &["view", "--official", "games/a.jsonl", "-o", "bad"]);
    refused(&bad, "leads out of its folder");
    assert!(!folder.path().join("up").exists());
    fs::remove_file(folder.path().join("project/target/dependency/bad.jar")).unwrap();
    fs::remove_file(folder.path().join("project/target/dependency/runner-4.5.0.jar")).unwrap();
    let without = referee(folder.path(), &["view", "--official", "games/a.jsonl", "-o", "no"]);
    refused(&without, "the jar `runner` of CodinGame's engine contains it");
    fs::remove_file(folder.path().join("botyard.toml")).unwrap();
    let alone = referee(folder.path(), &["view", "--official", "games/a.jsonl"]);
    refused(&alone, "--official needs the contest file");
}

/// The response to a request, with its headers.
fn get(address: &str, path: &str) -> String {
    let mut stream = TcpStream::connect(address).unwrap();
    write!(stream, "GET {path} HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n\r\n").unwrap();
    let mut bytes = Vec::new();
    stream.read_to_end(&mut bytes).unwrap();
    String::from_utf8_lossy(&bytes).into_owned()
}

#[test]
fn the_dashboard_serves_the_official_viewer() {
    if !Need::Python.program_runs() {
        return;
    }
    let folder = played();
    let mut process = command(folder.path(), &["dashboard", "games", "--port", "0"])
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut url = String::new();
    BufReader::new(process.stdout.take().unwrap()).read_line(&mut url).unwrap();
    let address = url.trim().strip_prefix("http://").unwrap().trim_end_matches('/').to_owned();
    let page = get(&address, "/game?recording=a.jsonl");
    assert!(page.contains("<a href=\"/official?recording=a.jsonl\">official viewer</a>"), "{page}");
    let location = || {
        let response = get(&address, "/official?recording=a.jsonl");
        assert!(response.starts_with("HTTP/1.1 303"), "{response}");
        let line = response.lines().find_map(|line| line.strip_prefix("location: "));
        line.unwrap().trim().to_owned()
    };
    let first = location();
    assert_eq!(location(), first, "a game is served once");
    let viewer =
        first.strip_prefix("http://").unwrap().strip_suffix("/test.html").unwrap().to_owned();
    assert_ne!(viewer, address, "the viewer has a port of its own");
    let html = get(&viewer, "/test.html");
    assert!(html.contains("the page") && html.contains("text/html"), "{html}");
    assert!(get(&viewer, "/config.js").contains("text/javascript"));
    assert!(get(&viewer, "/game.json").contains("KEY_FRAME 0"));
    for missing in ["/nothing", "/../botyard.toml", "/%2e%2e/botyard.toml", "//etc/passwd"] {
        assert!(get(&viewer, missing).starts_with("HTTP/1.1 404"), "{missing}");
    }
    assert!(get(&address, "/official?recording=b.jsonl").starts_with("HTTP/1.1 404"));
    process.kill().unwrap();
    process.wait().unwrap();
}

#[test]
fn summaries_and_tooltips_are_shown_at_their_turn() {
    if !Need::Python.program_runs() {
        return;
    }
    let folder = played();
    // `ten` answers 10 in its first turn, which is told at the beginning of the next.
    let shown =
        out(&succeeds(folder.path(), &["show", "games/a.jsonl", "--seat", "1", "--turn", "1"]));
    assert!(shown.contains("$1 is out") && shown.contains("B: 10: wanted 0 to 9"), "{shown}");
    let later =
        out(&succeeds(folder.path(), &["show", "games/a.jsonl", "--seat", "0", "--turn", "4"]));
    assert!(!later.contains("is out"), "{later}");
    succeeds(folder.path(), &["view", "games/a.jsonl", "-o", "page.html"]);
    let page = fs::read_to_string(folder.path().join("page.html")).unwrap();
    let page = referee::pages::data_of(&page).unwrap().to_string();
    assert!(page.contains("$1 is out") && page.contains("B: 10: wanted 0 to 9"));
}
