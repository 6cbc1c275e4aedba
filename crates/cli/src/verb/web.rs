//! `quadrille web`: serves the page in the browser to this machine.
//!
//! Only the files that are in the folder when the server starts can be asked for, each by its name, and by pages of this server
//! only: a page of another site whose name was made to lead here sends another `Host`. A file is in memory once, however
//! many readers there are.

mod files;

use std::convert::Infallible;
use std::sync::Arc;
use std::time::Duration;

use anyhow::Result;
use http_body_util::Full;
use hyper::body::{Bytes, Incoming};
use hyper::header::{CACHE_CONTROL, CONTENT_TYPE, HOST, HeaderValue};
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper::{Method, Request, Response, StatusCode};
use hyper_util::rt::{TokioIo, TokioTimer};
use quadrille_cover::CancelToken;
use tokio::net::TcpListener;
use tokio::runtime;
use tokio::sync::Semaphore;
use tokio::time::timeout;

use self::files::Files;
use crate::args::Web;
use crate::output::message::tell;
use crate::output::print_if_read;
use crate::status::Status;

/// How long the server waits for a request before it looks whether it was interrupted.
const WAIT: Duration = Duration::from_millis(100);

/// Connections at the same time. A browser opens six; further ones wait.
const CONNECTIONS: usize = 128;

/// How long a connection may last, so that readers that stopped reading do not keep others waiting for ever.
const LONGEST: Duration = Duration::from_secs(600);

pub fn run(args: &Web, cancel: &CancelToken) -> Result<Status> {
    let files = Arc::new(Files::of(&args.folder)?);
    runtime::Builder::new_current_thread()
        .enable_all()
        .build()?
        .block_on(serve(args, files, cancel))
}

async fn serve(args: &Web, files: Arc<Files>, cancel: &CancelToken) -> Result<Status> {
    let listener = TcpListener::bind(("127.0.0.1", args.port)).await.map_err(|error| {
        anyhow::anyhow!(
            "found port {} not free ({error}); expected a free one; choose another by --port",
            args.port
        )
    })?;
    let port = listener.local_addr()?.port();
    let address = format!("http://{}/", listener.local_addr()?);
    let places = Arc::new(Semaphore::new(CONNECTIONS));
    print_if_read(&format!("{address}\n"))?;
    tell("serving the page to this machine; Ctrl-C ends");
    if !args.no_open
        && let Err(error) = open::that_detached(&address)
    {
        tell(format_args!("no browser was opened ({error}); open the address by hand"));
    }
    while !cancel.is_cancelled() {
        let Ok(place) = timeout(WAIT, Arc::clone(&places).acquire_owned()).await else { continue };
        let Ok(accepted) = timeout(WAIT, listener.accept()).await else { continue };
        let Ok((stream, _)) = accepted else {
            // For example, too many files are open. Some may be closed soon.
            tokio::time::sleep(WAIT).await;
            continue;
        };
        let files = Arc::clone(&files);
        tokio::spawn(async move {
            let answers = service_fn(|request| {
                let answer = answer(&request, &files, port);
                async { Ok::<_, Infallible>(answer) }
            });
            // A reader that goes away, or sends no request, is no error of ours.
            let mut connection = http1::Builder::new();
            let connection = connection.timer(TokioTimer::new());
            _ = timeout(LONGEST, connection.serve_connection(TokioIo::new(stream), answers)).await;
            drop(place);
        });
    }
    Ok(Status::Positive)
}

/// Answers a request.
fn answer(request: &Request<Incoming>, files: &Files, port: u16) -> Response<Full<Bytes>> {
    let host = request.headers().get(HOST).map(HeaderValue::as_bytes);
    let refused = |status, why| Response::builder().status(status).body(Full::from(why));
    let is_read = matches!(*request.method(), Method::GET | Method::HEAD);
    let response = if !is_this_server(host, port) {
        refused(StatusCode::FORBIDDEN, "found another Host than this server's address")
    } else if let Some((kind, bytes)) = files.read(request.uri().path()).filter(|_| is_read) {
        Response::builder()
            .header(CONTENT_TYPE, kind)
            .header(CACHE_CONTROL, "no-cache")
            .body(Full::from(bytes))
    } else {
        refused(StatusCode::NOT_FOUND, "not found")
    };
    response.expect("all parts are valid")
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
