//! Links of f-puzzles and SudokuPad: puzzles under the rules that these programs and ours know, read and written.
//!
//! A link holds a puzzle as JSON, compressed by lz-string and written in base 64. Both programs read the format of f-puzzles. What a puzzle asks for
//! beyond cells, such as cages or arrows, is refused by its name.

use std::collections::BTreeMap;

use quadrille_sudoku::rules::read::MARK;
use quadrille_sudoku::rules::{Kind, Rules, Spec};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use thiserror::Error;

/// What comes before the data of a link of f-puzzles.
const F_PUZZLES: &str = "https://f-puzzles.com/?load=";
/// What marks the data of such a puzzle in links of both programs.
const MARKS: [&str; 2] = ["load=", "fpuzzles"];
/// Names of what says nothing about the rules.
const SILENT: [&str; 7] =
    ["title", "author", "ruleset", "solution", "successMessage", "highlightConflicts", "negative"];
/// The rules that are a word in both.
const WORDS: [(&str, &str); 4] = [
    ("antiknight", "anti-knight"),
    ("antiking", "anti-king"),
    ("nonconsecutive", "non-consecutive"),
    ("disjointgroups", "disjoint"),
];
/// The letters of regions in a drawing.
const LETTERS: &[u8; 25] = b"abcdefghijklmnopqrstuvwxy";

/// A link that is no puzzle under rules that are known here, or a puzzle that no link can hold.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{0}")]
pub struct LinkError(String);

fn wrong<T>(text: impl Into<String>) -> Result<T, LinkError> {
    Err(LinkError(text.into()))
}

/// A puzzle as f-puzzles holds it.
#[derive(Debug, Default, Deserialize, Serialize)]
#[serde(default)]
struct Page {
    size: usize,
    grid: Vec<Vec<Cell>>,
    #[serde(rename = "diagonal+", skip_serializing_if = "std::ops::Not::not")]
    rising: bool,
    #[serde(rename = "diagonal-", skip_serializing_if = "std::ops::Not::not")]
    falling: bool,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    extraregion: Vec<Extra>,
    #[serde(flatten)]
    others: BTreeMap<String, Value>,
}

#[derive(Clone, Debug, Default, Deserialize, Serialize)]
#[serde(default)]
struct Cell {
    #[serde(skip_serializing_if = "Option::is_none")]
    value: Option<u8>,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    given: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    region: Option<usize>,
}

#[derive(Debug, Default, Deserialize, Serialize)]
#[serde(default)]
struct Extra {
    cells: Vec<String>,
}

/// Whether a text is meant as a link.
pub fn is_link(text: &str) -> bool {
    let text = text.trim();
    (text.starts_with("https://") || text.starts_with("http://"))
        && MARKS.iter().any(|mark| text.contains(mark))
}

/// The puzzle of a link as text: a line that says its rules, and the givens on a line.
///
/// # Errors
/// The link holds no puzzle, or one under rules that are not known here.
pub fn text(link: &str) -> Result<String, LinkError> {
    let data = MARKS.iter().find_map(|mark| link.trim().split_once(mark));
    let data = unescaped(data.map_or(link, |(_, data)| data));
    let json =
        lz_str::decompress_from_base64(&data).and_then(|json| String::from_utf16(&json).ok());
    let page = json.and_then(|json| serde_json::from_str::<Page>(&json).ok());
    let Some(page) = page else {
        return wrong(
            "found a link whose data is no puzzle; expected one of f-puzzles or SudokuPad, whole, such as https://f-puzzles.com/?load=...",
        );
    };
    let rules = page.spec()?.parse::<Spec>().and_then(|spec| spec.rules(None));
    let rules = rules.map_err(|error| LinkError(error.to_string()))?;
    let given = |cell: &Cell| cell.value.filter(|_| cell.given).unwrap_or(0);
    let givens: Vec<u8> = page.grid.iter().flatten().map(given).collect();
    if givens.len() != rules.cells()
        || givens.iter().any(|&digit| usize::from(digit) > rules.side())
    {
        return wrong(format!(
            "found {} cells in a link; expected {}, with digits up to {}",
            givens.len(),
            rules.cells(),
            rules.side()
        ));
    }
    Ok(format!("{MARK} {}\n{}\n", rules.name(), rules.line(&givens)))
}

