//! Where isomorphs come from: the fingerprint of their source, and the manifest beside their file.

use std::io::{self, Read};
use std::mem;
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};

use clap::ValueEnum;
use quadrille_harness::corpus::manifest::Manifest;
use quadrille_harness::corpus::manifest::provenance::{Hashed, Histogram, Made};
use quadrille_harness::files;

use super::changed;
use crate::args::{Transform, TransformOutput};
use crate::input::Bytes;
use crate::output::described::{names, on_command_line};
use crate::output::plural;

/// The fingerprint of a source, which grows while another thread reads the source.
pub struct HashedInput(Arc<Mutex<Hashed<io::Sink>>>);

impl HashedInput {
    /// Puts the computation of the fingerprint between a source and its reader.
    pub fn around(input: &mut Bytes) -> Self {
        let hash = Arc::new(Mutex::new(Hashed::new(io::sink())));
        let inner = mem::replace(input, Box::new(io::empty()));
        *input = Box::new(Reader { inner, hash: Arc::clone(&hash) });
        Self(hash)
    }

    /// The SHA-256 of the bytes read so far.
    fn finish(self) -> String {
        let mut hash = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        mem::replace(&mut *hash, Hashed::new(io::sink())).finish().1
    }
}

struct Reader {
    inner: Bytes,
    hash: Arc<Mutex<Hashed<io::Sink>>>,
}

impl Read for Reader {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = self.inner.read(buffer)?;
        let mut hash = self.hash.lock().unwrap_or_else(PoisonError::into_inner);
        io::Write::write_all(&mut *hash, &buffer[..read])?;
        Ok(read)
    }
}

#[derive(Default)]
pub struct Written {
    /// Number of puzzles read.
    pub sources: u64,
    /// Number of puzzles that could not be read or have no canonical form.
    pub refused: u64,
    /// Number of puzzles written.
    pub puzzles: usize,
    /// Puzzles written by their number of clues.
    pub histogram: Histogram,
}

/// The source of isomorphs, read to its end.
pub struct Source {
    /// The argument, without the folder of a file.
    name: String,
    sha256: String,
    /// The manifest beside a file, if it describes this file.
    manifest: Option<Manifest>,
}

impl Source {
    pub fn new(input: &str, hash: HashedInput) -> Self {
        let sha256 = hash.finish();
        let path = Path::new(input);
        if input == "-" || !path.is_file() {
            return Self { name: input.to_owned(), sha256, manifest: None };
        }
        let text = Manifest::beside(path).and_then(|beside| files::regular_text(&beside).ok());
        let manifest = text.and_then(|text| Manifest::parse(&text).ok());
        let manifest = manifest.filter(|manifest| manifest.sha256.as_ref() == Some(&sha256));
        Self { name: names(path).0, sha256, manifest }
    }
}

/// The manifest of the isomorphs. What does not change between isomorphs is taken from the manifest of the source.
pub fn manifest(args: &Transform, written: &Written, of: &Source, sha256: String) -> Manifest {
    let (file, name) = names(args.out.as_deref().expect("a manifest lies beside a file"));
    let options = options(args);
    let seed = if args.canonical { String::new() } else { format!(" --seed {}", args.seed) };
    let source = quoted(&of.name);
    let command = format!("quadrille transform{}{seed} {source}", on_command_line(&options));
    let mut options: Vec<_> =
        options.into_iter().map(|(name, value)| (name.to_owned(), value)).collect();
    options.push(("source".to_owned(), of.name.clone()));
    options.push(("source_sha256".to_owned(), of.sha256.clone()));
    let method = if args.canonical { "canonical form" } else { "isomorphs" };
    let made = Made {
        command,
        version: env!("CARGO_PKG_VERSION").to_owned(),
        seed: args.seed,
        method: method.to_owned(),
        options: options.into_iter().collect(),
    };
    let sources = plural(written.sources, "puzzle");
    let about = match args.isomorphs {
        _ if args.canonical => format!("the canonical forms of {sources}"),
        1 => format!("an isomorph of each of {sources}"),
        many => format!("{many} isomorphs of each of {sources}"),
    };
    let generated = Manifest::for_generated(name, about, made);
    let known = of.manifest.as_ref();
    let source = format!("made with the command below from {}", of.name);
    Manifest {
        source: known
            .map_or(source.clone(), |known| format!("{source}, which is: {}", known.source)),
        licence: known.map_or_else(|| "that of the source".to_owned(), |m| m.licence.clone()),
        task: known.map_or(generated.task, |known| known.task),
        answer: known.and_then(|known| known.answer),
        file: Some(file),
        sha256: Some(sha256),
        puzzles: Some(written.puzzles),
        histogram: Some(written.histogram.clone()),
        ..generated
    }
}

/// The options, except the seed, that determine the puzzles, as on the command line.
fn options(args: &Transform) -> Vec<(&'static str, String)> {
    let mut options = Vec::new();
    let mut add = |name, value: Option<String>| options.extend(value.map(|value| (name, value)));
    add("canonical", args.canonical.then(String::new));
    add("isomorphs", (!args.canonical).then(|| args.isomorphs.to_string()));
    add("change", changed(&args.change));
    let format = Some(args.source.format).filter(|format| !format.is_auto());
    add("format", format.map(|format| format.name().to_owned()));
    add("column", args.source.column.clone());
    add("size", args.source.size.map(|size| size.side().to_string()));
    let output = Some(args.output).filter(|&output| output != TransformOutput::Line);
    let name = |output: TransformOutput| Some(output.to_possible_value()?.get_name().to_owned());
    add("output", output.and_then(name));
    options
}

fn quoted(word: &str) -> String {
    let plain = |c: char| c.is_ascii_alphanumeric() || "-_./,+=".contains(c);
    if !word.is_empty() && word.chars().all(plain) {
        return word.to_owned();
    }
    format!("'{}'", word.replace('\'', "'\\''"))
}
