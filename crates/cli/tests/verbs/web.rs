//! `quadrille web`: the server of the page.

use std::io::{Read, Write};
use std::net::TcpStream;
use std::time::Duration;

use crate::common::Folder;
use crate::common::server::Server;

fn connect(server: &Server) -> TcpStream {
    let stream = TcpStream::connect(server.host()).expect("it listens");
    stream.set_read_timeout(Some(Duration::from_secs(30))).expect("a timeout is possible");
    stream
}

/// The whole answer to a request, in lower case: the names of headers have none.
fn ask(server: &Server, request: &str) -> String {
    let mut stream = connect(server);
    write!(stream, "{request} HTTP/1.1\r\nHost: {}\r\nConnection: close\r\n\r\n", server.host())
        .expect("it reads");
    let mut answer = String::new();
    stream.read_to_string(&mut answer).expect("it answers");
    answer.to_lowercase()
}

/// A folder with a page in its folder `page`, and a file beside that.
fn folder() -> Folder {
    let folder = Folder::with("secret.html", "secret");
    std::fs::create_dir(folder.path("page")).expect("there is room");
    folder.write("page/index.html", "the page");
    folder.write("page/code.wasm", "code");
    folder
}

#[test]
fn only_files_of_the_folder_are_served_and_only_read() {
    let folder = folder();
    let server = Server::of(&folder.path("page"));
    for path in ["/", "/?x", "/index.html"] {
        let answer = ask(&server, &format!("GET {path}"));
        assert!(answer.starts_with("http/1.1 200 ok"), "{answer}");
        assert!(answer.contains("content-type: text/html"), "{answer}");
        assert!(answer.ends_with("\r\n\r\nthe page"), "{answer}");
    }
    assert!(ask(&server, "GET /code.wasm").contains("content-type: application/wasm"));
    let head = ask(&server, "HEAD /");
    assert!(head.contains("content-length: 8\r\n") && head.ends_with("\r\n\r\n"), "{head}");
    for request in [
        "GET /../secret.html",
        "GET /%2e%2e/secret.html",
        "GET /secret.html",
        "POST /",
        "GET /none",
    ] {
        let answer = ask(&server, request);
        assert!(answer.starts_with("http/1.1 404"), "{request}: {answer}");
    }
}

#[test]
fn connections_without_a_request_do_not_keep_others_waiting() {
    let folder = folder();
    let server = Server::of(&folder.path("page"));
    // A browser opens connections before it needs them, and keeps those that it has used.
    let idle: Vec<TcpStream> = (0..50).map(|_| connect(&server)).collect();
    let mut kept = Vec::new();
    for _ in 0..50 {
        let mut stream = connect(&server);
        write!(stream, "GET / HTTP/1.1\r\nHost: {}\r\n\r\n", server.host()).expect("it reads");
        kept.push(stream);
    }
    for stream in &mut kept {
        let mut begin = [0; 15];
        stream.read_exact(&mut begin).expect("each request is answered");
        assert_eq!(&begin, b"HTTP/1.1 200 OK");
    }
    drop(idle);
}

#[test]
fn a_folder_without_a_page_is_refused() {
    let folder = Folder::with("x.txt", "");
    let refused = folder.quadrille("web . --no-open");
    let says = ".: found no index.html; expected the folder that the script `web/build`";
    assert!(refused.error().starts_with(says), "{refused:?}");
}
