//! Requests to the site over HTTP.

use std::sync::Mutex;
use std::time::Duration;

use serde_json::{Value, json};
use ureq::http::{Response, StatusCode};
use ureq::{Agent, Body};

use super::conductor::{GAP, Job, Numbers, Reply};
use super::race_file::RaceFile;
use super::secret::Secret;

/// The longest time for a request on the site.
const REQUEST_TIME: Duration = Duration::from_secs(30);

/// The most redirects in a row that a request follows.
const MOST_REDIRECTS: usize = 3;

/// The most bytes of an answer.
const MOST_BYTES: u64 = 16 * 1024 * 1024;

/// The connection to the site. The threads that make requests share it.
pub struct Portal {
    agent: Agent,
    /// The address without a slash at its end.
    base: String,
    user: String,
    secret: Secret,
    create: Vec<RaceFile>,
    /// The least time between two requests.
    gap: Duration,
    session: Mutex<Session>,
}

/// The current login. It never leaves this file.
#[derive(Clone, Default)]
struct Session {
    id: Option<u64>,
    /// The key, in the newer generation of the API.
    key: Option<String>,
    /// The value of the header `Cookie`, in the older generation.
    cookies: Option<String>,
}

/// The answer to a request.
pub struct Answered {
    /// The reply; [`Reply::Done`] if the answer is a game.
    pub reply: Reply,
    /// The JSON of a game.
    pub game: Option<String>,
}

impl From<Reply> for Answered {
    fn from(reply: Reply) -> Self {
        Self { reply, game: None }
    }
}

type Result<T> = std::result::Result<T, Reply>;

impl Portal {
    /// A connection to the server. The time limits of requests are divided by `speed`.
    pub fn new(base: &str, user: &str, secret: Secret, create: Vec<RaceFile>, speed: f64) -> Self {
        let time = REQUEST_TIME.div_f64(speed).max(Duration::from_secs(1));
        let agent = Agent::config_builder()
            .timeout_global(Some(time))
            .http_status_as_error(false)
            // The agent would send password and key to whatever address an answer names.
            .max_redirects(0)
            .max_redirects_will_error(false)
            .max_idle_connections(0)
            .user_agent(concat!("botyard/", env!("CARGO_PKG_VERSION")))
            .build()
            .new_agent();
        let base = base.trim_end_matches('/').to_owned();
        let session = Mutex::default();
        let gap = Duration::from_secs_f64(GAP / speed);
        Self { agent, base, user: user.to_owned(), secret, create, gap, session }
    }

    /// Makes a request and waits for the answer.
    pub fn perform(&self, job: &Job) -> Answered {
        match job {
            Job::Look(game) => match self.game(*game) {
                Ok(text) => Answered { reply: Reply::Done, game: Some(text) },
                Err(reply) => reply.into(),
            },
            job => self.simple(job).unwrap_or_else(|reply| reply).into(),
        }
    }

    fn simple(&self, job: &Job) -> Result<Reply> {
        match job {
            Job::Login => self.log_in(),
            Job::Turns => {
                let id = self.session().id.ok_or(Reply::LoggedOut)?;
                let value = self.get_json(&format!("/api/users/{id}/dran"))?;
                let list = value.as_array().ok_or_else(|| strange("the list of turns"))?;
                Ok(Reply::Turns(list.iter().filter_map(|game| whole(&game["id"])).collect()))
            }
            Job::OpenPage(game) => {
                let page = self.page(&format!("/showmap.php?GID={game}"))?;
                demand_login(&page)?;
                Ok(Reply::Done)
            }
            Job::Move { game, to, is_start } => self.make_move(*game, *to, *is_start),
            Job::Leave(game) => {
                let url = format!("{}/api/games/{game}", self.base);
                let request = self.with_login(self.agent.delete(url));
                let (status, _) = text(request.call())?;
                demand_success(status)?;
                Ok(Reply::Done)
            }
            Job::Users => {
                let value = self.get_json("/api/users")?;
                let list = value.as_array().ok_or_else(|| strange("the list of users"))?;
                let user = |it: &Value| Some((it["login"].as_str()?.to_owned(), whole(&it["id"])?));
                Ok(Reply::Users(list.iter().filter_map(user).collect()))
            }
            Job::Create(place, players) => {
                let file = self.create.get(*place).ok_or(Reply::Refused)?;
                let url = format!("{}/api/game", self.base);
                let body = file.body(players).to_string();
                let request =
                    self.with_login(self.agent.post(url)).content_type("application/json");
                let (status, text) = text(request.send(&body))?;
                if status.is_client_error() && status != StatusCode::UNAUTHORIZED {
                    return Ok(Reply::Refused);
                }
                demand_success(status)?;
                let value = json_of(&text)?;
                let id = whole(&value["game"]["id"]).ok_or_else(|| strange("the new race"))?;
                Ok(Reply::Created(id))
            }
            Job::Look(_) => Err(strange("a game")),
        }
    }

