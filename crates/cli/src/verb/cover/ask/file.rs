//! The files of `compile`: the text of a diagram with a checksum behind it, or d-DNNF.

use std::fmt::Write as _;
use std::path::Path;

use anyhow::{Result, anyhow, bail};
use quadrille_cover::diagram::{Diagram, HEAD};
use quadrille_results::Fingerprint;

use crate::output::Destination;

/// The word before the checksum, in the last line.
const CHECKSUM: &str = "sha256 ";

/// Whether these are the bytes of a diagram.
pub fn is_diagram(text: &[u8]) -> bool {
    let words = HEAD.rsplit_once(' ').map_or(HEAD, |(words, _)| words);
    text.starts_with(words.as_bytes())
}

/// Writes a diagram, with a comment before its problem.
pub fn write(
    diagram: &Diagram,
    comment: Option<&str>,
    path: Option<&Path>,
    force: bool,
) -> Result<()> {
    let out = Destination::open(path, force)?;
    let extension = path.and_then(Path::extension);
    if extension.is_some_and(|extension| extension.eq_ignore_ascii_case("nnf")) {
        return out.finish_with(diagram.nnf().to_string().as_bytes());
    }
    let mut text = diagram.text(comment).to_string();
    let checksum = Fingerprint::of(text.as_bytes());
    writeln!(text, "{CHECKSUM}{checksum}").expect("writing to a string does not fail");
    out.finish_with(text.as_bytes())
}

/// Reads a diagram. Lines may end with CRLF, as some programs write them.
pub fn parsed(name: &str, text: &[u8]) -> Result<Diagram> {
    let text = str::from_utf8(text).map_err(|error| anyhow!("{name}: {error}; expected UTF-8"))?;
    let text = text.replace("\r\n", "\n");
    let at = text.trim_end_matches('\n').rfind('\n').map_or(0, |at| at + 1);
    let (body, last) = text.split_at(at);
    let line = body.lines().count() + 1;
    let again = "copy the file anew, or write it again with `quadrille compile`";
    let Some(claimed) = last.trim_end_matches('\n').strip_prefix(CHECKSUM) else {
        bail!(
            "{name}:{line}:1: found no checksum in the last line; expected `{CHECKSUM}` and 64 digits; {again}"
        );
    };
    if claimed != Fingerprint::of(body.as_bytes()).to_string() {
        bail!("{name}:{line}:8: found a checksum that is not that of the lines before it; {again}");
    }
    Diagram::parse(body).map_err(|error| anyhow!("{name}:{error}"))
}
