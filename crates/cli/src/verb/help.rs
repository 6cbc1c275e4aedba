//! `quadrille help PAGE`: a page of the documentation, for those who have the program and not its repository.

use std::io::{Read, Write};

use anyhow::Result;
use flate2::read::GzDecoder;

use crate::output::stdout;
use crate::status::Status;

/// The name of each page of `docs/`, in capitals, and its text, compressed.
const PAGES: &[(&str, &[u8])] = include!(concat!(env!("OUT_DIR"), "/pages.rs"));

/// The page that the words of a command line ask for: `help PAGE`, where a page is named as messages name it, `docs/PAGE.md`, or without
/// folder and ending. Verbs are in small letters, so no page is meant by them.
pub fn asked(words: impl IntoIterator<Item = String>) -> Option<&'static str> {
    let mut words = words.into_iter().skip(1);
    let (Some("help"), Some(page), None) = (words.next().as_deref(), words.next(), words.next())
    else {
        return None;
    };
    let name = page.strip_prefix("docs/").unwrap_or(&page);
    let name = name.strip_suffix(".md").unwrap_or(name);
    PAGES.iter().map(|(known, _)| *known).find(|known| *known == name)
}

pub fn run(page: &str) -> Result<Status> {
    let (_, compressed) = PAGES.iter().find(|(name, _)| *name == page).expect("it was asked for");
    let mut text = String::new();
    GzDecoder::new(*compressed).read_to_string(&mut text)?;
    let mut out = stdout();
    out.write_all(text.as_bytes())?;
    out.flush()?;
    Ok(Status::Positive)
}

/// The names of all pages, in lines of the help.
pub fn names() -> String {
    let names: Vec<&str> = PAGES.iter().map(|(name, _)| *name).collect();
    let lines: Vec<String> =
        names.chunks(6).map(|line| format!("  {}\n", line.join(" "))).collect();
    lines.concat()
}