    /// Logs in by the newer generation of the API, or by the older one if the site has no newer one.
    fn log_in(&self) -> Result<Reply> {
        let secret = self.secret.word();
        let url = format!("{}/api/key", self.base);
        let request = self.agent.get(url);
        let request = request.header("X-Auth-Login", &self.user).header("X-Auth-Password", secret);
        let (status, answer) = text(request.call())?;
        // A login is two requests, and two requests must not be closer than this.
        std::thread::sleep(self.gap);
        let session = if status == StatusCode::NOT_FOUND {
            let url = format!("{}/api/login", self.base);
            let body = json!({ "login": self.user, "password": secret }).to_string();
            let request = self.agent.post(url).content_type("application/json");
            let response = request.send(&body);
            let cookies = response.as_ref().map(cookies).unwrap_or_default();
            let (status, answer) = text(response)?;
            demand_password(status)?;
            let id = whole(&json_of(&answer)?["id"]);
            Session { id, key: None, cookies: Some(cookies) }
        } else {
            demand_password(status)?;
            let key = json_of(&answer)?["api_key"].as_str().map(str::to_owned);
            let key = Some(key.ok_or_else(|| strange("the key"))?);
            *self.session_mut() = Session { id: None, key: key.clone(), cookies: None };
            let user = self.get_json("/api/user/check")?;
            Session { id: whole(&user["id"]), key, cookies: None }
        };
        let id = session.id.ok_or_else(|| strange("the user"))?;
        *self.session_mut() = session;
        Ok(Reply::LoggedIn(id))
    }

    fn game(&self, game: u64) -> Result<String> {
        let (status, text) = self.get(&format!("/api/games/{game}?mapcode=1&players=1&moves=1"))?;
        if status == StatusCode::NOT_FOUND {
            return Err(Reply::NoGame);
        }
        demand_success(status)?;
        Ok(text)
    }

    fn make_move(&self, game: u64, to: Numbers, is_start: bool) -> Result<Reply> {
        let [x, y, xv, yv] = to;
        let page = if is_start {
            self.page(&format!("/move.php?GID={game}&startx={x}&starty={y}"))?
        } else {
            let place = format!("xpos={x}&ypos={y}&xvec={xv}&yvec={yv}");
            self.page(&format!("/move.php?GID={game}&{place}"))?
        };
        demand_login(&page)?;
        if page.contains(&format!("showmap.php?GID={game}")) {
            return Ok(Reply::Moved);
        }
        if page.contains("Du Schummler") || page.contains("Was hast Du jetzt wieder angestellt") {
            return Ok(Reply::Refused);
        }
        Err(strange("the page of a move"))
    }

    fn page(&self, path: &str) -> Result<String> {
        let (status, text) = self.get(path)?;
        demand_success(status)?;
        Ok(text)
    }

    /// Asks for a page. A redirect is followed on the same server only.
    fn get(&self, path: &str) -> Result<(StatusCode, String)> {
        let mut url = format!("{}{path}", self.base);
        for _ in 0..MOST_REDIRECTS {
            let response = self.with_login(self.agent.get(&url)).call();
            match response.as_ref().ok().and_then(|it| self.on_this_server(location(it)?)) {
                Some(next) => url = next,
                None => return text(response),
            }
        }
        text(self.with_login(self.agent.get(&url)).call())
    }

    /// The address of a redirect, if it is on the server of the client.
    fn on_this_server(&self, location: &str) -> Option<String> {
        let host = self.base.find("://").map_or(0, |scheme| scheme + 3);
        let end = self.base[host..].find('/').map_or(self.base.len(), |slash| host + slash);
        let server = &self.base[..end];
        let path = location.strip_prefix(server).unwrap_or(location);
        (path.starts_with('/') && !path.starts_with("//")).then(|| format!("{server}{path}"))
    }

    fn get_json(&self, path: &str) -> Result<Value> {
        json_of(&self.page(path)?)
    }

    /// Adds the current login to a request.
    fn with_login<B>(&self, request: ureq::RequestBuilder<B>) -> ureq::RequestBuilder<B> {
        let Session { key, cookies, .. } = self.session();
        let request = match key {
            Some(key) => request.header("X-Auth-Key", key),
            None => request,
        };
        match cookies {
            Some(cookies) => request.header("Cookie", cookies),
            None => request,
        }
    }

    fn session(&self) -> Session {
        self.session_mut().clone()
    }

    fn session_mut(&self) -> std::sync::MutexGuard<'_, Session> {
        self.session.lock().unwrap_or_else(std::sync::PoisonError::into_inner)
    }
}

fn strange(what: &str) -> Reply {
    Reply::Failed(format!("{what} cannot be read"))
}

fn json_of(text: &str) -> Result<Value> {
    serde_json::from_str(text).map_err(|_| strange("the answer"))
}

/// A number. The site may write it as text.
fn whole(value: &Value) -> Option<u64> {
    value.as_u64().or_else(|| value.as_str()?.trim().parse().ok())
}

fn demand_success(status: StatusCode) -> Result<()> {
    match status {
        StatusCode::UNAUTHORIZED => Err(Reply::LoggedOut),
        StatusCode::NOT_FOUND => Err(Reply::NoGame),
        status if status.is_success() => Ok(()),
        status => Err(Reply::Failed(format!("the site answered with status {}", status.as_u16()))),
    }
}

