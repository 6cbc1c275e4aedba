//! Small problems without multiplicities, of which half are copies of a part that can be exchanged.
//!
//! Missing bytes count as zeros, so all inputs give problems, and short inputs give small ones.

use arbitrary::{Result, Unstructured};
use quadrille_cover::Problem;

use crate::plan::{COLOURS, Plan, Planned};

/// Largest number of options of the part.
const MOST_OPTIONS: usize = 24;

/// An option: items, each with the number of its copy, its number in the part and its colour; and the cost.
type Copied = (Vec<(usize, usize, Option<usize>)>, u8);

/// Makes a problem from bytes.
///
/// One problem in four is a single part. The others have two or three copies of a part and options that join the
/// copies. In one in four an option may be in one copy only, so that the copies differ; in half of all problems the
/// copies can be exchanged, at least in turn.
pub fn problem(bytes: &mut Unstructured<'_>) -> Result<Problem> {
    let [kind, sizes]: [u8; 2] = bytes.arbitrary()?;
    let copies = if kind.is_multiple_of(4) { 1 } else { 2 + usize::from(kind / 4 % 2) };
    let are_same = kind % 4 != 2;
    let primary = 1 + usize::from(sizes) % if copies == 1 { 9 } else { 4 };
    let secondary = usize::from(sizes / 16 % 4);
    let mut options: Vec<Copied> = Vec::new();
    for _ in 0..kind / 8 % 4 {
        options.extend(joined(bytes.arbitrary()?, copies, primary + secondary));
    }
    let mut plan = Plan::new(primary, secondary, false);
    for _ in 0..MOST_OPTIONS {
        if bytes.is_empty() {
            break;
        }
        let Some(Planned { entries, cost, times }) = plan.option(bytes)? else { continue };
        let only = if are_same { usize::MAX } else { usize::from(bytes.arbitrary::<u8>()? % 8) };
        for copy in (0..copies).filter(|&copy| only >= copies || only == copy) {
            let own = entries.iter().map(|&(item, colour)| (copy, item, colour)).collect();
            options.extend(std::iter::repeat_n((own, cost), times));
        }
    }
    Ok(built(copies, primary, secondary, &options))
}

/// Options of the whole: one that holds the same items of each copy, or, for each copy, one that holds items of this copy and the
/// first item of the next one.
fn joined(byte: u8, copies: usize, items: usize) -> Vec<Copied> {
    let of_part: Vec<usize> = (0..items.min(8)).filter(|item| byte >> item & 1 == 1).collect();
    let of_copy = |copy: usize| of_part.iter().map(move |&item| (copy, item, None));
    let is_ring = byte >> 7 == 1 && copies > 1;
    let options: Vec<Vec<_>> = if is_ring {
        let next = |copy: usize| ((copy + 1) % copies, 0, None);
        (0..copies).map(|copy| of_copy(copy).chain([next(copy)]).collect()).collect()
    } else {
        vec![(0..copies).flat_map(of_copy).collect()]
    };
    options.into_iter().filter(|option| !option.is_empty()).map(|option| (option, 0)).collect()
}

fn built(copies: usize, primary: usize, secondary: usize, options: &[Copied]) -> Problem {
    let mut builder = Problem::builder();
    let mut items = vec![Vec::new(); copies];
    for (copy, items) in items.iter_mut().enumerate() {
        let item = |i| builder.primary(&format!("p{copy}.{i}")).expect("a new name");
        items.extend((0..primary).map(item));
    }
    for (copy, items) in items.iter_mut().enumerate() {
        let item = |i| builder.secondary(&format!("s{copy}.{i}")).expect("a new name");
        items.extend((0..secondary).map(item));
    }
    let colours: [_; COLOURS] =
        ["red", "green", "blue"].map(|c| builder.colour(c).expect("a name"));
    for (entries, cost) in options {
        let entry = |&(copy, item, colour): &(usize, usize, Option<usize>)| {
            (items[copy][item], colour.map(|colour| colours[colour]))
        };
        builder.push_cost(u64::from(*cost)).expect("costs are small");
        builder.option_of(entries.iter().map(entry)).expect("each item stands once");
    }
    builder.build()
}
