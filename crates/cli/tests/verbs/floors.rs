//! Checks that in no crate files import each other in a circle, other than a module and its own children.
//!
//! The imports are read from the tokens of each file: `use` declarations, and paths that begin with `crate`,
//! `super`, `self` or an imported module. A path through a re-export leads to the file that defines the item.
//! Code under `#[cfg(test)]` is left out. `cargo modules dependencies --acyclic` checks the same, but takes
//! many minutes to compile.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use proc_macro2::{Delimiter, TokenStream, TokenTree};

type Segments = Vec<String>;

/// A module: a file, or a `mod name { ... }` within one.
#[derive(Default)]
struct Module {
    file: PathBuf,
    /// Names defined here: items and child modules.
    items: BTreeSet<String>,
    /// What `use` binds here: a name, or `*`, and the path behind it.
    uses: Vec<(String, Segments)>,
    /// Other paths written here.
    paths: Vec<Segments>,
}

/// The modules of a crate by their path from its root, which is empty for the root.
#[derive(Default)]
struct Crate {
    modules: BTreeMap<Segments, Module>,
}

const DEFINING: [&str; 9] =
    ["struct", "enum", "union", "fn", "trait", "type", "const", "static", "macro_rules"];

impl Crate {
    fn read(src: &Path) -> Self {
        let mut all = Self::default();
        all.read_file(&src.join("lib.rs"), src, &Vec::new());
        all
    }

    /// Reads a module's file, and those of its children, which lie in `folder`.
    fn read_file(&mut self, file: &Path, folder: &Path, path: &Segments) {
        let Ok(text) = fs::read_to_string(file) else { return };
        let tokens: TokenStream = text.parse().expect("the crate compiles");
        let module = Module { file: file.to_owned(), ..Module::default() };
        self.modules.insert(path.clone(), module);
        self.read_tokens(&tokens.into_iter().collect::<Vec<_>>(), folder, path);
    }

    fn read_tokens(&mut self, tokens: &[TokenTree], folder: &Path, path: &Segments) {
        let mut i = 0;
        while i < tokens.len() {
            let here = self.modules.get_mut(path).expect("the module being read");
            let words: Vec<String> = tokens[i..].iter().take(3).map(ToString::to_string).collect();
            let word = |place: usize| words.get(place).map_or("", String::as_str);
            match (word(0), word(1)) {
                ("#", attribute) if attribute.contains("cfg") && is_for_tests(attribute) => {
                    i = end_of_item(tokens, i + 2);
                }
                ("mod", name) if word(2) == ";" => {
                    here.items.insert(name.to_owned());
                    let child = [path.as_slice(), &[name.to_owned()]].concat();
                    let file = folder.join(format!("{name}.rs"));
                    self.read_file(&file, &folder.join(name), &child);
                    i += 2;
                }
                ("mod", name) if word(2).starts_with('{') => {
                    here.items.insert(name.to_owned());
                    let file = here.file.clone();
                    let child = [path.as_slice(), &[name.to_owned()]].concat();
                    self.modules.insert(child.clone(), Module { file, ..Module::default() });
                    self.read_tokens(&group(&tokens[i + 2]), &folder.join(name), &child);
                    i += 3;
                }
                ("use", _) => {
                    let end = (i..tokens.len()).find(|&t| tokens[t].to_string() == ";");
                    let end = end.unwrap_or(tokens.len());
                    use_tree(&tokens[i + 1..end], &[], &mut here.uses);
                    i = end;
                }
                (defining, name) if DEFINING.contains(&defining) => {
                    let name = if name == "!" { word(2) } else { name };
                    here.items.insert(name.to_owned());
                    i += 1;
                }
                _ => {
                    let (segments, length) = path_at(&tokens[i..]);
                    if segments.len() > 1 {
                        here.paths.push(segments);
                    } else if let TokenTree::Group(_) = &tokens[i] {
                        self.read_tokens(&group(&tokens[i]), folder, path);
                    }
                    i += length.max(1);
                }
            }
        }
    }

    /// The module whose file defines what a path written in the module `from` leads to; none if that is outside of
    /// the crate.
    fn resolve(&self, from: &Segments, segments: &[String], depth: usize) -> Option<Segments> {
        let (first, mut rest) = segments.split_first()?;
        let mut at = match first.as_str() {
            "crate" => Vec::new(),
            "self" => from.clone(),
            "super" => from[..from.len().checked_sub(1)?].to_vec(),
            _ => {
                rest = segments;
                from.clone()
            }
        };
        let written_here = rest.len() == segments.len();
        while let Some((name, after)) = rest.split_first() {
            if name == "super" {
                at.pop();
                rest = after;
                continue;
            }
            let child = [at.as_slice(), std::slice::from_ref(name)].concat();
            if self.modules.contains_key(&child) {
                (at, rest) = (child, after);
                continue;
            }
            let module = &self.modules[&at];
            if module.items.contains(name) || depth > 8 {
                return Some(at);
            }
            let bound = module.uses.iter().filter(|(binds, _)| binds == name);
            let globs = module.uses.iter().filter(|(binds, _)| binds == "*");
            let leads = bound
                .map(|(_, path)| [path, after].concat())
                .chain(globs.map(|(_, path)| [path, rest].concat()));
            let mut found = leads.filter(|path| path.as_slice() != segments);
            let found = found.find_map(|path| self.resolve(&at, &path, depth + 1));
            return found.or((!written_here || at != *from).then_some(at));
        }
        Some(at)
    }

