//! `quadrille classes`: classes of solutions, and the symmetries of a problem.

use crate::common::{Folder, json_lines, quadrille, quadrille_on};

/// `quadrille classes FAMILY` with more arguments.
fn classes(family: &str, more: &str) -> crate::common::Ended {
    quadrille(&format!("classes {family} {more}"))
}

#[test]
fn symmetries_are_told_in_cycles_of_items() {
    let plain = classes("queens:4", "--group").silently();
    let lines: Vec<&str> = plain.lines().collect();
    assert_eq!(lines[..2], ["Symmetries 8", "Generators 3"]);
    assert_eq!(lines.len(), 2 + 3);
    let json = json_lines(&classes("queens:4", "--group --output json").silently());
    assert_eq!(json[0]["symmetries"], 8);
    for (line, generator) in lines[2..].iter().zip(json[0]["generators"].as_array().unwrap()) {
        let mut told = String::new();
        for cycle in generator.as_array().unwrap() {
            let names: Vec<&str> =
                cycle.as_array().unwrap().iter().map(|name| name.as_str().unwrap()).collect();
            told += &format!("({})", names.join(" "));
        }
        assert_eq!(*line, told);
    }
    let colours = "a b | x\na x:red\nb x:blue\na\nb\n";
    let told = quadrille_on(colours, "classes --group").silently();
    assert_eq!(told, "Symmetries 2\nGenerators 1\n(a b)(x:red x:blue)\n");
    let fixed = quadrille_on("a b\na\nb\nb\n", "classes --group").silently();
    assert_eq!(fixed, "Symmetries 1\nGenerators 0\n", "`b` has two options");
    let given = classes("queens:8", "--group --given 'r0 c0 b7'");
    assert_eq!(given.positive().lines().next(), Some("Symmetries 4"), "those of the board left");
}

#[test]
fn each_class_has_a_solution_and_the_sum_is_checked() {
    let all = classes("queens:6", "").silently();
    assert!(all.ends_with("\nSymmetries 2\n\nClasses 1\nSolutions 4 = 1 x 8/2\n"), "{all}");
    for method in ["auto", "enumerate", "levels"] {
        assert_eq!(classes("queens:8", &format!("--method {method} --count")).silently(), "12\n");
        let all = classes("queens:8", &format!("--method {method}")).silently();
        assert_eq!(all.matches("\nSymmetries 1\n").count(), 11);
        assert_eq!(all.matches("\nSymmetries 2\n").count(), 1);
        assert!(all.ends_with("\n\nClasses 12\nSolutions 92 = 11 x 8/1 + 1 x 8/2\n"), "{all}");
    }
    // Too many solutions to visit.
    let triples = classes("steiner:13", "--limit 1").silently();
    let end = "Classes 2\nSolutions 1197504000 = 1 x 6227020800/6 + 1 x 6227020800/39\n";
    assert!(triples.ends_with(end), "{triples}");
    assert_eq!(triples.matches("Symmetries ").count(), 1);
    let ran = classes("queens:6", "--count --limit 1");
    let refused = ran.error();
    assert!(refused.contains("cannot be used with"), "{refused}");
}

#[test]
fn classes_as_json_in_a_file_and_drawn() {
    let json = json_lines(&classes("queens:6", "--output json").silently());
    assert_eq!((&json[0]["classes"], &json[0]["symmetries"]), (&1.into(), &8.into()));
    assert_eq!(json[0]["solutions"], 4);
    let one = &json[0]["representatives"][0];
    assert_eq!((&one["symmetries"], &one["solutions"]), (&2.into(), &4.into()));
    assert_eq!(one["solution"].as_array().unwrap().len(), 6);
    let counted = json_lines(&classes("queens:6", "--output json --count").silently());
    assert_eq!(counted[0]["representatives"], serde_json::Value::Null);

    let drawn = classes("queens:6", "--picture").silently();
    assert_eq!(drawn.matches('\u{265b}').count(), 6);
    assert!(drawn.contains("\nSymmetries 2\n"), "{drawn}");
    let folder = Folder::with("queens.dlx", crate::common::encode("queens:6"));
    let args = "classes queens.dlx --out classes.txt";
    let end = folder.quadrille(args).silently();
    assert_eq!(end, "Classes 1\nSolutions 4 = 1 x 8/2\n");
    assert!(folder.read("classes.txt").ends_with("\nSymmetries 2\n\n"));
    folder.quadrille(args).error_has("classes.txt");
}

#[test]
fn what_cannot_be_known_is_said() {
    let (none, why) = classes("queens:3", "").negative();
    let said = "queens:3: no solution; for a reason, use `quadrille why queens:3`\n";
    assert_eq!((&*none, &*why), ("Classes 0\nSolutions 0\n", said));
    let (_, why) = classes("latin:7", "--method levels --time-limit 0.02").negative();
    assert!(
        why.contains("stopped before the result was known; use a larger --time-limit"),
        "{why}"
    );
    let (_, why) = classes("latin:5", "--method enumerate --max-memory 1").negative();
    assert!(why.contains("use a larger --max-memory"), "{why}");
    classes("partitions:16", "--group").error_has("expected at most 65535");
    classes("queens:4", "--group --count").error_has("cannot be used");
    classes("queens:4", "--all").error_has("--all");
}

/// Of 92 solutions of eight queens, four look the same after half a turn, and none after a quarter turn.
#[test]
fn classes_up_to_rotations_tell_mirror_images_apart() {
    assert_eq!(classes("queens:8", "--count").silently(), "12\n");
    assert_eq!(classes("queens:8", "--count --rotations").silently(), "24\n");
    // 240 solutions of the Soma cube up to reflections, of which none is its own mirror image.
    assert_eq!(classes("soma", "--count --rotations").silently(), "480\n");
    let group = classes("queens:4", "--group --rotations").silently();
    assert!(group.starts_with("Symmetries 4\nGenerators 1\n"), "{group}");
    // A rectangle has half turns only.
    let group = classes("dominoes:2x3", "--group --rotations").silently();
    assert_eq!(group, "Symmetries 2\nGenerators 1\n(a0 b2)(a1 b1)(a2 b0)\n");
    quadrille_on("a b\na\nb\n", "classes --rotations")
        .error_has("found no family with a board; expected one");
    classes("queens:6", "--rotations --method levels").error_has("expected `enumerate`");
    classes("debruijn:4x4", "--rotations --count").error_has("does not handle items with colours");
}
