//! Consent to start the engines that a plan, a table, a bundle or a run file declares. Such a file may come from another
//! person, and a declaration can start any command.

use std::io::{self, BufRead, IsTerminal, Read};

use anyhow::{Result, bail};
use quadrille_harness::plan::request::Request;
use quadrille_harness::process::{Program, declaration};

use crate::args::Consent;
use crate::output::message::tell_text;

/// The file that declares engines.
pub struct Declaring<'f> {
    /// Its name in messages.
    pub file: &'f str,
    /// Whether it is a run file, which a command line does not name: to allow all engines is then not enough.
    pub is_run_file: bool,
}

/// Returns if the user allows these programs to be started, by an option or by an answer on the terminal.
pub fn ask(given: &Consent, declaring: &Declaring<'_>, programs: &[Program]) -> Result<()> {
    let Declaring { file, is_run_file } = declaring;
    if programs.is_empty() {
        return Ok(());
    }
    let hash = declaration::hash(programs);
    let declares = format!(
        "{file} declares engines, which are programs that this command would start:\n{}",
        programs.iter().map(line).collect::<String>()
    );
    match &given.allow_engines {
        Some(None) if !is_run_file => return Ok(()),
        Some(Some(allowed)) if *allowed == hash => return Ok(()),
        Some(Some(allowed)) => bail!(
            "{declares}found --allow-engines={allowed}, the hash of other declarations; if these are right, use \
             --allow-engines={hash}"
        ),
        _ => {}
    }
    if io::stdin().is_terminal() && io::stderr().is_terminal() {
        tell_text(format_args!("{declares}Start them? [y/N] "));
        let mut answer = String::new();
        io::stdin().lock().take(100).read_line(&mut answer)?;
        if ["y", "yes"].contains(&&*answer.trim().to_lowercase()) {
            return Ok(());
        }
        bail!("the engines of {file} were not started");
    }
    match is_run_file {
        true => bail!(
            "{declares}to start them, name the file that declares them with --engines, or confirm them with \
             --allow-engines={hash}"
        ),
        false => bail!("{declares}to start them, use --allow-engines"),
    }
}

/// The option with which a later command starts the engines that a request declares, after a blank; nothing if it declares none.
pub fn option(request: &Request) -> String {
    let programs: Vec<Program> = request.programs().cloned().collect();
    match &programs[..] {
        [] => String::new(),
        programs => format!(" --allow-engines={}", declaration::hash(programs)),
    }
}

/// A program in one line: its name, its command, its folder and the variables that it is given.
fn line(program: &Program) -> String {
    let Program { name, command, folder, env, .. } = program;
    let words: Vec<String> = command.iter().map(|word| quoted(word)).collect();
    let mut line =
        format!("  {name}: {} (in {}", words.join(" "), quoted(&folder.to_string_lossy()));
    for (name, value) in env {
        line += &format!("; {}={}", quoted(name), quoted(value));
    }
    line += if program.sandbox { "; in a sandbox" } else { "" };
    line + ")\n"
}

/// A word as it is, or in quotes if it is not plain.
fn quoted(word: &str) -> String {
    let is_plain = |c: char| c.is_ascii_graphic() && !"\"'`\\".contains(c);
    if !word.is_empty() && word.chars().all(is_plain) {
        return word.to_owned();
    }
    format!("{word:?}")
}
