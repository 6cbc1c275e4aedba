//! Starts the engines of `engines/` as their `engine.toml` declares, and judges their answers.
//!
//! The engines must be built first, as in `.ci/run`. `QUADRILLE_ENGINES` names the folder of those that are written in
//! Rust, if that is not the one in their declarations.

use std::path::{Path, PathBuf};

use quadrille_cover::{Budget, Outcome, Search};
use quadrille_harness::check::{Judge, Known};
use quadrille_harness::measure::Answer;
use quadrille_harness::measure::limits::SearchLimits;
use quadrille_harness::measure::native::Trial;
use quadrille_harness::process::{Program, Question, Reply, Session, SessionLimits, declaration};
use quadrille_harness::{Corpus, Instance, engine};
use quadrille_results::{Task, Verdict};

fn declared(folder: &str) -> Vec<Program> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../engines").join(folder);
    let mut programs = declaration::read(&folder.join("engine.toml")).expect("it can be read");
    let built = std::env::var_os("QUADRILLE_ENGINES").map(PathBuf::from);
    for program in &mut programs {
        let executable = Path::new(&program.command[0]);
        let of_rust = executable.components().any(|part| part.as_os_str() == "release");
        if let (Some(built), true) = (&built, of_rust) {
            let built = std::path::absolute(built).expect("there is a current folder");
            let built = built.join(executable.file_name().expect("a file"));
            program.command[0] = built.display().to_string();
        }
    }
    programs
}

fn start(program: &Program) -> Session {
    Session::start(program.clone(), SessionLimits::default())
        .unwrap_or_else(|error| panic!("{error}"))
}

fn shipped(name: &str, instances: usize) -> Corpus {
    let mut corpus = Corpus::open(name, &mut Err).expect("it is shipped");
    corpus.instances.truncate(instances);
    corpus
}

/// The verdict on each reply. Manifests have the answers, so no second engine is needed.
fn verdicts(replies: &[Reply], corpus: &Corpus, task: Task) -> Vec<Verdict> {
    let limits = SearchLimits { budget: Budget::default(), wall: None };
    let known = Known::default();
    let verdict = |(reply, instance): (&Reply, &Instance)| match reply {
        Ok(answered) => {
            let judge = Judge { instance, task, limits: &limits, known: &known, prove: false };
            let answer = Answer {
                searched: &answered.searched,
                solutions: answered.solutions.clone(),
                certificate: answered.certificate.as_ref(),
            };
            judge.judge("another program", &answer).verdict
        }
        Err(fault) if fault.verdict == Verdict::Unsupported => fault.verdict,
        Err(fault) => panic!("{}: {fault}", instance.id),
    };
    replies.iter().zip(&corpus.instances).map(verdict).collect()
}

/// Runs an engine and checks that its answers are right; returns the number of instances that it accepts.
fn insist(program: &Program, corpus: &Corpus, task: Task) -> usize {
    let mut session = start(program);
    let instances: Vec<&Instance> = corpus.instances.iter().collect();
    let asked = session.ask(&Question::new(task), &instances);
    let verdicts = verdicts(&asked.replies, corpus, task);
    for (verdict, instance) in verdicts.iter().zip(&instances) {
        let fine = matches!(verdict, Verdict::Ok | Verdict::Unsupported);
        assert!(fine, "{} on {} of {}: {verdict:?}", program.name, instance.id, corpus.name);
    }
    verdicts.iter().filter(|&&verdict| verdict == Verdict::Ok).count()
}

/// Families that are easy for engines of any kind.
fn families() -> Corpus {
    let easy = [
        "queens:8",
        "langford:7",
        "latin:4",
        "dominoes:4x4",
        "steiner:7",
        "debruijn:4x4",
        "pigeonhole:6",
    ];
    let mut corpus = Corpus::open("families", &mut Err).expect("it is shipped");
    corpus.instances.retain(|instance| easy.contains(&instance.id.as_str()));
    assert_eq!(corpus.instances.len(), easy.len());
    corpus
}