    /// For each file, the files from which it imports something.
    fn imports(&self) -> BTreeMap<&Path, BTreeSet<&Path>> {
        let mut imports: BTreeMap<&Path, BTreeSet<&Path>> = BTreeMap::new();
        for (path, module) in &self.modules {
            let from = imports.entry(&module.file).or_default();
            let used = module.uses.iter().map(|(_, segments)| segments);
            for segments in used.chain(&module.paths) {
                let to = self.resolve(path, segments, 0).map(|to| &*self.modules[&to].file);
                from.extend(to.filter(|&to| to != module.file));
            }
        }
        imports
    }
}

fn group(token: &TokenTree) -> Vec<TokenTree> {
    let TokenTree::Group(group) = token else { return Vec::new() };
    group.stream().into_iter().collect()
}

fn is_for_tests(attribute: &str) -> bool {
    let words: Vec<&str> = attribute.split(|c: char| !c.is_alphanumeric()).collect();
    words.contains(&"test") && !words.contains(&"not")
}

/// The place after the item that begins at `begin`. An item ends with a semicolon or with braces.
fn end_of_item(tokens: &[TokenTree], begin: usize) -> usize {
    let ends = |token: &TokenTree| match token {
        TokenTree::Group(group) => group.delimiter() == Delimiter::Brace,
        other => other.to_string() == ";",
    };
    let end = (begin..tokens.len()).find(|&i| ends(&tokens[i]));
    end.map_or(tokens.len(), |end| end + 1)
}

/// The path that tokens begin with, and how many tokens it takes.
fn path_at(tokens: &[TokenTree]) -> (Segments, usize) {
    let mut segments = Vec::new();
    let mut i = 0;
    while let Some(TokenTree::Ident(name)) = tokens.get(i) {
        segments.push(name.to_string());
        let colons = tokens.get(i + 1..i + 3).unwrap_or_default();
        if colons.iter().map(ToString::to_string).collect::<String>() != "::" {
            return (segments, i + 1);
        }
        i += 3;
    }
    (segments, i)
}

/// Adds what a tree of `use` binds.
fn use_tree(tokens: &[TokenTree], prefix: &[String], uses: &mut Vec<(String, Segments)>) {
    let is_comma = |token: &TokenTree| token.to_string() == ",";
    for branch in tokens.split(is_comma).filter(|branch| !branch.is_empty()) {
        let (mut path, length) = path_at(branch);
        let rest = &branch[length..];
        if path.last().is_some_and(|last| last == "self") && !(prefix.is_empty() && path.len() == 1)
        {
            path.pop();
        }
        let whole = [prefix, &path].concat();
        match rest {
            [TokenTree::Group(inner)] => {
                use_tree(&inner.stream().into_iter().collect::<Vec<_>>(), &whole, uses);
            }
            [star] if star.to_string() == "*" => uses.push(("*".to_owned(), whole)),
            [_, name] => uses.push((name.to_string(), whole)),
            _ => uses.push((whole.last().cloned().unwrap_or_default(), whole)),
        }
    }
}

/// Whether `file` belongs to a module below the one in `front`. Files of modules below lie in a folder with the
/// name of `front`, and those of modules below the crate's root beside the root.
fn is_below(file: &Path, front: &Path) -> bool {
    let root = ["lib", "main"].iter().any(|root| front.file_stem().is_some_and(|s| s == *root));
    let folder = if root { front.with_file_name("") } else { front.with_extension("") };
    file != front && file.starts_with(folder)
}

/// Groups of files that all import each other, directly or through others of the group.
fn circles<'f>(
    imports: &BTreeMap<&'f Path, BTreeSet<&'f Path>>,
    among: &[&'f Path],
) -> Vec<Vec<&'f Path>> {
    let reached = |from: &'f Path| {
        let mut reached = BTreeSet::new();
        let mut open = vec![from];
        while let Some(file) = open.pop() {
            let next = imports.get(file).into_iter().flatten().filter(|to| among.contains(to));
            open.extend(next.filter(|&&to| reached.insert(to)));
        }
        reached
    };
    let reach: BTreeMap<_, _> = among.iter().map(|&file| (file, reached(file))).collect();
    let mut groups: Vec<Vec<&Path>> = Vec::new();
    for &file in among.iter().filter(|&&file| reach[file].contains(file)) {
        match groups
            .iter_mut()
            .find(|group| reach[file].contains(group[0]) && reach[group[0]].contains(file))
        {
            Some(group) => group.push(file),
            None => groups.push(vec![file]),
        }
    }
    groups
}