impl Page {
    /// The rules as `Spec` reads them.
    fn spec(&self) -> Result<String, LinkError> {
        let side = self.size;
        if side > LETTERS.len() || self.grid.iter().any(|row| row.len() != side) {
            return wrong(format!(
                "found a size of {side} in a link; expected at most {}, and as many cells in each row",
                LETTERS.len()
            ));
        }
        let is_asked = |value: &Value| match value {
            Value::Null | Value::Bool(false) => false,
            Value::Array(all) => !all.is_empty(),
            Value::String(text) => !text.is_empty(),
            _ => true,
        };
        let known =
            |name: &str| SILENT.contains(&name) || WORDS.iter().any(|(word, _)| *word == name);
        if let Some((name, _)) =
            self.others.iter().find(|(name, value)| is_asked(value) && !known(name))
        {
            return wrong(format!(
                "found `{name}` in a link; expected rules of cells alone: regions, diagonals, chess moves, non-consecutive, disjoint groups, extra regions"
            ));
        }
        if self.rising != self.falling {
            return wrong(
                "found a rule for one diagonal in a link; expected both diagonals, or none",
            );
        }
        let mut terms = vec![self.regions()?];
        terms.extend(self.rising.then(|| "x".to_owned()));
        let words = WORDS.iter().filter(|(word, _)| self.others.get(*word).is_some_and(is_asked));
        terms.extend(words.map(|(_, name)| (*name).to_owned()));
        terms.extend(self.extra_regions(side)?);
        Ok(terms.join("+"))
    }

    /// The size, or a drawing of the regions if they are not the usual boxes.
    fn regions(&self) -> Result<String, LinkError> {
        let size = self.size.to_string();
        let usual = usual_regions(self.size);
        let cells = self.grid.iter().flatten();
        let regions: Vec<_> =
            cells.zip(&usual).map(|(cell, usual)| cell.region.or(*usual)).collect();
        if regions == usual {
            let is_boxed = usual.iter().all(Option::is_some);
            return Ok(if is_boxed { size } else { size + "+latin" });
        }
        let letter = |region: Option<usize>| {
            region.map_or(Some(b'.'), |region| LETTERS.get(region).copied())
        };
        let letters = regions.into_iter().map(letter).collect::<Option<Vec<u8>>>();
        letters.map_or_else(
            || wrong("found a region beyond 25 in a link"),
            |letters| Ok(drawing(&letters, self.size)),
        )
    }

    /// The regions beside the boxes: windows, or a drawing.
    fn extra_regions(&self, side: usize) -> Result<Option<String>, LinkError> {
        let mut extra = Vec::new();
        for region in &self.extraregion {
            let cells: Option<Vec<usize>> =
                region.cells.iter().map(|name| cell_of(name, side)).collect();
            let Some(mut cells) = cells else {
                return wrong(
                    "found a cell outside of the grid in a link; expected names such as R1C9",
                );
            };
            cells.sort_unstable();
            extra.push(cells);
        }
        extra.sort_unstable();
        if extra.is_empty() {
            return Ok(None);
        }
        if let Ok(rules) = format!("{side}+hyper").parse::<Spec>().and_then(|spec| spec.rules(None))
        {
            let windows = rules.houses().iter().filter(|house| house.kind == Kind::Window);
            let mut windows: Vec<Vec<usize>> = windows
                .map(|house| house.cells.iter().map(|&cell| cell.into()).collect())
                .collect();
            windows.sort_unstable();
            if windows == extra {
                return Ok(Some("hyper".to_owned()));
            }
        }
        if extra.len() > LETTERS.len() {
            return wrong("found more than 25 extra regions in a link; expected fewer");
        }
        let mut letters = vec![b'.'; side * side];
        for (cells, letter) in extra.iter().zip(LETTERS) {
            for &cell in cells {
                if std::mem::replace(&mut letters[cell], *letter) != b'.' {
                    return wrong(
                        "found extra regions that share a cell in a link; expected each cell in one at most",
                    );
                }
            }
        }
        Ok(Some(drawing(&letters, side)))
    }
}