#[test]
#[ignore = "needs the engines of engines/, which .ci/run builds"]
fn all_answer_rightly() {
    let sudokus = [shipped("generated-9x9", 40), shipped("multiple", 20), shipped("none", 20)];
    let (families, mut engines) = (families(), 0);
    for folder in ["c-example", "python-example", "sat", "sudoku-crates", "cover-crates"] {
        for program in declared(folder) {
            engines += 1;
            for (corpus, task) in sudokus.iter().flat_map(|c| [(c, Task::First), (c, Task::Unique)])
            {
                let right = insist(&program, corpus, task);
                assert_eq!(right, corpus.instances.len(), "{} takes 9x9 grids", program.name);
            }
            let takes_covers = start(&program).external.takes(&families.instances[0].body);
            let right = insist(&program, &families, Task::All);
            assert_eq!(right > 0, takes_covers, "{}", program.name);
        }
    }
    assert_eq!(engines, 10);
}

#[test]
#[ignore = "needs the engines of engines/, which .ci/run builds"]
fn large_sudokus_are_for_those_that_take_all_sizes() {
    let corpus = shipped("generated-16x16", 3);
    for folder in ["sat", "python-example"] {
        assert_eq!(insist(&declared(folder)[0], &corpus, Task::Unique), 3);
    }
    assert_eq!(insist(&declared("sat")[0], &shipped("generated-25x25", 2), Task::Unique), 2);
}

#[test]
#[ignore = "needs the engines of engines/, which .ci/run builds"]
fn the_example_in_python_visits_the_nodes_of_dancing_links() {
    let [program] = &declared("python-example")[..] else { panic!("there is one") };
    let dlx = engine::by_name("dlx").expect("it is in the registry");
    for (corpus, task) in [(shipped("generated-9x9", 20), Task::Unique), (families(), Task::All)] {
        let instances: Vec<&Instance> = corpus.instances.iter().collect();
        let asked = start(program).ask(&Question::new(task), &instances);
        for (reply, instance) in asked.replies.iter().zip(instances) {
            let budget = Budget { solutions: task.limit(), ..Budget::default() };
            let expected =
                Trial::new(dlx, instance, Task::All).unwrap().counted(&budget).unwrap().search;
            let found = reply.as_ref().expect("it answers").searched.search;
            assert_eq!(found.outcome, expected.outcome, "{}", instance.id);
            assert_eq!(found.stats.nodes, expected.stats.nodes, "{}", instance.id);
            assert_eq!(found.stats.forks, expected.stats.forks, "{}", instance.id);
        }
    }
}

#[test]
#[ignore = "needs the engines of engines/, which .ci/run builds"]
fn limits_are_kept_by_those_that_count() {
    let corpus = shipped("generated-9x9", 40);
    let instances: Vec<&Instance> = corpus.instances.iter().collect();
    for folder in ["c-example", "python-example"] {
        let mut session = start(&declared(folder)[0]);
        let all = session.ask(&Question::new(Task::Unique), &instances);
        let nodes = |reply: &Reply| reply.as_ref().ok().and_then(|a| a.searched.search.stats.nodes);
        let most = all.replies.iter().filter_map(nodes).min().expect("it counts nodes");
        let question = Question { nodes: Some(most), ..Question::new(Task::Unique) };
        let limited = session.ask(&question, &instances);
        for (all, limited) in all.replies.iter().zip(&limited.replies) {
            let spent = nodes(all) > Some(most);
            let outcome = limited.as_ref().expect("it answers").searched.search.outcome;
            assert_eq!(outcome == Outcome::BudgetSpent, spent, "{folder}");
        }
    }
}

#[test]
#[ignore = "needs the engines of engines/, which .ci/run builds"]
fn every_lie_is_seen() {
    let corpus = shipped("generated-9x9", 500);
    let instances: Vec<&Instance> = corpus.instances.iter().collect();
    for task in [Task::First, Task::Unique] {
        let [honest, liar] = ["python-example", "liar"].map(|folder| {
            start(&declared(folder)[0]).ask(&Question::new(task), &instances).replies
        });
        let lies: Vec<bool> = honest
            .iter()
            .zip(&liar)
            .map(|(honest, liar)| {
                let [honest, liar] = [honest, liar].map(|reply| {
                    let searched = &reply.as_ref().expect("an answer").searched;
                    let Search { outcome, stats } = searched.search;
                    (outcome, stats.solutions, searched.first.clone())
                });
                honest != liar
            })
            .collect();
        assert!(
            (1..=15).contains(&lies.iter().filter(|&&lie| lie).count()),
            "about one in a hundred"
        );
        let seen = verdicts(&liar, &corpus, task).into_iter().map(|v| v == Verdict::Wrong);
        assert_eq!(seen.collect::<Vec<_>>(), lies);
    }
}
