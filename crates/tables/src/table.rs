//! A table, read block by block.

use std::sync::Arc;

use crate::block::Block;
use crate::buffer::Buffer;
use crate::contained::contained;
use crate::parts::Parts;
use crate::{Kind, Layout, TableError, delimited, json};

/// A table that is read block by block.
pub struct Table {
    /// How the rows are laid out.
    pub layout: Arc<Layout>,
    /// The first record as it stands, if it names the columns.
    pub(crate) head: Vec<u8>,
    pub(crate) source: Source,
    /// Number of rows read so far.
    rows: u64,
    ended: bool,
}

pub(crate) enum Source {
    /// Text, and where the reading is if it is JSON.
    Text(Buffer, json::Place),
    #[cfg(feature = "parquet")]
    Parquet(Box<crate::parquet::Rows>),
}

impl Table {
    /// A table before its first row.
    pub(crate) fn new(layout: Layout, head: Vec<u8>, source: Source) -> Self {
        Self { layout: Arc::new(layout), head, source, rows: 0, ended: false }
    }

    /// The next rows, up to a number; `None` at the end, and after an error. `before_read` is called before each read
    /// that may block.
    ///
    /// # Errors
    /// The source cannot be read further.
    pub fn next_block(
        &mut self,
        most: usize,
        before_read: &mut dyn FnMut(),
    ) -> Option<Result<Block, TableError>> {
        if self.ended {
            return None;
        }
        let next = contained(|| match &mut self.source {
            Source::Text(buffer, place) => {
                next_text(buffer, place, &self.layout, most, before_read)
            }
            #[cfg(feature = "parquet")]
            Source::Parquet(rows) => rows.next(most, &self.layout),
        });
        match next {
            Ok(Some(mut block)) => {
                block.row = self.rows + 1;
                self.rows += block.rows as u64;
                Some(Ok(block))
            }
            Ok(None) => {
                self.ended = true;
                None
            }
            Err(error) => {
                self.ended = true;
                Some(Err(match error {
                    TableError::Wrong(what) if self.layout.kind == Kind::Parquet => {
                        TableError::Wrong(format!("after row {}: {what}", self.rows))
                    }
                    other => other,
                }))
            }
        }
    }
}

/// The next rows of text. Their number in the table is not set yet.
fn next_text(
    buffer: &mut Buffer,
    place: &mut json::Place,
    layout: &Arc<Layout>,
    most: usize,
    before_read: &mut dyn FnMut(),
) -> Result<Option<Block>, TableError> {
    loop {
        let found = match layout.kind {
            _ if !buffer.skip_line() => None,
            Kind::Delimited(separator) => delimited::next(buffer, separator, layout, most),
            Kind::JsonLines => json::next_lines(buffer, most),
            Kind::Json | Kind::Parquet => next_value(buffer, place)?,
        };
        if let Some((length, rows, parts)) = found {
            let line = buffer.line();
            let text = buffer.take(length);
            let is_line = !matches!(layout.kind, Kind::Json | Kind::Parquet);
            if is_line && matches!(parts, Parts::Refused(_)) && !text.ends_with(b"\n") {
                buffer.leave_line();
            }
            if rows > 0 {
                return Ok(Some(Block {
                    layout: Arc::clone(layout),
                    row: 0,
                    line,
                    rows,
                    text,
                    parts,
                }));
            }
            // All lines were blank.
            continue;
        }
        if buffer.ended() {
            return Ok(None);
        }
        before_read();
        buffer.fill()?;
    }
}

/// The next value of JSON: as [`delimited::next`].
fn next_value(
    buffer: &mut Buffer,
    place: &mut json::Place,
) -> Result<Option<(usize, usize, Parts)>, TableError> {
    match place.next(buffer.rest(), buffer.ended()) {
        Ok((skipped, next)) => {
            buffer.skip(skipped);
            Ok(match next {
                json::Next::Row(length, None) => Some((length, 1, Parts::One)),
                json::Next::Row(length, Some(why)) => Some((length, 1, Parts::Refused(why))),
                json::Next::End | json::Next::More => None,
            })
        }
        Err((skipped, what)) => {
            buffer.skip(skipped);
            Err(TableError::Wrong(format!("line {}: {what}", buffer.line())))
        }
    }
}
