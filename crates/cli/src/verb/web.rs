//! `quadrille web`: serves the page in the browser to this machine.
//!
//! Only the files that are in the folder when the server starts can be asked for, each by its name.

use std::collections::HashMap;
use std::convert::Infallible;
use std::fs;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use anyhow::{Context, Result, bail};
use http_body_util::Full;
use hyper::body::{Bytes, Incoming};
use hyper::header::{CACHE_CONTROL, CONTENT_TYPE};
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper::{Method, Request, Response, StatusCode};
use hyper_util::rt::{TokioIo, TokioTimer};
use quadrille_cover::CancelToken;
use tokio::net::TcpListener;
use tokio::runtime;
use tokio::time::timeout;

use crate::Status;
use crate::args::Web;
use crate::output::message::tell;
use crate::output::print_if_read;

/// The file that is served for `/`.
const INDEX: &str = "index.html";

/// How long the server waits for a request before it looks whether it was interrupted.
const WAIT: Duration = Duration::from_millis(100);

/// The files that are served, by the paths under which they are asked for.
type Files = HashMap<String, PathBuf>;

pub fn run(args: &Web, cancel: &CancelToken) -> Result<Status> {
    let files = Arc::new(files(args)?);
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
    let address = format!("http://{}/", listener.local_addr()?);
    print_if_read(&format!("{address}\n"))?;
    tell("serving the page to this machine; Ctrl-C ends");
    if !args.no_open
        && let Err(error) = open::that_detached(&address)
    {
        tell(format_args!("no browser was opened ({error}); open the address by hand"));
    }
    while !cancel.is_cancelled() {
        let Ok(accepted) = timeout(WAIT, listener.accept()).await else { continue };
        let Ok((stream, _)) = accepted else {
            // For example, too many files are open. Some may be closed soon.
            tokio::time::sleep(WAIT).await;
            continue;
        };
        let files = Arc::clone(&files);
        tokio::spawn(async move {
            let answers = service_fn(|request| {
                let answer = answer(&request, &files);
                async { Ok::<_, Infallible>(answer) }
            });
            // A reader that goes away, or sends no request, is no error of ours.
            let mut connection = http1::Builder::new();
            _ = connection
                .timer(TokioTimer::new())
                .serve_connection(TokioIo::new(stream), answers)
                .await;
        });
    }
    Ok(Status::Positive)
}

/// The files of the folder, by the paths under which they are asked for.
fn files(args: &Web) -> Result<Files> {
    let folder = args.folder.display();
    let how = "expected the folder that the script `web/build` of the repository makes";
    let entries = fs::read_dir(&args.folder).with_context(|| format!("{folder}: {how}"))?;
    let mut files = HashMap::new();
    for entry in entries {
        let entry = entry?;
        if let (true, Ok(name)) = (entry.path().is_file(), entry.file_name().into_string()) {
            files.insert(format!("/{name}"), entry.path());
        }
    }
    match files.get(&format!("/{INDEX}")).cloned() {
        None => bail!("{folder}: found no {INDEX}; {how}"),
        Some(index) => files.insert("/".to_owned(), index),
    };
    Ok(files)
}

/// Answers a request. A file is read again each time, so that a change is seen by reloading the page.
fn answer(request: &Request<Incoming>, files: &Files) -> Response<Full<Bytes>> {
    let is_read = matches!(*request.method(), Method::GET | Method::HEAD);
    let found = files.get(request.uri().path()).filter(|_| is_read);
    let read =
        found.and_then(|path| Some((kind(path.extension()?.to_str()?), fs::read(path).ok()?)));
    let response = match read {
        Some((kind, bytes)) => Response::builder()
            .header(CONTENT_TYPE, kind)
            .header(CACHE_CONTROL, "no-cache")
            .body(Full::from(bytes)),
        None => Response::builder().status(StatusCode::NOT_FOUND).body(Full::from("not found")),
    };
    response.expect("all parts are valid")
}

/// The media type of a file.
fn kind(extension: &str) -> &'static str {
    match extension {
        "html" => "text/html; charset=utf-8",
        "css" => "text/css; charset=utf-8",
        "js" => "text/javascript; charset=utf-8",
        "wasm" => "application/wasm",
        _ => "application/octet-stream",
    }
}
