//! The user that makes a request.

use axum::extract::FromRequestParts;
use axum::http::header::COOKIE;
use axum::http::request::Parts;
use axum::http::{HeaderMap, StatusCode};
use cookie::Cookie;
use serde::Deserialize;

use super::refusal::Refusal;
use super::site::{Shared, Site, lock};

/// The cookie of a session.
pub(super) const SESSION: &str = "karopapier_session";

/// The number of the user that is logged in.
pub(super) struct User(pub(super) u64);

impl FromRequestParts<Shared> for User {
    type Rejection = Refusal;

    async fn from_request_parts(head: &mut Parts, site: &Shared) -> Result<Self, Refusal> {
        let user = user_of(&lock(site), &head.headers);
        user.map(Self).ok_or_else(|| Refusal::new(StatusCode::UNAUTHORIZED, "not logged in"))
    }
}

/// The user that a request comes from: by its key, or by its cookie.
pub(super) fn user_of(site: &Site, headers: &HeaderMap) -> Option<u64> {
    if let Some(key) = header(headers, "x-auth-key") {
        return site.sessions.get(key).copied();
    }
    let mut cookies = Cookie::split_parse(headers.get(COOKIE)?.to_str().ok()?).flatten();
    site.sessions.get(cookies.find(|cookie| cookie.name() == SESSION)?.value()).copied()
}

/// A login of the older generation.
#[derive(Deserialize)]
pub(super) struct Credentials {
    pub(super) login: String,
    pub(super) password: String,
}

/// The name in a login, of either generation.
pub(super) fn name_in_login(headers: &HeaderMap, body: &[u8]) -> Option<String> {
    if let Some(name) = header(headers, "x-auth-login") {
        return Some(name.to_owned());
    }
    Some(serde_json::from_slice::<Credentials>(body).ok()?.login)
}

/// The value of a header, if it is text in UTF-8. A login or a password may have letters such as ö.
pub(super) fn header<'a>(headers: &'a HeaderMap, name: &str) -> Option<&'a str> {
    std::str::from_utf8(headers.get(name)?.as_bytes()).ok()
}
