use super::*;

fn open(text: &str) -> Result<Plan, String> {
    Request::parse(text).unwrap().open(&Library::default(), &mut Err)
}

#[test]
fn what_is_left_out_is_as_without_a_plan() {
    let plan = open("corpora = ['none']").unwrap();
    assert_eq!((plan.repetitions, plan.twice, plan.batch, plan.seed), (1, false, false, 0));
    assert_eq!((plan.limits, plan.task), (Limits::default(), None));
    assert!(plan.engines.len() > 10 && plan.jobs > 0);
    let all = open("engines = ['dlx']").unwrap();
    assert_eq!(all.corpora.len(), manifest::names().count());
}

#[test]
fn a_count_is_by_all_engines_and_has_a_minute_if_there_is_no_other_limit() {
    let plan = |text: &str| open(&format!("corpora = ['families']\n{text}")).unwrap();
    let has = |plan: &Plan, name| plan.engines.iter().any(|engine| engine.name() == name);
    let (count, all) = (plan("task = 'count'"), plan("task = 'all'"));
    for name in ["auto", "memo", "iso", "frontier"] {
        assert!(has(&count, name) && !has(&all, name), "{name}");
    }
    let [of_count, of_all] =
        [&count, &all].map(|plan| (plan.limits.wall, plan.tests(&plan.corpora[0])));
    assert_eq!(
        (of_count, of_all),
        ((Some(Duration::from_secs(60)), None), (None, Some(100_000_000)))
    );
    let limited = plan("task = 'count'\nlimits.tests = 5");
    assert_eq!((limited.limits.wall, limited.limits.tests), (None, Some(5)));
}

#[test]
fn a_seed_of_isomorphs_is_drawn_for_other_programs_alone() {
    let native = "isomorphs = 2\nseed = 5\n";
    let external = "isomorphs = 2\nseed = 5\n[[engine]]\nname = 'mine'\ncommand = ['./mine']\n";
    let drawn = |text: &str| {
        let mut request = Request::parse(text).unwrap();
        let is_drawn = request.draw_isomorphs();
        assert_eq!(is_drawn, request.seed_of_isomorphs() != 5, "one of 2^63 is drawn");
        (is_drawn, request.isomorph_seed)
    };
    assert_eq!(drawn(native), (false, None));
    let (is_drawn, seed) = drawn(external);
    assert!(is_drawn && seed < Some(1 << 63) && seed != drawn(external).1);
    assert_eq!(drawn(&external.replace("isomorphs = 2", "")), (false, None));
    let chosen = Request::parse(&format!("isomorph_seed = 7\n{external}"));
    assert!(!chosen.unwrap().draw_isomorphs());
}

#[test]
fn everything_in_a_plan_counts() {
    let text = "corpora = ['none', 'none']\nengines = ['dlx', 'lanes']\ntask = 'all'\nbatch = true\n\
                repetitions = 3\nisomorphs = 2\ntwice = true\nseed = 5\njobs = 1\nprove = true\nfilter = 'dlx'\n\
                [limits]\ntests = 1\nnodes = 2\nseconds = 0.5\nmegabytes = 3\n";
    let plan = open(text).unwrap();
    assert_eq!(plan.engines.iter().map(Engine::name).collect::<Vec<_>>(), ["dlx", "lanes"]);
    let [none] = &*plan.corpora else { panic!("once") };
    let original = Corpus::open("none", &mut Err).unwrap();
    assert_eq!(none.instances.len(), 2 * original.instances.len());
    assert_eq!((plan.task, plan.batch, plan.twice), (Some(Task::All), true, true));
    assert_eq!((plan.repetitions, plan.seed, plan.jobs, plan.prove), (3, 5, 1, true));
    assert_eq!(plan.rows(), 6, "one engine passes the filter, three times twice");
    let wall = Some(Duration::from_millis(500));
    let limits =
        Limits { tests: Some(1), nodes: Some(2), wall, memory: Some(3_000_000), ungrouped: false };
    assert_eq!(plan.limits, limits);
    assert_eq!(open("limits.time_limit = 0.5").unwrap().limits.wall, wall);
    let request = Request::parse(text).unwrap();
    let written = toml::to_string(&request).unwrap();
    assert_eq!(Request::parse(&written), Ok(request));
}

#[test]
fn what_is_wrong_is_told_with_what_was_expected() {
    for (text, message) in [
        ("engines = ['dlxx']", "found the engine `dlxx`; expected one of naive-tree, "),
        ("corpora = ['nowhere']", "found the corpus `nowhere`, which is neither a file nor one of"),
        ("filter = '('", "found the filter `(`; expected a regular expression: "),
        ("repetitions = 0", "found repetitions = 0; expected 1 to 1000"),
        ("isomorphs = 0", "found isomorphs = 0; expected 1 to 1000"),
        ("jobs = 0", "found jobs = 0; expected 1 to 1024"),
        (
            "limits.megabytes = 9223372036855",
            "found bytes of memory = 9223372036855000000; expected 9223372036854775807 at most",
        ),
        ("limits.megabytes = 0", "found megabytes = 0; expected a number above 0"),
        ("limits.seconds = -1.0", "found seconds = -1; expected a number of seconds above 0"),
        ("limits.seconds = 0.0", "found seconds = 0; expected a number of seconds above 0"),
        ("limits.seconds = nan", "found seconds = NaN; expected a number of seconds above 0"),
    ] {
        let error = open(text).unwrap_err();
        assert!(error.starts_with(message), "{text}: {error}");
    }
    let of = |tests, nodes, seed| {
        let limits = LimitsRequest { tests, nodes, ..LimitsRequest::default() };
        Request { seed, limits, ..Request::default() }
    };
    let huge = 1 << 63;
    for (what, request) in [
        ("seed", of(None, None, huge)),
        ("tests", of(Some(huge), None, 0)),
        ("nodes", of(None, Some(huge), 0)),
    ] {
        let error = request.open(&Library::default(), &mut Err).unwrap_err();
        assert!(error.starts_with(&format!("found {what} = 9223372036854775808; ")), "{error}");
    }
    for (text, place) in
        [("task = 'some'", "1:8: "), ("\n repetitions = -1", "2:16: "), ("a", "1:2: ")]
    {
        let error = Request::parse(text).unwrap_err();
        assert!(error.starts_with(place), "{text}: {error}");
    }
}