fn demand_password(status: StatusCode) -> Result<()> {
    match demand_success(status) {
        Err(Reply::LoggedOut) => Err(Reply::WrongPassword),
        result => result,
    }
}

fn demand_login(page: &str) -> Result<()> {
    if page.contains("Du musst schon angemeldet sein") { Err(Reply::LoggedOut) } else { Ok(()) }
}

/// The status and the text of an answer. The sentence about an error contains no secret: neither headers nor
/// addresses.
fn text(
    response: std::result::Result<Response<Body>, ureq::Error>,
) -> Result<(StatusCode, String)> {
    let failed = |error: ureq::Error| {
        let why = match error {
            ureq::Error::Timeout(_) => "the answer took too long",
            ureq::Error::Io(_) | ureq::Error::ConnectionFailed | ureq::Error::HostNotFound => {
                "the connection failed"
            }
            ureq::Error::BodyExceedsLimit(_) => "the answer is too long",
            ureq::Error::BadUri(_) => "the address of the server is not valid",
            _ => "the answer cannot be read",
        };
        Reply::Failed(why.to_owned())
    };
    let mut response = response.map_err(failed)?;
    if let Some(location) = location(&response) {
        let address = location.split('?').next().unwrap_or(location);
        return Err(Reply::Failed(format!(
            "the site is at another address, {address}; if you trust it, give its beginning with --server"
        )));
    }
    let body = response.body_mut().with_config().limit(MOST_BYTES).lossy_utf8(true);
    let text = body.read_to_string().map_err(failed)?;
    Ok((response.status(), text))
}

/// The address of a redirect.
fn location(response: &Response<Body>) -> Option<&str> {
    let is_redirect = response.status().is_redirection();
    response.headers().get("location").filter(|_| is_redirect)?.to_str().ok()
}

/// The value of the header `Cookie` that returns the cookies of an answer.
fn cookies(response: &Response<Body>) -> String {
    let set = response.headers().get_all("set-cookie").iter();
    let pairs = set.filter_map(|value| value.to_str().ok()?.split(';').next());
    pairs.collect::<Vec<_>>().join("; ")
}

#[cfg(test)]
mod tests {
    use std::io::{Read, Write};
    use std::net::TcpListener;
    use std::thread;

    use super::*;

    /// A server that answers each connection with the next of these texts, and returns the requests.
    fn answering(answers: Vec<String>) -> (String, thread::JoinHandle<Vec<String>>) {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let base = format!("http://{}", listener.local_addr().unwrap());
        let requests = thread::spawn(move || {
            let answer = |answer: &String| {
                let (mut stream, _) = listener.accept().unwrap();
                let mut request = Vec::new();
                while !request.ends_with(b"\r\n\r\n") {
                    let mut byte = [0];
                    stream.read_exact(&mut byte).unwrap();
                    request.push(byte[0]);
                }
                stream.write_all(answer.as_bytes()).unwrap();
                String::from_utf8(request).unwrap().to_lowercase()
            };
            answers.iter().map(answer).collect()
        });
        (base, requests)
    }

    fn redirect(to: &str) -> String {
        format!("HTTP/1.1 302 Found\r\nLocation: {to}\r\nContent-Length: 0\r\n\r\n")
    }

    fn portal(base: &str) -> Portal {
        let folder = tempfile::TempDir::new().unwrap();
        let file = folder.path().join("key");
        std::fs::write(&file, "word").unwrap();
        let secret = Secret::read(Some(&file)).unwrap();
        let portal = Portal::new(base, "A", secret, Vec::new(), 100.0);
        portal.session_mut().key = Some("key".to_owned());
        portal
    }

    #[test]
    fn neither_password_nor_key_goes_to_another_server() {
        let other = TcpListener::bind("127.0.0.1:0").unwrap();
        other.set_nonblocking(true).unwrap();
        let address = format!("http://{}", other.local_addr().unwrap());
        let (base, requests) = answering(vec![redirect(&format!("{address}/api/key?a=b")); 3]);
        let portal = portal(&base);
        for job in [Job::Login, Job::Look(7), Job::OpenPage(7)] {
            let Reply::Failed(why) = portal.perform(&job).reply else { panic!("{job:?}") };
            assert!(why.contains(&format!("{address}/api/key; if you trust it")), "{why}");
        }
        assert!(requests.join().unwrap()[0].contains("x-auth-password: word"));
        assert!(other.accept().is_err(), "a request went to the other server");
    }

    #[test]
    fn a_redirect_on_the_same_server_is_followed() {
        let page = "HTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\nyes".to_owned();
        let (base, requests) = answering(vec![redirect("/there?GID=7"), page]);
        assert_eq!(portal(&base).perform(&Job::OpenPage(7)).reply, Reply::Done);
        let last = requests.join().unwrap().remove(1);
        assert!(
            last.starts_with("get /there?gid=7 ") && last.contains("x-auth-key: key"),
            "{last}"
        );
    }
}