fn usual_regions(side: usize) -> Vec<Option<usize>> {
    let usual = side.to_string().parse::<Spec>().and_then(|spec| spec.rules(None));
    usual.map_or_else(|_| vec![None; side * side], |rules| rules.regions())
}

fn drawing(letters: &[u8], side: usize) -> String {
    let rows = letters.chunks(side.max(1)).map(String::from_utf8_lossy).collect::<Vec<_>>();
    format!("regions:{}", rows.join("/"))
}

/// The cell of a name such as `R1C9`.
fn cell_of(name: &str, side: usize) -> Option<usize> {
    let (row, column) = name.strip_prefix('R')?.split_once('C')?;
    let within = |text: &str| text.parse().ok().filter(|n| (1..=side).contains(n));
    Some((within(row)? - 1) * side + within(column)? - 1)
}

/// A link of f-puzzles to a puzzle. SudokuPad opens its data after `https://sudokupad.app/fpuzzles`.
///
/// # Errors
/// The programs do not know the rules.
pub fn link(rules: &Rules, givens: &[u8]) -> Result<String, LinkError> {
    let side = rules.side();
    let regions = rules.regions();
    if rules.rows() != side || rules.may_have_signs() || regions.contains(&None) {
        return wrong(format!(
            "found the rules {}; expected one grid with regions and without signs, because a link holds no others",
            rules.title()
        ));
    }
    let usual = usual_regions(side);
    let cell = |at: usize| {
        let value = Some(givens[at]).filter(|&digit| digit > 0);
        Cell {
            value,
            given: value.is_some(),
            region: regions[at].filter(|_| regions[at] != usual[at]),
        }
    };
    let cells: Vec<Cell> = (0..side * side).map(cell).collect();
    let has = |kind| rules.houses().iter().any(|house| house.kind == kind);
    let extra =
        rules.houses().iter().filter(|house| matches!(house.kind, Kind::Window | Kind::Extra));
    let name_of =
        |&cell: &u16| format!("R{}C{}", usize::from(cell) / side + 1, usize::from(cell) % side + 1);
    let terms: Vec<&str> = rules.name().split('+').collect();
    let words = WORDS.iter().filter(|(_, name)| terms.contains(name));
    let page = Page {
        size: side,
        grid: cells.chunks(side).map(<[Cell]>::to_vec).collect(),
        rising: has(Kind::Diagonal),
        falling: has(Kind::Diagonal),
        extraregion: extra
            .map(|house| Extra { cells: house.cells.iter().map(name_of).collect() })
            .collect(),
        others: words.map(|(word, _)| ((*word).to_owned(), Value::Bool(true))).collect(),
    };
    let json = serde_json::to_string(&page).expect("its names are text");
    let data = lz_str::compress_to_base64(&json);
    Ok(format!("{F_PUZZLES}{}", data.replace('+', "%2B").replace('/', "%2F").replace('=', "%3D")))
}

