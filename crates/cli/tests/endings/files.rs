//! What is left of files: by a killed process, on a full disk, where messages cannot be written.

use super::*;

/// The hidden files in a folder, sorted by name.
fn parts(folder: &Folder) -> Vec<String> {
    let mut names = folder.names(".");
    names.retain(|name| name.starts_with('.'));
    names
}

/// Starts generating a very large number of puzzles, and waits until the command has created two new files.
fn generating(folder: &Folder) -> Child {
    let before = parts(folder);
    let child = folder.start("generate --count 100000000 --out mine.txt");
    wait_until("puzzles and a manifest, which are begun at once", || {
        parts(folder).iter().filter(|name| !before.contains(name)).count() == 2
    });
    child
}

#[test]
fn what_a_killed_process_left_is_removed_and_what_a_living_one_writes_is_not() {
    let folder = Folder::new();
    kill(generating(&folder));
    assert_eq!(parts(&folder).len(), 2, "killed outright it cannot remove them");
    let living = generating(&folder);
    let theirs = parts(&folder);
    assert_eq!(theirs.len(), 2, "those of the killed one are gone: {theirs:?}");

    let quick = "generate --count 2 --quiet --out mine.txt";
    assert_eq!(folder.quadrille(quick).silently(), "");
    assert_eq!(folder.read("mine.txt").lines().count(), 2);
    assert_eq!(parts(&folder), theirs, "the living one still writes them");
    kill(living);
    folder.quadrille(&format!("{quick} --force")).silently();
    assert_eq!(parts(&folder), [""; 0]);
}

#[test]
fn a_full_disk_is_an_error() {
    // On Linux, `/dev/full` fails every write.
    if !std::path::Path::new("/dev/full").exists() {
        return;
    }
    let full = || File::options().write(true).open("/dev/full").expect("it can be written to");
    for args in [
        &format!("solve --trace --engine naive-first {P1}"),
        "solve --all --limit 100000",
        "generate --count 1000",
        "compile queens:6 --marginals",
        "compile queens:6 --marginals --picture",
        "compile queens:6 --marginals --picture -",
        "sample queens:6 --picture -",
        "run --corpus generated-9x9 --engine masks --out - --quiet",
    ] {
        let mut command = common::command(args);
        command.stdin(Stdio::null()).stdout(full()).stderr(Stdio::piped());
        let (status, said) = end(command.spawn().expect("the binary starts"));
        assert_eq!((status, said.lines().count()), (Some(2), 1), "{args:?}: {said}");
        assert!(said.starts_with("error: ") && said.contains("No space left"), "{said}");
    }
}

/// Results and exit status are the same if messages cannot be written to standard error.
#[test]
fn messages_that_cannot_be_written_lose_nothing() {
    if !std::path::Path::new("/dev/full").exists() {
        return;
    }
    let folder = Folder::with("grids.txt", format!("{P1}\nno puzzle\n{P1}\n"));
    let grids = folder.path("grids.txt").display().to_string();
    for args in [
        &format!("check {grids}"),
        "check 'no such file'",
        &format!("solve --keep-going {grids}"),
        &format!("run --corpus {grids} --engine masks --out -"),
    ] {
        let ended = |stderr: Stdio| {
            let mut command = common::command(args);
            command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(stderr);
            let output = command.output().expect("the binary starts");
            (output.status.code(), output.stdout)
        };
        let full = File::options().write(true).open("/dev/full").expect("it can be written to");
        let (status, printed) = ended(full.into());
        let (heard_status, heard_printed) = ended(Stdio::null());
        assert_eq!(status, heard_status, "{args:?}");
        assert_eq!(status, Some(2), "{args:?}");
        if !args.starts_with("run") {
            assert_eq!(printed, heard_printed, "{args:?}");
        }
    }
}

/// A limit on file size, set by the shell, simulates a full disk.
#[test]
fn a_file_that_can_grow_no_more_ends_with_a_whole_line() {
    let folder = Folder::new();
    let binary = env!("CARGO_BIN_EXE_quadrille");
    for (args, append) in [
        ("generate --count 1000", ""),
        ("generate --count 1000", "first"),
        ("solve --all --limit 1000 --output line --size 25", ""),
    ] {
        folder.write("out", if append.is_empty() { String::new() } else { format!("{append}\n") });
        let script = format!("trap '' XFSZ; ulimit -f 20; exec {binary} {args} >> out");
        let mut command = Command::new("sh");
        command.args(["-c", &script]).current_dir(folder.path("")).stdin(Stdio::null());
        let (status, said) = end(command.stderr(Stdio::piped()).spawn().expect("a shell"));
        assert_eq!(status, Some(2), "{said}");
        assert!(said.starts_with("error: ") && said.contains("File too large"), "{said}");
        let text = folder.read("out");
        assert!(text.starts_with(append) && text.ends_with('\n') && text.len() > 5000, "{args}");
        let longest = text.lines().skip(1).map(str::len).max();
        let shortest = text.lines().skip(1).map(str::len).min();
        assert_eq!(longest, shortest, "{args}: every line is whole");
    }
}

#[test]
fn a_device_is_written_to_and_never_replaced() {
    let device = std::path::Path::new("/dev/null");
    if !device.exists() {
        return;
    }
    let folder = Folder::new();
    let run = "run --corpus systems --engine masks --quiet --out /dev/null";
    assert_eq!(folder.quadrille(run).silently(), "");
    assert_eq!(folder.quadrille("encode queens:4 --out /dev/null").silently(), "");
    assert!(!device.is_file() && !std::path::Path::new("/dev/null.run.toml").exists());
}
