//! # A square of words
//!
//! Four words across, four words down, and no word twice:
//!
//! > `f a c t`  \
//! > `e c h o`  \
//! > `e r a s`  \
//! > `l e t s`
//!
//! An exact cover usually keeps things apart: no two pieces on one square. Here things must
//! meet, and agree: where a word across crosses a word down, both have the same letter. This is what
//! colours are for.
//!
//!     cargo run --release -p quadrille-cover --example words
//!
//! ```text
//! 115 words in 8 places are 920 options.
//! 24 squares, or 12 if mirror images count once.
//! The first with `iron` in it:
//! ices
//! rode
//! omit
//! nets
//! With `zero` in place of `ices`: secondary item `00` is covered twice; expected once, or always in the same colour
//! ```
//!
//! (Double word squares as covers with colours: D. E. Knuth, *TAOCP* 4B, 7.2.2.1.)

use std::error::Error;

use quadrille_cover::engine::{Auto, Dlx};
use quadrille_cover::{OptionId, Problem, ProblemError, Solver, Violation, verify};

const WORDS: &str = "able ache acid acre area away bare bear bone bore cape care chat coat come cone date dear \
    dose ease east echo edit else emit ends eras even ever evil eyes face fact feel fire gate goes gold have hold \
    ices idea into iron keep lace lain land last late lets lion live lose main mast mess moon more much name near \
    need nets news obey omit only oral over page pass past rain rats read ride rite road rode rose sail salt sand \
    seam sear send sets shoe shot site snow soap star stem tale team tear tend test toes tone toss tree unit user \
    vast wade wave west wind wood yard year zero";

/// The places for words: across from the top, down from the left.
const PLACES: [&str; 8] = ["A0", "A1", "A2", "A3", "D0", "D1", "D2", "D3"];

// What has to be covered? The eight places. They are *primary* items, each covered exactly once, and an
// option puts a word in a place.
//
// The cells of the square are *secondary* items, 00 to 33 by row and column. A secondary item need not be
// covered at all, and without colours it is covered at most once. But options may give it a *colour*, and then
// any number of options of the same colour may cover it. So let the colours be letters. The options
//
//     A0 00:f 01:a 02:c 03:t fact
//     D1 01:a 11:c 21:r 31:e acre
//
// go together, as both have an `a` where they cross. The option `D1 01:o 11:v 21:e 31:r over` excludes the first.
//
// The last item of each option is the word itself, as one more secondary item, without a colour. So it is
// covered at most once, and no word occurs twice.

/// The problem whose solutions are the squares of these words.
fn problem(words: &[&str]) -> Result<Problem, ProblemError> {
    let mut builder = Problem::builder();
    for place in PLACES {
        builder.primary(place)?;
    }
    for cell in 0..16 {
        builder.secondary(&format!("{}{}", cell / 4, cell % 4))?;
    }
    for word in words {
        builder.secondary(word)?;
    }
    for (p, place) in PLACES.into_iter().enumerate() {
        for word in words {
            let mut items = vec![place.to_owned()];
            for (i, letter) in word.chars().enumerate() {
                let (row, column) = if p < 4 { (p, i) } else { (i, p - 4) };
                items.push(format!("{row}{column}:{letter}"));
            }
            items.push((*word).to_owned());
            builder.option(items.iter().map(String::as_str))?;
        }
    }
    Ok(builder.build())
}

// The builder takes names and returns a typed error for a mistake: for a word that is listed twice,
// `item `east` is named twice`. That is why `problem` returns a `Result`.
//
// A solution is a list of options in the order in which the search chose them. The problem has their
// items and colours.

/// The word in each place.
fn words_of<'p>(problem: &'p Problem, solution: &[OptionId]) -> [&'p str; 8] {
    let mut words = [""; 8];
    for &option in solution {
        let entries = problem.option(option);
        let [place, .., word] = entries else { continue };
        words[place.item.index()] = problem.item_name(word.item);
    }
    words
}

// Turn a square over along its diagonal, and the words across are those down: another solution, but
// not really another square. For the pentominoes, omitting options made the search find one of each
// kind. Here no option can be omitted, so one of each pair is kept after it is
// found: the one whose first word across comes before its first word down in the alphabet.

/// Whether a square is the one of two mirror images that is kept.
fn is_upright(words: [&str; 8]) -> bool {
    words[0] < words[4]
}

// The solutions are an iterator, with `filter`, `count`, `take`, `find` and so on. The iterator does not search
// ahead: after `find` returns, the search waits for the next call, and dropping the
// iterator ends it.

/// The story in numbers.
///
/// # Errors
/// Never, unless this example has a mistake.
pub fn story() -> Result<String, Box<dyn Error>> {
    let words: Vec<&str> = WORDS.split_whitespace().collect();
    let squares = problem(&words)?;
    let mut text =
        format!("{} words in 8 places are {} options.\n", words.len(), squares.options());

    let upright = || {
        let solutions = Dlx.solutions(&squares)?;
        Ok::<_, Box<dyn Error>>(solutions.filter(|s| is_upright(words_of(&squares, s))))
    };
    let (all, kept) = (Auto.count(&squares)?, upright()?.count());
    assert_eq!(all, (2 * kept).into());
    text += &format!("{all} squares, or {kept} if mirror images count once.\n");

    let has_iron = |solution: &Vec<OptionId>| words_of(&squares, solution).contains(&"iron");
    let mut found = upright()?.find(has_iron).ok_or("there is one")?;
    text += "The first with `iron` in it:\n";
    for word in &words_of(&squares, &found)[..4] {
        text += &format!("{word}\n");
    }

    // Do not trust a solver without a check. `verify` shares no code with any search: it counts for each
    // item the number of times and the colours in which it is covered. This square is wrong.
    verify(&squares, &found)?;
    let text_of = |option| squares.option_text(option);
    let zero =
        squares.option_ids().find(|&option| text_of(option) == "A0 00:z 01:e 02:r 03:o zero");
    let first = found.iter_mut().find(|option| text_of(**option).starts_with("A0"));
    *first.ok_or("it is covered")? = zero.ok_or("it is a word")?;
    let violation: Violation = verify(&squares, &found).expect_err("z is not i");
    text += &format!("With `zero` in place of `ices`: {violation}\n");
    Ok(text)
}

fn main() -> Result<(), Box<dyn Error>> {
    print!("{}", story()?);
    Ok(())
}
