//! The items onto which solutions are projected.

use quadrille_cover::{Bounds, ItemId, Problem};

use crate::Error;

/// Refuses texts that name no item, and items that all solutions cover in the same way.
///
/// # Errors
/// Says which text names no item, or that none of the items differs between solutions.
pub fn check(problem: &Problem, texts: &[String]) -> Result<(), Error> {
    for text in texts {
        if items(problem, std::slice::from_ref(text)).is_empty() {
            return Err(Error::Input(format!(
                "--onto: found `{text}`; expected the name of an item, or the beginning of some names and `*`, such as `P*`"
            )));
        }
    }
    let is_fixed = |item: &ItemId| problem.bounds(*item) == Some(Bounds::ONCE);
    if !texts.is_empty() && items(problem, texts).iter().all(is_fixed) {
        return Err(Error::Input(format!(
            "--onto: found `{}`, which every solution covers exactly once; expected secondary items, or items with bounds such as \
             `0:2|a`",
            texts.join(",")
        )));
    }
    Ok(())
}

/// The items that some texts name: by their names, or by the beginning of names and `*`.
pub fn items(problem: &Problem, texts: &[String]) -> Vec<ItemId> {
    let names = |text: &String, item: ItemId| {
        let name = problem.item_name(item);
        name == text || text.strip_suffix('*').is_some_and(|begin| name.starts_with(begin))
    };
    problem.item_ids().filter(|&item| texts.iter().any(|text| names(text, item))).collect()
}