/// The data of a link without escapes; a blank was a `+`.
fn unescaped(data: &str) -> String {
    let plain = ["%2B", "%2b", "%2F", "%2f", "%3D", "%3d", " "]
        .into_iter()
        .zip(["+", "+", "/", "/", "=", "=", "+"]);
    plain.fold(data.to_owned(), |data, (escaped, plain)| data.replace(escaped, plain))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_is_read() {
        for spec in [
            "9",
            "6+x",
            "9+x+hyper",
            "9+anti-knight+anti-king+non-consecutive",
            "9+disjoint",
            "3x2",
            "regions:aaabb/acabb/cccdb/ecddd/eeeed",
            "4+regions:aab./abb./..../....",
            "16+x",
        ] {
            let rules = spec.parse::<Spec>().and_then(|spec| spec.rules(None)).unwrap();
            let mut givens = vec![0; rules.cells()];
            (givens[0], givens[5]) = (1, rules.side() as u8);
            let link = link(&rules, &givens).unwrap();
            assert!(is_link(&link), "{link}");
            let text = text(&link).unwrap();
            let (said, line) = text.split_once('\n').unwrap();
            let again = said.strip_prefix(MARK).unwrap().trim().parse::<Spec>();
            let again = again.and_then(|spec| spec.rules(None)).unwrap();
            assert_eq!(line.trim(), rules.line(&givens), "{spec}");
            assert_eq!(
                (again.regions(), again.pairs()),
                (rules.regions(), rules.pairs()),
                "{spec}"
            );
            assert_eq!(again.houses().len(), rules.houses().len(), "{spec}");
            if spec != "3x2" {
                assert_eq!(again.name(), rules.name(), "the same words");
            }
        }
    }

    #[test]
    fn links_of_other_programs_are_read() {
        for (link, expected) in LINKS {
            assert_eq!(text(link).unwrap(), *expected);
        }
    }

    #[test]
    fn what_a_link_cannot_say_is_refused() {
        for spec in ["samurai", "5+latin", "4+signs"] {
            let rules = spec.parse::<Spec>().and_then(|spec| spec.rules(None)).unwrap();
            let refused = link(&rules, &vec![0; rules.cells()]).unwrap_err();
            assert!(refused.to_string().starts_with("found the rules "), "{refused}");
        }
        let page = |more: &str| {
            let cells = ["{}"; 4].join(",");
            let rows = vec![format!("[{cells}]"); 4].join(",");
            let json = format!("{{\"size\":4,\"grid\":[{rows}]{more}}}");
            text(&format!("https://sudokupad.app/fpuzzles{}", lz_str::compress_to_base64(&json)))
        };
        assert_eq!(page("").unwrap(), format!("{MARK} 4\n{}\n", ".".repeat(16)));
        for (more, said) in [
            (",\"killercage\":[{\"cells\":[\"R1C1\"]}]", "found `killercage` in a link"),
            (",\"diagonal+\":true", "found a rule for one diagonal"),
            (",\"extraregion\":[{\"cells\":[\"R5C1\"]}]", "found a cell outside of the grid"),
        ] {
            let refused = page(more).unwrap_err().to_string();
            assert!(refused.starts_with(said), "{refused}");
        }
        assert!(page(",\"killercage\":[]").is_ok());
        for size in ["4294967295", "26"] {
            let json = format!("{{\"size\":{size},\"grid\":[]}}");
            let link = format!("{F_PUZZLES}{}", lz_str::compress_to_base64(&json));
            let refused = text(&link).unwrap_err().to_string();
            assert!(refused.starts_with(&format!("found a size of {size} ")), "{refused}");
        }
        assert!(text("https://f-puzzles.com/?load=abc").unwrap_err().to_string().contains("whole"));
        assert!(!is_link("https://example.org/") && !is_link("53..7...."));
    }

    /// From the tests of <https://github.com/dclamage/SudokuSolver> (`SudokuTests/Puzzles.cs`), with the givens and rules that the links hold.
    const LINKS: &[(&str, &str)] = &[
        (
            "https://f-puzzles.com/?load=N4IgzglgXgpiBcA2ANCA5gJwgEwQbT2AF9ljSSzKiBdZQih8p42+5xq1q99rj/8nx7cWtEADsA9uIDG0sDBkBXAC4QAbnHgqMSmESA==",
            "# rules: 6+non-consecutive\n....................................\n",
        ),
        (
            "https://f-puzzles.com/?load=N4IgzglgXgpiBcBOANCALhNAbO8QDUBDLNQgJwhFUIFc0ALAezIXHoE85UyacwY0rAHbMAtsQAEYGgBNGAaxoSefCYQAO6rOyogA5hRkIA2sdAA3YjVwAWVHojmYQhGh4wAvsmBef33wH+QRZWuABM9o7Oru4eALrIZoEhWNYIAKyRTi7wbtbJIJapuAAcWdG5sd6FoQgR+lE5eZ7VRWlI5U1Vfj4JSa218PUO2TH5wckFbbgAzJ1jLb2JPb41xQhlDaOV4z1r7QCM8zuLk/59Ke2ZWxXNq9MIAGzHdxMD6x03XbtTgwDsL26+1KgPyFzOewe8GeXwWvw+1xGt26AXB70OoNObxW6NwMKR31OaMhg3xjThuIQR1hJ3ug0R5NpwWBCABNNeKwuLPgc3ZKOxELpHzsfLBcQ8QA",
            "# rules: 9\n4.......2..5.829...2.....3...8.1....56..9..78....6.5...1.....6...615.7..3.......4\n",
        ),
    ];
}
