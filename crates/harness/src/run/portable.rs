//! Run files without paths of the machine, for results that are passed on.

use toml::Value;

use super::environment::RunFile;
use crate::process::Program;

/// The same run file, in which every path is replaced by its last part: in the command, in the plan's corpora and
/// engines, and in the flags of the compiler.
#[must_use]
pub fn without_paths(mut run: RunFile) -> RunFile {
    let shorten = |text: &mut String| *text = last_parts(text);
    run.command.iter_mut().for_each(shorten);
    run.plan.corpora.iter_mut().for_each(shorten);
    for Program { command, folder, env, .. } in &mut run.plan.engine {
        command.iter_mut().for_each(shorten);
        env.values_mut().for_each(shorten);
        *folder = folder.file_name().map(Into::into).unwrap_or_default();
    }
    if let Some(Value::String(flags)) = run.build.get_mut("rustflags") {
        shorten(flags);
    }
    run
}

/// A text in which each path is replaced by its last part. Blanks, quotes and the characters `=:,;` separate paths.
fn last_parts(text: &str) -> String {
    let is_separator = |c: char| c.is_whitespace() || "=:,;\"'".contains(c);
    let shortened = text.split_inclusive(is_separator).map(|part| {
        let path = part.trim_end_matches(is_separator);
        let last = path.trim_end_matches('/').rsplit('/').next().unwrap_or_default();
        format!("{last}{}", &part[path.len()..])
    });
    shortened.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn of_a_path_its_last_part_is_left() {
        for (text, expected) in [
            ("/home/ada/bin/quadrille", "quadrille"),
            ("--out=/home/ada/made/", "--out=made"),
            ("system-d", "system-d"),
            ("/a/b:/c/d", "b:d"),
            (
                "-C link-arg=-L/home/ada/lib --remap-path-prefix=/home/ada=.",
                "-C link-arg=lib --remap-path-prefix=ada=.",
            ),
            ("../../x.txt", "x.txt"),
            ("/", ""),
        ] {
            assert_eq!(last_parts(text), expected);
        }
    }
}
