//! `quadrille web`: serves the page in the browser to this machine.
//!
//! Only the files that are in the folder when the server starts can be asked for, each by its name, and by pages of this server
//! only: a page of another site whose name was made to lead here sends another `Host`. A file is in memory once, however
//! many readers there are.

mod files;

use std::io::Cursor;
use std::net::TcpListener;
use std::sync::Arc;
use std::thread;
use std::time::Duration;

use anyhow::{Context, Result};
use quadrille_cover::CancelToken;
use rustix::net::sockopt::{Timeout, set_socket_timeout};
use tiny_http::{Header, Method, Request, Response, Server};

use self::files::{Contents, Files};
use crate::args::Web;
use crate::output::message::tell;
use crate::output::print_if_read;
use crate::status::Status;

/// How long the server waits for a request before it looks whether it was interrupted.
const WAIT: Duration = Duration::from_millis(100);

/// Answers at the same time. A browser asks for six; further requests wait.
const ANSWERS: usize = 128;

/// How long an answer waits for its reader to go on reading, so that those that stopped do not keep others waiting for ever.
const LONGEST: Duration = Duration::from_secs(60);

pub fn run(args: &Web, cancel: &CancelToken) -> Result<Status> {
    let files = Files::of(&args.folder)?;
    let listener = TcpListener::bind(("127.0.0.1", args.port)).map_err(|error| {
        anyhow::anyhow!(
            "found port {} not free ({error}); expected a free one; choose another by --port",
            args.port
        )
    })?;
    // Connections have it from the socket that they came in by.
    set_socket_timeout(&listener, Timeout::Send, Some(LONGEST))?;
    let address = listener.local_addr()?;
    let server = Server::from_listener(listener, None).map_err(anyhow::Error::from_boxed)?;
    let url = format!("http://{address}/");
    print_if_read(&format!("{url}\n"))?;
    tell("serving the page to this machine; Ctrl-C ends");
    if !args.no_open
        && let Err(error) = open::that_detached(&url)
    {
        tell(format_args!("no browser was opened ({error}); open the address by hand"));
    }
    let answers = Arc::new(());
    while !cancel.is_cancelled() {
        if Arc::strong_count(&answers) > ANSWERS {
            thread::sleep(WAIT);
            continue;
        }
        let request = server.recv_timeout(WAIT).context("the server of the page")?;
        let Some(request) = request else { continue };
        let response = answer(&request, &files, address.port());
        let place = Arc::clone(&answers);
        // A reader that goes away is no error of ours. It may also read slowly, so each has a thread.
        thread::spawn(move || {
            _ = request.respond(response);
            drop(place);
        });
    }
    Ok(Status::Positive)
}

fn answer(request: &Request, files: &Files, port: u16) -> Response<Cursor<Contents>> {
    let header = |name: &str, value: &str| {
        Header::from_bytes(name, value).expect("it has no letters but of ASCII")
    };
    let response = |status: u16, headers, bytes: Contents| {
        let length = bytes.len();
        Response::new(status.into(), headers, Cursor::new(bytes), Some(length), None)
            .with_chunked_threshold(usize::MAX)
    };
    let mut hosts = request.headers().iter().filter(|header| header.field.equiv("Host"));
    let host = hosts.next().map(|host| host.value.as_str().as_bytes());
    let is_read = matches!(request.method(), Method::Get | Method::Head);
    let path = request.url().split('?').next().unwrap_or_default();
    if !is_this_server(host, port) || hosts.next().is_some() {
        let why = b"found another Host than this server's address";
        return response(403, Vec::new(), why.as_slice().into());
    }
    match files.read(path).filter(|_| is_read) {
        Some((kind, bytes)) => {
            let headers = vec![header("Content-Type", kind), header("Cache-Control", "no-cache")];
            response(200, headers, bytes)
        }
        None => response(404, Vec::new(), b"not found".as_slice().into()),
    }
}

/// Whether a request was sent to this server by its own name.
fn is_this_server(host: Option<&[u8]>, port: u16) -> bool {
    let names = ["127.0.0.1", "localhost"].map(|name| format!("{name}:{port}"));
    let is_plain = |host: &[u8]| port == 80 && matches!(host, b"127.0.0.1" | b"localhost");
    host.is_some_and(|host| {
        is_plain(host) || names.iter().any(|name| host.eq_ignore_ascii_case(name.as_bytes()))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_its_own_names_are_answered() {
        for (host, is_own) in [
            (Some("127.0.0.1:8000"), true),
            (Some("localhost:8000"), true),
            (Some("LocalHost:8000"), true),
            (Some("127.0.0.1"), false),
            (Some("localhost:80"), false),
            (Some("evil.example:8000"), false),
            (Some("localhost:8000.evil.example"), false),
            (Some(""), false),
            (None, false),
        ] {
            assert_eq!(is_this_server(host.map(str::as_bytes), 8000), is_own, "{host:?}");
        }
        assert!(is_this_server(Some(b"localhost"), 80));
    }
}
