//! Checks that each example prints the output shown in its documentation.

#[allow(dead_code, missing_docs)]
#[path = "../examples/dominoes.rs"]
mod dominoes;
#[allow(dead_code, missing_docs)]
#[path = "../examples/pentominoes.rs"]
mod pentominoes;
#[allow(dead_code, missing_docs)]
#[path = "../examples/words.rs"]
mod words;

/// The output shown in the documentation of an example: the block marked `text`.
fn shown(source: &str) -> String {
    let page = source.lines().map_while(|line| line.strip_prefix("//!"));
    let page: Vec<&str> = page.map(|line| line.strip_prefix(' ').unwrap_or(line)).collect();
    let block = page.split(|line| line.starts_with("```")).nth(1).expect("there is a block");
    block.join("\n") + "\n"
}

#[test]
fn pentominoes_tells_its_story() {
    assert_eq!(pentominoes::story().unwrap(), shown(include_str!("../examples/pentominoes.rs")));
}

#[test]
fn dominoes_tells_its_story() {
    assert_eq!(dominoes::story().unwrap(), shown(include_str!("../examples/dominoes.rs")));
}

#[test]
fn words_tells_its_story() {
    assert_eq!(words::story().unwrap(), shown(include_str!("../examples/words.rs")));
}
