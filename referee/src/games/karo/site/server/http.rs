//! As much of HTTP as the API needs: one request a connection.

use std::io::{self, ErrorKind, Read, Write};

/// Most bytes of a request's head.
const MOST_HEAD: usize = 16 * 1024;

/// Most bytes of its body.
const MOST_BODY: usize = 64 * 1024;

/// A request.
#[derive(Debug)]
pub(super) struct Request {
    pub(super) method: String,
    /// Without the question mark and what follows it.
    pub(super) path: String,
    query: Vec<(String, String)>,
    headers: Vec<(String, String)>,
    pub(super) body: Vec<u8>,
}

impl Request {
    /// Reads a request; `None` if the other side says nothing.
    pub(super) fn read(stream: &mut impl Read) -> io::Result<Option<Self>> {
        let mut bytes = Vec::new();
        let mut chunk = [0; 4096];
        loop {
            let count = stream.read(&mut chunk)?;
            if count == 0 {
                return if bytes.is_empty() {
                    Ok(None)
                } else {
                    Err(ErrorKind::UnexpectedEof.into())
                };
            }
            bytes.extend_from_slice(&chunk[..count]);
            if let Some((request, head)) = Self::parse(&bytes)? {
                return request.with_body(bytes[head..].to_vec(), stream).map(Some);
            }
            if bytes.len() > MOST_HEAD {
                return Err(io::Error::other("the head of the request is too long"));
            }
        }
    }

    /// The head with its length; `None` if it is not whole.
    fn parse(bytes: &[u8]) -> io::Result<Option<(Self, usize)>> {
        let mut headers = [httparse::EMPTY_HEADER; 64];
        let mut parsed = httparse::Request::new(&mut headers);
        let httparse::Status::Complete(head) = parsed.parse(bytes).map_err(io::Error::other)?
        else {
            return Ok(None);
        };
        let target = parsed.path.unwrap_or("/");
        let (path, query) = target.split_once('?').unwrap_or((target, ""));
        let pair = |pair: &str| {
            let (name, value) = pair.split_once('=').unwrap_or((pair, ""));
            (decoded(name), decoded(value))
        };
        let header = |header: &httparse::Header<'_>| {
            (header.name.to_ascii_lowercase(), String::from_utf8_lossy(header.value).into_owned())
        };
        let request = Self {
            method: parsed.method.unwrap_or("GET").to_owned(),
            path: path.to_owned(),
            query: query.split('&').map(pair).collect(),
            headers: parsed.headers.iter().map(header).collect(),
            body: Vec::new(),
        };
        Ok(Some((request, head)))
    }

    fn with_body(mut self, begun: Vec<u8>, stream: &mut impl Read) -> io::Result<Self> {
        let length = self.header("content-length").and_then(|it| it.trim().parse().ok());
        let length: usize = length.unwrap_or(0);
        if length > MOST_BODY {
            return Err(io::Error::other("the body of the request is too long"));
        }
        self.body = begun;
        let missing = length.saturating_sub(self.body.len());
        stream.take(missing as u64).read_to_end(&mut self.body)?;
        self.body.truncate(length);
        Ok(self)
    }

    pub(super) fn header(&self, name: &str) -> Option<&str> {
        self.headers.iter().find(|it| it.0 == name).map(|it| it.1.as_str())
    }

    pub(super) fn query(&self, name: &str) -> Option<&str> {
        self.query.iter().find(|it| it.0 == name).map(|it| it.1.as_str())
    }

    /// The parts of the path between slashes.
    pub(super) fn parts(&self) -> Vec<&str> {
        self.path.split('/').filter(|part| !part.is_empty()).collect()
    }

    /// The value of a cookie.
    pub(super) fn cookie(&self, name: &str) -> Option<&str> {
        let cookies = self.header("cookie")?.split(';');
        cookies
            .filter_map(|pair| pair.trim().split_once('='))
            .find(|it| it.0 == name)
            .map(|it| it.1)
    }
}

/// What is said to a request.
#[derive(Debug)]
pub(super) struct Response {
    pub(super) status: u16,
    pub(super) kind: &'static str,
    pub(super) body: String,
    pub(super) cookie: Option<String>,
}

impl Response {
    pub(super) fn json(value: &serde_json::Value) -> Self {
        Self { status: 200, kind: "application/json", body: value.to_string(), cookie: None }
    }

    pub(super) fn page(text: &str) -> Self {
        let body = format!("<html><body>{text}</body></html>\n");
        Self { status: 200, kind: "text/html; charset=utf-8", body, cookie: None }
    }

    pub(super) fn error(status: u16, text: &str) -> Self {
        let body = serde_json::json!({ "error": text }).to_string();
        Self { status, kind: "application/json", body, cookie: None }
    }

    pub(super) fn write(&self, stream: &mut impl Write) -> io::Result<()> {
        let Self { status, kind, body, cookie } = self;
        let cookie = cookie.as_ref().map_or(String::new(), |it| format!("Set-Cookie: {it}\r\n"));
        let length = body.len();
        write!(
            stream,
            "HTTP/1.1 {status} -\r\nContent-Type: {kind}\r\nContent-Length: {length}\r\n{cookie}\
             Connection: close\r\n\r\n{body}"
        )?;
        stream.flush()
    }
}

/// A part of an address without its escapes.
fn decoded(text: &str) -> String {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.bytes();
    while let Some(byte) = rest.next() {
        let escape = || {
            let mut ahead = rest.clone();
            let mut digit = || ahead.next().and_then(|it| char::from(it).to_digit(16));
            Some((digit()? * 16 + digit()?) as u8)
        };
        match byte {
            b'+' => bytes.push(b' '),
            b'%' => match escape() {
                Some(byte) => {
                    bytes.push(byte);
                    rest.nth(1);
                }
                None => bytes.push(b'%'),
            },
            _ => bytes.push(byte),
        }
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_request_is_read_with_its_query_and_body() {
        let text = b"PUT /a/b?x=1&m=Hallo%20%C3%A4+! HTTP/1.1\r\nCookie: k=1; s=abc\r\n\
            Content-Length: 4\r\n\r\nbodyXX";
        let request = Request::read(&mut &text[..]).unwrap().unwrap();
        assert_eq!((request.method.as_str(), request.parts()), ("PUT", vec!["a", "b"]));
        assert_eq!((request.query("x"), request.query("m")), (Some("1"), Some("Hallo ä !")));
        assert_eq!((request.cookie("s"), &request.body[..]), (Some("abc"), &b"body"[..]));
        assert!(Request::read(&mut &b""[..]).unwrap().is_none());
        assert!(Request::read(&mut &b"GET /"[..]).is_err());
        assert!(Request::read(&mut &b"\x00\x01\r\n\r\n"[..]).is_err());
    }
}
