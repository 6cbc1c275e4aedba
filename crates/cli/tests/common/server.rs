//! `quadrille web`, started by a test.

use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Child, Stdio};

/// A server, which ends with the test.
pub struct Server {
    process: Child,
    address: String,
}

impl Server {
    /// Serves the page in a folder.
    pub fn of(folder: &Path) -> Self {
        let mut command = super::command("web --no-open");
        command.arg(folder).stdin(Stdio::null());
        let mut process =
            command.stdout(Stdio::piped()).stderr(Stdio::null()).spawn().expect("it starts");
        let mut address = String::new();
        let stdout = process.stdout.as_mut().expect("it is a pipe");
        BufReader::new(stdout).read_line(&mut address).expect("it says its address");
        Self { process, address: address.trim().to_owned() }
    }

    /// The address of the page, as `http://127.0.0.1:PORT/`.
    pub fn address(&self) -> &str {
        &self.address
    }

    /// The host and the port of the address.
    pub fn host(&self) -> &str {
        self.address.trim_start_matches("http://").trim_end_matches('/')
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        _ = self.process.kill();
        _ = self.process.wait();
    }
}
