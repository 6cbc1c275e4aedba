//! The TOML in `docs/` can be read.

use quadrille_harness::corpus::manifest::Manifest;
use quadrille_harness::reproduce::Table;

/// The blocks of TOML in a text.
fn blocks(docs: &str) -> impl Iterator<Item = &str> {
    docs.split("```toml\n").skip(1).filter_map(|rest| rest.split("```").next())
}

#[test]
fn the_table_in_the_docs_can_be_read() {
    let docs = include_str!("../../../docs/REPRODUCE.md");
    let table = Table::parse("mine.toml", blocks(docs).next().unwrap()).unwrap();
    assert_eq!((table.steps().len(), table.figures.len()), (3, 5));
}

#[test]
fn the_manifests_in_the_docs_can_be_read() {
    let mut blocks = blocks(include_str!("../../../docs/FORMATS.md"));
    let whole = Manifest::parse(blocks.next().unwrap()).unwrap();
    assert!(whole.made.is_some() && whole.histogram.is_some() && whole.instances.len() == 3);
    let head = "name='x'\nabout=''\nsource=''\nlicence=''\ntask='unique'\n";
    let public = Manifest::parse(&[head, blocks.next().unwrap()].concat()).unwrap();
    assert!(public.obtain.is_some() && public.accepted.len() == 1);
}
