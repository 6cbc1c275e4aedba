//! `quadrille web`: serves the page in the browser to this machine.
//!
//! Only the files that are in the folder when the server starts can be asked for, each by its name, and by pages of this server
//! only: a page of another site whose name was made to lead here sends another `Host`. A file is in memory once, however
//! many readers there are.

mod files;

use std::io::{self, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::sync::Arc;
use std::thread;
use std::time::Duration;

use anyhow::Result;
use httparse::{EMPTY_HEADER, Status as Parsed};
use quadrille_cover::CancelToken;
use rustix::event::{PollFd, PollFlags, Timespec, poll};

use self::files::{Contents, Files};
use crate::args::Web;
use crate::output::message::tell;
use crate::output::print_if_read;
use crate::status::Status;

/// How long the server waits for a connection before it looks whether it was interrupted.
const WAIT: Duration = Duration::from_millis(100);

/// Connections at the same time. A browser opens six; further ones wait.
const CONNECTIONS: usize = 128;

/// How long a connection may be silent, and how long an answer waits for its reader to go on reading, so that those that
/// stopped do not keep others waiting for ever.
const LONGEST: Duration = Duration::from_secs(60);

/// The most bytes of a request; browsers send some hundred.
const REQUEST: usize = 16 << 10;

pub fn run(args: &Web, cancel: &CancelToken) -> Result<Status> {
    let files = Arc::new(Files::of(&args.folder)?);
    let listener = TcpListener::bind(("127.0.0.1", args.port)).map_err(|error| {
        anyhow::anyhow!(
            "found port {} not free ({error}); expected a free one; choose another by --port",
            args.port
        )
    })?;
    let address = listener.local_addr()?;
    let url = format!("http://{address}/");
    print_if_read(&format!("{url}\n"))?;
    tell("serving the page to this machine; Ctrl-C ends");
    if !args.no_open
        && let Err(error) = open::that_detached(&url)
    {
        tell(format_args!("no browser was opened ({error}); open the address by hand"));
    }
    let wait = Timespec::try_from(WAIT)?;
    while !cancel.is_cancelled() {
        // Each connection has a reference to the files, beside this one.
        if Arc::strong_count(&files) > CONNECTIONS {
            thread::sleep(WAIT);
            continue;
        }
        if !matches!(poll(&mut [PollFd::new(&listener, PollFlags::IN)], Some(&wait)), Ok(1..)) {
            continue;
        }
        let Ok((stream, _)) = listener.accept() else {
            // For example, too many files are open. Some may be closed soon.
            thread::sleep(WAIT);
            continue;
        };
        let (files, port) = (Arc::clone(&files), address.port());
        // A reader that goes away, or sends no request, is no error of ours. Without a thread the connection is closed.
        _ = thread::Builder::new().spawn(move || serve(stream, &files, port));
    }
    Ok(Status::Positive)
}

/// Answers the requests of a connection, until it is closed or sends none for some time.
fn serve(mut stream: TcpStream, files: &Files, port: u16) -> io::Result<()> {
    stream.set_read_timeout(Some(LONGEST))?;
    stream.set_write_timeout(Some(LONGEST))?;
    let mut bytes = Vec::new();
    loop {
        let mut headers = [EMPTY_HEADER; 64];
        let mut request = httparse::Request::new(&mut headers);
        match request.parse(&bytes) {
            Ok(Parsed::Complete(length)) => {
                let (head, body, is_last) = answer(&request, files, port);
                stream.write_all(head.as_bytes())?;
                stream.write_all(&body)?;
                if is_last {
                    return Ok(());
                }
                bytes.drain(..length);
            }
            Ok(Parsed::Partial) if bytes.len() < REQUEST => {
                let mut piece = [0; 4096];
                match stream.read(&mut piece)? {
                    0 => return Ok(()),
                    length => bytes.extend_from_slice(&piece[..length]),
                }
            }
            Ok(Parsed::Partial) | Err(_) => {
                return stream.write_all(b"HTTP/1.1 400 Bad Request\r\nConnection: close\r\n\r\n");
            }
        }
    }
}

/// The head and the body of the answer to a request, and whether the connection ends with it.
fn answer(
    request: &httparse::Request<'_, '_>,
    files: &Files,
    port: u16,
) -> (String, Contents, bool) {
    let all = |name: &'static str| {
        let headers = request.headers.iter();
        headers.filter(move |header| header.name.eq_ignore_ascii_case(name)).map(|it| it.value)
    };
    let mut hosts = all("Host");
    let (host, is_one) = (hosts.next(), hosts.next().is_none());
    let path = request.path.unwrap_or_default().split('?').next().unwrap_or_default();
    let is_head = request.method == Some("HEAD");
    let is_read = is_head || request.method == Some("GET");
    let text = |status, text: &str| (status, "text/plain", Contents::from(text.as_bytes()));
    let (status, kind, body) = if !(is_one && is_this_server(host, port)) {
        text("403 Forbidden", "found another Host than this server's address")
    } else if let Some((kind, bytes)) = files.read(path).filter(|_| is_read) {
        ("200 OK", kind, bytes)
    } else {
        text("404 Not Found", "not found")
    };
    // A request that may have a body is the last, as what follows it is no request.
    let is_closed = all("Connection").any(|value| value.eq_ignore_ascii_case(b"close"));
    let is_last = is_closed || request.version == Some(0) || !is_read;
    let head = format!(
        "HTTP/1.1 {status}\r\nContent-Type: {kind}\r\nCache-Control: no-cache\r\nContent-Length: {}\r\n{}\r\n",
        body.len(),
        if is_last { "Connection: close\r\n" } else { "" }
    );
    (head, if is_head { Contents::default() } else { body }, is_last)
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
