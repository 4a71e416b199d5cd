//! Access control: only programs of this machine, or visitors with the token, and never a page of another site.

use std::net::SocketAddr;

use axum::http::header::{COOKIE, HOST, ORIGIN};
use axum::http::{HeaderMap, StatusCode};
use rand::RngExt;

/// Decides whether a request is answered.
pub(super) struct Guard {
    /// The secret that visitors need; `None` if only this machine can connect.
    token: Option<String>,
    /// The name of the cookie that holds the token. A browser sends a cookie to all ports of a host, so two dashboards of a
    /// host need two names.
    cookie: String,
    port: u16,
    /// The address of the server as it appears in a `Host` header.
    host: String,
}

impl Guard {
    pub(super) fn of(address: SocketAddr) -> Self {
        let needs_token = !address.ip().is_loopback();
        let token = needs_token.then(|| format!("{:032x}", rand::rng().random::<u128>()));
        let cookie = format!("botyard-{}", address.port());
        Self { token, cookie, port: address.port(), host: host_of(address) }
    }

    /// The guard of another port, for the same visitors.
    pub(super) fn at(&self, address: SocketAddr) -> Self {
        Self {
            token: self.token.clone(),
            cookie: self.cookie.clone(),
            port: address.port(),
            host: host_of(address),
        }
    }

    /// The address of the first page, with the token if one is needed.
    pub(super) fn url(&self, address: SocketAddr) -> String {
        let token = self.token.as_ref().map_or(String::new(), |token| format!("?token={token}"));
        format!("http://{address}/{token}")
    }

    /// The cookie for a visitor whose first request contains the token; `None` if the token is wrong.
    pub(super) fn cookie_for(&self, brought: &str) -> Option<String> {
        let is_right = self.token.as_ref().is_some_and(|token| is_same(token, brought));
        let cookie = &self.cookie;
        is_right.then(|| format!("{cookie}={brought}; HttpOnly; SameSite=Strict; Path=/"))
    }

    /// Checks the headers of a request.
    ///
    /// A foreign site can use a name that resolves to this machine, so without a token the `Host` must be one of the
    /// machine's own names. A page of another site sends that site as its `Origin`.
    ///
    /// # Errors
    /// If the request is refused: the status and the message of the response.
    pub(super) fn check(&self, headers: &HeaderMap) -> Result<(), (StatusCode, &'static str)> {
        let text = |name| headers.get(name).map(|it| it.to_str().unwrap_or_default());
        let host = text(HOST).unwrap_or_default();
        if self.token.is_none() && !self.is_own(host) {
            return Err((StatusCode::MISDIRECTED_REQUEST, "this server has a different name"));
        }
        if text(ORIGIN).is_some_and(|origin| origin != format!("http://{host}")) {
            return Err((StatusCode::FORBIDDEN, "pages of other sites are refused"));
        }
        if !is_of_own_page(headers) {
            return Err((StatusCode::FORBIDDEN, "pages of other sites are refused"));
        }
        let Some(token) = &self.token else { return Ok(()) };
        let cookies = headers.get_all(COOKIE).iter().filter_map(|it| it.to_str().ok());
        let mut pairs =
            cookies.flat_map(|it| it.split(';')).filter_map(|it| it.trim().split_once('='));
        if pairs.any(|(name, value)| name == self.cookie && is_same(token, value)) {
            return Ok(());
        }
        Err((StatusCode::FORBIDDEN, "open the address with the token that the dashboard printed"))
    }

    fn is_own(&self, host: &str) -> bool {
        let own = ["localhost", &self.host];
        let with_port = own.iter().any(|own| host == format!("{own}:{}", self.port));
        with_port || self.port == 80 && own.contains(&host)
    }
}

/// Whether a request comes from a page of this server or from the user, as browsers say: pictures and scripts of another
/// site's page have no `Origin`. A link from elsewhere opens a page.
fn is_of_own_page(headers: &HeaderMap) -> bool {
    let text = |name: &str| headers.get(name).map(|it| it.to_str().unwrap_or_default());
    match text("sec-fetch-site") {
        None | Some("same-origin" | "none") => true,
        Some(_) => {
            text("sec-fetch-mode") == Some("navigate") && text("sec-fetch-dest") == Some("document")
        }
    }
}

fn host_of(address: SocketAddr) -> String {
    match address {
        SocketAddr::V4(it) => it.ip().to_string(),
        SocketAddr::V6(it) => format!("[{}]", it.ip()),
    }
}

/// Compares two texts in a time that does not depend on where they differ.
fn is_same(a: &str, b: &str) -> bool {
    let differences = a.bytes().zip(b.bytes()).fold(0, |all, (a, b)| all | (a ^ b));
    a.len() == b.len() && differences == 0
}

#[cfg(test)]
mod tests {
    use super::*;

    fn headers(pairs: &[(&'static str, &str)]) -> HeaderMap {
        pairs.iter().map(|(name, value)| (name.parse().unwrap(), value.parse().unwrap())).collect()
    }

    #[test]
    fn on_loopback_only_own_names_and_origins_are_accepted() {
        let guard = Guard::of("127.0.0.1:8000".parse().unwrap());
        let check = |pairs: &[(&'static str, &str)]| guard.check(&headers(pairs)).is_ok();
        assert!(check(&[("host", "127.0.0.1:8000")]) && check(&[("host", "localhost:8000")]));
        assert!(!check(&[("host", "evil.example:8000")]) && !check(&[("host", "127.0.0.1:80")]));
        assert!(!check(&[]));
        let own = [("host", "localhost:8000"), ("origin", "http://localhost:8000")];
        assert!(check(&own));
        assert!(!check(&[own[0], ("origin", "http://evil.example")]));
        assert!(!check(&[own[0], ("origin", "null")]));
        let fetched = |site, mode, dest| {
            let sec =
                [("sec-fetch-site", site), ("sec-fetch-mode", mode), ("sec-fetch-dest", dest)];
            check(&[&[own[0]][..], &sec].concat())
        };
        assert!(fetched("same-origin", "cors", "empty") && fetched("none", "navigate", "document"));
        assert!(fetched("cross-site", "navigate", "document"), "a link");
        assert!(!fetched("cross-site", "navigate", "iframe"));
        assert!(!fetched("cross-site", "no-cors", "image"));
        assert!(!fetched("same-site", "no-cors", "script"), "another port of this machine");
    }

    #[test]
    fn on_other_addresses_the_token_is_needed() {
        let address = "192.0.2.1:8000".parse().unwrap();
        let guard = Guard::of(address);
        let url = guard.url(address);
        let token = url.strip_prefix("http://192.0.2.1:8000/?token=").unwrap();
        let check = |pairs: &[(&'static str, &str)]| guard.check(&headers(pairs)).is_ok();
        let host = ("host", "box.example:8000");
        assert!(!check(&[host]) && !check(&[host, ("cookie", "botyard-8000=0")]));
        assert!(check(&[host, ("cookie", &format!("a=b; botyard-8000={token}"))]));
        assert!(guard.cookie_for(token).is_some() && guard.cookie_for("0").is_none());
        // Another dashboard of this host has a cookie of its own; the viewer of this one has the same.
        let name = |guard: &Guard| {
            let token = guard.token.clone().unwrap();
            guard.cookie_for(&token).unwrap().split('=').next().unwrap().to_owned()
        };
        let other = "192.0.2.1:8001".parse().unwrap();
        assert_ne!(name(&Guard::of(other)), name(&guard));
        assert_eq!(name(&guard.at(other)), name(&guard));
    }
}