/// The circles that are not allowed. Among the files below each module, a circle is allowed if one of its files is
/// that of a module below which all other files of the circle lie.
fn forbidden_circles(imports: &BTreeMap<&Path, BTreeSet<&Path>>) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    for &front in imports.keys() {
        let below: Vec<&Path> = imports.keys().copied().filter(|f| is_below(f, front)).collect();
        for circle in circles(imports, &below) {
            let has_front =
                circle.iter().any(|&top| circle.iter().all(|&f| f == top || is_below(f, top)));
            if !has_front {
                let names: Vec<_> = circle.iter().map(|file| file.display().to_string()).collect();
                found.insert(names.join("\n  "));
            }
        }
    }
    found
}

#[test]
fn no_files_import_each_other_in_a_circle() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut files = 0;
    let mut wrong = Vec::new();
    let fronts =
        ["../../web", "../../python", "../../engines/protocol"].map(|front| root.join(front));
    let crates = fs::read_dir(root.join("..")).expect("the crates").flatten();
    for folder in crates.map(|entry| entry.path()).chain(fronts) {
        let all = Crate::read(&folder.join("src"));
        let imports = all.imports();
        files += imports.len();
        wrong.extend(forbidden_circles(&imports));
    }
    assert!(files > 300, "only {files} files were read");
    assert!(wrong.is_empty(), "{} circles of imports:\n{}", wrong.len(), wrong.join("\n\n"));
}

#[test]
fn a_circle_is_found_whatever_way_it_takes() {
    let folder = tempfile::tempdir().expect("a scratch folder");
    let circles_of = |files: &[(&str, &str)]| {
        let src = folder.path().join("src");
        _ = fs::remove_dir_all(&src);
        for (name, text) in files {
            let file = src.join(name);
            fs::create_dir_all(file.parent().expect("a folder")).expect("it can be made");
            fs::write(file, text).expect("it can be written");
        }
        forbidden_circles(&Crate::read(&src).imports()).len()
    };
    let lib = ("lib.rs", "mod a; mod b; pub use a::A;");
    assert_eq!(circles_of(&[lib, ("a.rs", "pub struct A;"), ("b.rs", "use crate::A;")]), 0);
    assert_eq!(
        circles_of(&[
            lib,
            ("a.rs", "use crate::b::B; struct A;"),
            ("b.rs", "use crate::A; struct B;")
        ]),
        1
    );
    let path = ("a.rs", "struct A; fn f() { g!(crate::b::B) }");
    assert_eq!(circles_of(&[lib, path, ("b.rs", "struct B(super::a::A);")]), 1);
    let test = ("a.rs", "struct A; #[cfg(test)] mod tests { use crate::b::B; }");
    assert_eq!(circles_of(&[lib, test, ("b.rs", "use crate::A; struct B;")]), 0);
    let front = ("a.rs", "mod c; use c::C; struct A;");
    let child = ("a/c.rs", "use super::A; pub struct C;");
    assert_eq!(circles_of(&[lib, front, child, ("b.rs", "use crate::A;")]), 0);
    let child = ("a/c.rs", "use crate::b::B; pub struct C;");
    assert_eq!(circles_of(&[lib, front, child, ("b.rs", "use crate::A; struct B;")]), 1);
}

/// The number of lines of a file, or of the files in a folder, without tests.
fn lines(path: &Path) -> usize {
    let name = path.file_name().and_then(|name| name.to_str()).unwrap_or_default();
    if path.is_dir() && name != "tests" {
        return fs::read_dir(path).expect("a folder").flatten().map(|e| lines(&e.path())).sum();
    }
    if name == "tests.rs" || path.extension().is_none_or(|end| end != "rs") {
        return 0;
    }
    // Tests are the end of a file.
    let of_code = |text: String| text.lines().take_while(|line| *line != "#[cfg(test)]").count();
    fs::read_to_string(path).map_or(0, of_code)
}

#[test]
fn capabilities_are_where_the_architecture_says() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let text = fs::read_to_string(root.join("ARCHITECTURE.md")).expect("it is there");
    let (_, table) = text.split_once("## Capabilities").expect("a table of capabilities");
    let (table, _) = table.split_once("\n## ").expect("what follows");
    let rows: Vec<Vec<&str>> = table
        .lines()
        .filter(|line| line.contains("| `"))
        .map(|line| line.split('|').map(str::trim).collect())
        .collect();
    assert!(rows.len() > 30, "{rows:?}");
    for row in rows {
        let folder = root.join("crates").join(row[2].trim_matches('`'));
        let there = lines(&folder) + lines(&folder.with_extension("rs"));
        let stated: usize = row[3].parse().expect("a number");
        let is_right = there.abs_diff(100 * stated) <= 50 + 20 * stated;
        assert!(is_right, "{}: {there} lines", folder.display());
    }
}
