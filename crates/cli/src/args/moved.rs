//! Spellings of earlier versions, and what serves instead.

/// The verbs that took an option, the option, and what is written now.
const MOVED: [(&[&str], &str, &str); 26] = [
    (&["cover", "estimate"], "--family", "write the family in place of a file, such as `queens:8`"),
    (&["cover"], "--count", "use `quadrille count PROBLEM`"),
    (&["cover"], "--sample", "use `quadrille sample PROBLEM --number N`"),
    (&["cover"], "--seed", "use `quadrille sample PROBLEM --seed SEED`"),
    (&["cover"], "--classes", "use `quadrille classes PROBLEM`, with `--method METHOD`"),
    (&["cover"], "--symmetries", "use `quadrille classes PROBLEM --group`"),
    (&["cover"], "--compile", "use `quadrille compile PROBLEM --out FILE`"),
    (&["cover"], "--nth", "use `quadrille compile PROBLEM --nth K`"),
    (&["cover"], "--index-of", "use `quadrille compile PROBLEM --index-of FILE`"),
    (&["cover"], "--marginals", "use `quadrille compile PROBLEM --marginals`"),
    (&["cover"], "--costs", "use `quadrille compile PROBLEM --costs`"),
    (&["cover", "check", "solve"], "--proof", "use `quadrille prove PROBLEM --out DIR`"),
    (
        &["cover", "check", "solve"],
        "--proof-form",
        "use `quadrille prove PROBLEM --out DIR --form FORM`",
    ),
    (
        &["cover", "check", "solve"],
        "--proof-gzip",
        "use `quadrille prove PROBLEM --out DIR --gzip`",
    ),
    (&["cover"], "--proof-max", "use `quadrille prove PROBLEM --out DIR --max-bytes BYTES`"),
    (&["solve"], "--tree-nodes", "use `--draw tree:N`"),
    (&["solve"], "--per-page", "use `--draw sheet:N`"),
    (&["cover"], "--why", "use `quadrille why PROBLEM`"),
    (&["cover"], "--split", "use `quadrille count PROBLEM --shards N --out DIR`"),
    (&["cover"], "--shards", "use `quadrille count PROBLEM --shards N --out DIR`"),
    (&["cover", "count", "run", "check", "generate"], "--shard", "use `quadrille shard DIR K`"),
    (&["run"], "--resume", "use `quadrille resume FILE.csv`"),
    (&["check", "solve", "transform"], "--answers", "use `--column answers=NAME`"),
    (&["check", "solve", "transform", "run"], "--name-by", "use `--column names=NAME`"),
    (
        &["cover"],
        "--budget",
        "use `quadrille count PROBLEM --shards N --out DIR --max-nodes NODES`",
    ),
    (&["cover"], "--checkpoint-every", "omit it: the file is written as often as it costs little"),
];

/// What to say of an option of the verb in these words that the verb does not have.
pub fn instead(words: impl IntoIterator<Item = String>, option: &str) -> Option<String> {
    let option = option.split('=').next()?;
    let is_verb = |word: &String| MOVED.iter().any(|(verbs, ..)| verbs.contains(&&**word));
    let verb = words.into_iter().skip(1).find(is_verb)?;
    let is_meant = |moved: &&(&[&str], &str, &str)| moved.0.contains(&&*verb) && moved.1 == option;
    let (_, _, instead) = MOVED.iter().find(is_meant)?;
    Some(format!("{option}: `{verb}` no longer has this option; {instead}"))
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

    use super::*;
    use crate::args::Cli;

    #[test]
    fn options_of_earlier_versions_are_gone_and_what_serves_instead_is_there() {
        let mut cli = Cli::command();
        cli.build();
        let has = |verb: &str, option: &str| {
            let verb = cli.find_subcommand(verb).expect(verb);
            verb.get_arguments().any(|known| known.get_long() == option.strip_prefix("--"))
        };
        for (verbs, option, what) in MOVED {
            for verb in verbs {
                assert!(!has(verb, option), "{verb} {option}");
                let words = ["quadrille", verb, option].map(str::to_owned);
                assert!(instead(words, option).is_some_and(|text| text.ends_with(what)));
            }
            let Some((_, command)) = what.split_once("`quadrille ") else { continue };
            let command = command.split('`').next().expect("a command");
            let mut words = command.split(' ');
            let verb = words.next().expect("a verb");
            for option in words.filter(|word| word.starts_with("--")) {
                assert!(has(verb, option), "{what}");
            }
        }
        let words = ["quadrille", "cover", "--colour"].map(str::to_owned);
        assert_eq!(instead(words, "--colour"), None);
    }
}
