//! `quadrille run --task cheapest`, and what reads its rows.

use crate::common::Folder;
use crate::common::rows::rows;

const EXAMPLE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../engines/python-example");

/// Two problems whose first solution is not the cheapest one, by our engines and by one in another program.
fn folder() -> Folder {
    let folder = Folder::with("a.dlx", "a b c\na |9\nb |9\nc |9\na b |7\nb c |3 |1\na b c |20\n");
    folder.write("none.dlx", "a b c\na b |1\nb c |2\na c\n");
    folder.write("few.dlx", "a b c\na\nb\nc\na b\n");
    folder
}

fn declared(folder: &Folder, name: &str, script: &str) {
    folder.write(&format!("{name}.py"), script.replace("FOLDER", EXAMPLE));
    let engine = format!("[[engine]]\nname = '{name}'\ncommand = ['python3', '{name}.py']\n");
    folder.write(&format!("{name}.toml"), engine);
}

const HONEST: &str = "import sys
sys.path.insert(0, 'FOLDER')
import solver
solver.serve('honest', solver.answer)
";

/// Claims that the first solution is the cheapest.
const HASTY: &str = "import sys
sys.path.insert(0, 'FOLDER')
import solver
solver.serve('hasty', lambda problem, asked: solver.answer(problem, {'task': 'first', 'limit': '1'}))
";

#[test]
fn engines_find_a_cheapest_solution_and_are_ranked() {
    let folder = folder();
    declared(&folder, "honest", HONEST);
    let run = "run --corpus a.dlx,none.dlx,few.dlx --task cheapest --engine dlx,bits,honest";
    folder.quadrille(&format!("{run} --engines honest.toml --out r.csv --quiet")).positive();
    for row in rows(&folder.read("r.csv")) {
        let expected = [("a", "13"), ("none", ""), ("few", "2")];
        let (_, cost) = expected.into_iter().find(|(id, _)| row["corpus"].starts_with(id)).unwrap();
        assert_eq!((&*row["verdict"], &*row["cost"], &*row["task"]), ("ok", cost, "cheapest"));
        let has_first = !cost.is_empty() && row["engine"] != "honest";
        assert_eq!(!row["first_ns"].is_empty(), has_first, "{row:?}");
    }
    let ranked = folder.quadrille("rank r.csv").silently();
    assert!(ranked.contains("a.dlx: 1 instance, task cheapest\n"), "{ranked}");
    let gate = folder.quadrille("gate r.csv r.csv --counts-only").silently();
    assert!(gate.ends_with("\npassed\n"), "{gate}");
    let compared = folder.quadrille("compare r.csv --engines dlx,bits");
    assert!(compared.stdout.contains("bits / dlx"), "{compared:?}");
    folder.quadrille("report r.csv --out r.html").positive();
    assert!(folder.read("r.html").contains("task cheapest"));
    let raced = folder.quadrille("race dlx bits --corpus a.dlx --task cheapest --blocks 5");
    assert!([0, 1, 3].contains(&raced.status) && raced.stdout.contains("bits / dlx"), "{raced:?}");
}

#[test]
fn a_solution_that_is_not_the_cheapest_is_wrong() {
    let folder = folder();
    declared(&folder, "hasty", HASTY);
    let run = "run --corpus a.dlx --task cheapest --engine hasty";
    let (_, said) = folder.quadrille(&format!("{run} --engines hasty.toml")).negative();
    let expected = "found the least cost 27, expected the least cost 13, by a second engine, dlx";
    assert!(said.contains(expected), "{said}");
}

/// An engine that does not name the task in its greeting is not asked.
#[test]
fn the_task_must_be_named_by_an_engine() {
    let folder = folder();
    declared(
        &folder,
        "older",
        "print('quadrille 3\\nname o\\nversion 1\\ntakes cover\\nready', flush=True)\ninput()\n",
    );
    let run = "run --corpus a.dlx --task cheapest --engine older";
    folder.quadrille(&format!("{run} --engines older.toml --out r.csv --quiet")).positive();
    assert_eq!(rows(&folder.read("r.csv"))[0]["verdict"], "unsupported");
}
