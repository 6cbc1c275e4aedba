//! The number of models of a formula in the format of the compiler c2d (`.nnf`).

use quadrille_cover::BigUint;

/// The number of models, if the formula is smooth, decomposable and deterministic. Checks that the lines are as the head says.
pub fn models(formula: &str) -> BigUint {
    let mut lines = formula.lines();
    let head = lines.next().and_then(|line| line.strip_prefix("nnf ")).expect("a head");
    let [lines_in_all, edges, _] = numbers(head)[..] else { panic!("{head}") };
    let mut models: Vec<BigUint> = Vec::new();
    let mut seen = 0;
    for line in lines {
        let (kind, rest) = line.split_once(' ').expect("a kind and numbers");
        let number = match kind {
            "L" => 1u32.into(),
            "A" | "O" => {
                let all = numbers(rest);
                let [length, of @ ..] = &all[usize::from(kind == "O")..] else { panic!("{line}") };
                assert_eq!(*length, of.len(), "{line}");
                seen += length;
                let of = of.iter().map(|&line| &models[line]);
                if kind == "A" { of.product() } else { of.sum() }
            }
            _ => panic!("{line}"),
        };
        models.push(number);
    }
    assert_eq!((models.len(), seen), (lines_in_all, edges));
    models.pop().expect("a root")
}

fn numbers(words: &str) -> Vec<usize> {
    words.split(' ').map(|word| word.parse().expect("a number")).collect()
}
