//! # A square of words
//!
//! Four words across, four words down, and no word twice:
//!
//! > `f a c t`  \
//! > `e c h o`  \
//! > `e r a s`  \
//! > `l e t s`
//!
//! An exact cover sees to it that things do *not* meet: no two pieces on one square. Here things must
//! meet, and agree: where a word across crosses a word down, both have the same letter. This is what
//! colours are for.
//!
//!     cargo run --release -p quadrille-cover --example words
//!
//! ```text
//! 115 words in 8 places are 920 options.
//! 24 squares, or 12 with their mirror images.
//! The first with `iron` in it:
//! ices
//! rode
//! omit
//! nets
//! With `zero` in place of `ices`: secondary item `00` is covered twice, and not in one colour
//! ```
//!
//! (Double word squares as covers with colours: D. E. Knuth, *TAOCP* 4B, 7.2.2.1.)

use std::error::Error;

use quadrille_cover::engine::{Auto, Dlx};
use quadrille_cover::{OptionId, Problem, ProblemError, Solver, Violation, verify};

/// Some words of four letters.
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
// covered at all, and as a rule it is covered once at most. But options may give it a *colour*, and then
// any number of them may cover it, if only they agree. So let the colours be letters. The options
//
//     A0 00:f 01:a 02:c 03:t fact
//     D1 01:a 11:c 21:r 31:e acre
//
// go together, as both have an `a` where they cross; with `D1 01:o 11:v 21:e 31:r over` the first would not.
//
// At the end of each option stands the word itself, as one more secondary item, without a colour. So it is
// covered once at most, and no word comes twice.

/// Squares of these words.
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

// The builder takes names, and refuses what makes no sense with an error that says what and where: a
// word that is listed twice would be `item `east` is named twice`, a type and no panic. That is why
// `problem` returns a `Result`, and why the question marks are all there is to see of it.
//
// A solution comes as options in the order in which the search chose them. What they say is asked of
// the problem.

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

// Turn a square over along its diagonal, and the words across are those down: another solution, though
// nobody would call it another square. For the pentominoes one could tell the search to look for one of each
// kind, by leaving out options. Here no option can be spared, so the pairs are told apart as
// they come: by which of the two words that meet in the corner comes first in the alphabet.

/// Whether this is the one of two mirror images to be kept.
fn is_upright(words: [&str; 8]) -> bool {
    words[0] < words[4]
}

// The solutions are an iterator, so all that iterators can do can be done with them: `filter`, `count`,
// `take`, `find`. Nothing is searched ahead. When `find` has found, the search stands still, and when the
// iterator is dropped, it is over.

/// The story in numbers.
///
/// # Errors
/// None, unless something here is wrong.
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
    text += &format!("{all} squares, or {kept} with their mirror images.\n");

    let has_iron = |solution: &Vec<OptionId>| words_of(&squares, solution).contains(&"iron");
    let mut found = upright()?.find(has_iron).ok_or("there is one")?;
    text += "The first with `iron` in it:\n";
    for word in &words_of(&squares, &found)[..4] {
        text += &format!("{word}\n");
    }

    // Believe nobody, not even a solver. `verify` shares no code with any search: it goes through the
    // items and looks how often, and in which colours, they are covered. Here is a square that is none.
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
