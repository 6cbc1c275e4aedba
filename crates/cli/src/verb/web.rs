//! `quadrille web`: serves the page in the browser to this machine.
//!
//! Only the files that are in the folder when the server starts can be asked for, each by its name.

use std::collections::HashMap;
use std::fs::{self, File};
use std::io::ErrorKind;
use std::path::PathBuf;
use std::time::Duration;

use anyhow::{Context, Result, bail};
use quadrille_cover::CancelToken;
use tiny_http::{Header, Method, Request, Response, Server};

use crate::Status;
use crate::args::Web;
use crate::output::message::tell;
use crate::output::print_if_read;

/// The file that is served for `/`.
const INDEX: &str = "index.html";

/// How long the server waits for a request before it looks whether it was interrupted.
const WAIT: Duration = Duration::from_millis(100);

pub fn run(args: &Web, cancel: &CancelToken) -> Result<Status> {
    let files = files(args)?;
    let server = Server::http(("127.0.0.1", args.port)).map_err(|error| {
        anyhow::anyhow!(
            "found port {} not free ({error}); expected a free one; choose another by --port",
            args.port
        )
    })?;
    let address = server.server_addr().to_ip().context("the server listens on an IP address")?;
    let address = format!("http://{address}/");
    print_if_read(&format!("{address}\n"))?;
    tell("serving the page to this machine; Ctrl-C ends");
    if !args.no_open
        && let Err(error) = open::that_detached(&address)
    {
        tell(format_args!("no browser was opened ({error}); open the address by hand"));
    }
    while !cancel.is_cancelled() {
        match server.recv_timeout(WAIT) {
            Ok(Some(request)) => answer(request, &files),
            Ok(None) => {}
            Err(error) if error.kind() == ErrorKind::Interrupted => {}
            Err(error) => return Err(error.into()),
        }
    }
    Ok(Status::Positive)
}

/// The files of the folder, by the paths under which they are asked for.
fn files(args: &Web) -> Result<HashMap<String, PathBuf>> {
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

/// Answers a request. A reader that goes away is no error of ours.
fn answer(request: Request, files: &HashMap<String, PathBuf>) {
    let path = request.url().split(['?', '#']).next().unwrap_or_default();
    let is_read = matches!(request.method(), Method::Get | Method::Head);
    let found = files.get(path).filter(|_| is_read);
    let opened =
        found.and_then(|path| Some((kind(path.extension()?.to_str()?), File::open(path).ok()?)));
    let _ = match opened {
        Some((kind, file)) => {
            let response = Response::from_file(file).with_header(header("Content-Type", kind));
            request.respond(response.with_header(header("Cache-Control", "no-cache")))
        }
        None => request.respond(Response::from_string("not found").with_status_code(404)),
    };
}

fn header(name: &str, value: &str) -> Header {
    Header::from_bytes(name, value).expect("names and values are plain text")
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
