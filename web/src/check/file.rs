//! The file of a worker, read in pieces, and the table that is written, kept in pieces.

use std::io::{self, Read};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use wasm_bindgen::prelude::*;

#[wasm_bindgen]
extern "C" {
    /// Reads bytes of the file that the page has chosen. `page/worker.js` defines it.
    #[wasm_bindgen(catch, js_namespace = self, js_name = readPiece)]
    fn read_piece(begin: f64, length: f64) -> Result<Vec<u8>, JsValue>;

    /// Keeps a piece of the table for the page. `page/worker.js` defines it.
    #[wasm_bindgen(js_namespace = self, js_name = keepPiece)]
    fn keep(piece: Vec<u8>);

    /// Milliseconds since 1970.
    #[wasm_bindgen(js_namespace = Date, js_name = now)]
    pub fn now() -> f64;
}

/// Bytes read from the file at once: a call of the browser takes long compared with reading.
const AT_ONCE: f64 = (1 << 20) as f64;

/// Keeps a piece of the table for the page.
pub fn keep_piece(piece: Vec<u8>) {
    if !piece.is_empty() {
        keep(piece);
    }
}

/// The file of this worker.
pub struct FilePieces {
    size: f64,
    /// The place of the next byte to read.
    next: f64,
    piece: io::Cursor<Vec<u8>>,
    /// Number of bytes read, for the progress.
    read: Arc<AtomicU64>,
}

impl FilePieces {
    /// The file, which has this number of bytes.
    pub fn new(size: f64, read: Arc<AtomicU64>) -> Self {
        Self { size, next: 0.0, piece: io::Cursor::default(), read }
    }
}

impl Read for FilePieces {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = self.piece.read(buffer)?;
        if read > 0 || buffer.is_empty() || self.next >= self.size {
            return Ok(read);
        }
        let length = AT_ONCE.min(self.size - self.next);
        let piece = read_piece(self.next, length).map_err(|_| {
            io::Error::other(
                "the browser cannot read it: it may have changed or gone; choose it again",
            )
        })?;
        if piece.is_empty() {
            self.next = self.size; // the file has become shorter
            return Ok(0);
        }
        self.next += piece.len() as f64;
        self.read.fetch_add(piece.len() as u64, Ordering::Relaxed);
        self.piece = io::Cursor::new(piece);
        self.piece.read(buffer)
    }
}
