//! The help of the program, with its verbs under headings.

use clap::{Command, CommandFactory};

use super::Cli;
use super::verbs::HEADINGS;

const TEMPLATE: &str = "{about}\n\n{usage-heading} {usage}{after-help}\n\nOptions:\n{options}\n";

/// The program with this help.
///
/// `pages` are the names of pages, in lines.
pub fn program(pages: &str) -> Command {
    let mut verbs = String::new();
    for (heading, under) in HEADINGS {
        verbs += &format!("\n{heading}:\n");
        for (name, about) in *under {
            verbs += &format!("  {name:<12}{}\n", about.trim_ascii());
        }
    }
    verbs += "\n`quadrille help VERB` describes a verb, `quadrille help PAGE` prints a page of the documentation:\n";
    verbs += pages;
    Cli::command().help_template(TEMPLATE).after_help(verbs)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_verb_does_fits_on_a_line() {
        for (_, about) in HEADINGS.iter().flat_map(|(_, under)| *under) {
            assert!(about.trim_ascii().len() <= WIDTH, "{about}");
        }
    }

    /// The columns that are left on a line of 100.
    const WIDTH: usize = 100 - 14;

    /// The bounds on the number of options are those of the project: more make a verb hard to learn.
    #[test]
    fn no_verb_has_too_many_options() {
        let of_a_problem = ["cover", "count", "sample", "classes", "compile", "prove", "why"];
        // Without the verb `help` that clap adds.
        let mut program = Cli::command().disable_help_subcommand(true);
        program.build();
        for verb in program.get_subcommands() {
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
