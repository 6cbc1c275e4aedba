//! The help of the program, with its verbs under headings.

use clap::{Command, CommandFactory};

use super::Cli;

/// The headings, and the verbs under each.
const HEADINGS: [(&str, &[&str]); 5] = [
    (
        "Solve",
        &[
            "solve", "check", "cover", "count", "sample", "classes", "compile", "why", "prove",
            "verify", "play",
        ],
    ),
    ("Make", &["generate", "sheet", "transform", "encode"]),
    (
        "Measure",
        &[
            "run",
            "resume",
            "estimate",
            "features",
            "rank",
            "compare",
            "gate",
            "race",
            "report",
            "select",
            "export",
            "reproduce",
            "engine",
            "doctor",
        ],
    ),
    ("Divide among machines", &["shard", "missing", "merge", "slurm"]),
    ("Look up", &["list", "web", "completions", "man"]),
];

const TEMPLATE: &str = "{about}\n\n{usage-heading} {usage}{after-help}\n\nOptions:\n{options}\n";

/// The program with this help.
///
/// `pages` are the names of pages, in lines.
pub fn program(pages: &str) -> Command {
    let program = Cli::command();
    let about = |name: &str| {
        let verb = program.find_subcommand(name);
        verb.and_then(Command::get_about).map(ToString::to_string).unwrap_or_default()
    };
    let mut verbs = String::new();
    for (heading, names) in HEADINGS {
        verbs += &format!("\n{heading}:\n");
        for name in names {
            verbs += &format!("  {name:<12}{}\n", about(name));
        }
    }
    verbs += "\n`quadrille help VERB` describes a verb, `quadrille help PAGE` prints a page of the documentation:\n";
    verbs += pages;
    program.help_template(TEMPLATE).after_help(verbs)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The program with the arguments of all verbs, without the verb `help` that clap adds.
    fn built() -> Command {
        let mut program = Cli::command().disable_help_subcommand(true);
        program.build();
        program
    }

    #[test]
    fn each_verb_is_under_one_heading() {
        let mut under: Vec<&str> = HEADINGS.iter().flat_map(|(_, names)| *names).copied().collect();
        under.sort_unstable();
        let program = built();
        let mut verbs: Vec<&str> = program.get_subcommands().map(Command::get_name).collect();
        verbs.sort_unstable();
        assert_eq!(under, verbs);
        for verb in program.get_subcommands() {
            let about = verb.get_about().expect("each verb says what it does").to_string();
            assert!(about.len() <= WIDTH, "{about}");
        }
    }

    /// The columns that are left on a line of 100.
    const WIDTH: usize = 100 - 14;

    /// The bounds on the number of options are those of the project: more make a verb hard to learn.
    #[test]
    fn no_verb_has_too_many_options() {
        let of_a_problem = ["cover", "count", "sample", "classes", "compile", "prove", "why"];
        for verb in built().get_subcommands() {
            let most = match verb.get_name() {
                name if of_a_problem.contains(&name) => 20,
                _ => 24,
            };
            let of_all = ["help", "version", "instructions"];
            let own = |argument: &&clap::Arg| {
                argument.get_long().is_some_and(|name| !of_all.contains(&name))
            };
            let options = verb.get_arguments().filter(own).count();
            assert!(options <= most, "{}: {options}", verb.get_name());
        }
    }
}
