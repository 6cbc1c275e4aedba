//! The verbs, each with its help.

use clap::error::{Error, ErrorKind};
use clap::{ArgMatches, Args, Command, FromArgMatches, Subcommand};
use quadrille_sudoku::engine::lanes::Instructions;

/// The verbs, under the headings of the help: what each does, what its help ends with, its arguments, and its name. A start with one
/// verb builds the arguments of that verb alone, because to build all was two fifths of the instructions of a start.
macro_rules! verbs {
    ($($heading:literal: $(#[doc = $about:literal] #[after = $after:literal] $verb:ident($args:ident) = $name:literal;)*)*) => {
        #[derive(Debug)]
        pub enum Verb {
            $($(#[doc = $about] $verb(super::$args),)*)*
        }

        /// The headings, and under each the names of verbs with what they do.
        pub const HEADINGS: &[(&str, &[(&str, &str)])] = &[$(($heading, &[$(($name, $about)),*])),*];

        impl Subcommand for Verb {
            fn augment_subcommands(program: Command) -> Command {
                program$($(.subcommand(Command::new($name).about($about.trim_ascii()).defer(|verb| {
                    <super::$args as Args>::augment_args(verb).about($about.trim_ascii()).after_help($after)
                })))*)*
            }

            fn augment_subcommands_for_update(program: Command) -> Command {
                Self::augment_subcommands(program)
            }

            fn has_subcommand(name: &str) -> bool {
                [$($($name),*),*].contains(&name)
            }
        }

        impl FromArgMatches for Verb {
            fn from_arg_matches(words: &ArgMatches) -> Result<Self, Error> {
                match words.subcommand() {
                    $($(Some(($name, words)) => <super::$args>::from_arg_matches(words).map(Self::$verb),)*)*
                    _ => Err(Error::new(ErrorKind::MissingSubcommand)),
                }
            }

            fn update_from_arg_matches(&mut self, words: &ArgMatches) -> Result<(), Error> {
                *self = Self::from_arg_matches(words)?;
                Ok(())
            }
        }
    };
}

verbs! {
    "Solve":
    /// Solve Sudoku puzzles: find one solution, all solutions or their number
    #[after = "Example: quadrille solve --engine singles --trace \
        530070000600195000098000060800060003400803001700020006060000280000419005000080079"]
    Solve(Solve) = "solve";
    /// Decide for each Sudoku puzzle whether it has one solution, several or none
    #[after = "Example: quadrille check puzzles.txt"]
    Check(Check) = "check";
    /// Find solutions of an exact cover problem
    #[after = "Example: quadrille cover queens:8 --limit 3\n\
        Example: quadrille encode langford:7 | quadrille cover --all\n\
        `classes --onto ITEMS` prints one solution for each way to cover some items.\n\
        docs/FORMATS.md describes the format: items, colours, multiplicities, costs."]
    Cover(Cover) = "cover";
    /// Count the solutions of an exact cover problem, or of each Sudoku puzzle of a file
    #[after = "Limits hold for a problem, or for each puzzle.\n\
        Example: quadrille count queens:12 --jobs 2\n\
        Example: quadrille count puzzles.txt\n\
        Example: quadrille count polyominoes:1-4:3x5 --onto 'X*'\n\
        docs/LONG_RUNS.md describes counts that take days, docs/CLUSTER.md those on many machines."]
    Count(Count) = "count";
    /// Print random solutions of an exact cover problem, all with the same probability
    #[after = "Example: quadrille sample queens:8 --number 3 --seed 7\n\
        docs/DIAGRAM.md describes how they are drawn."]
    Sample(Sample) = "sample";
    /// Print one solution of each class up to symmetry, or the symmetries of a problem
    #[after = "Example: quadrille classes queens:8\n\
        Example: quadrille classes queens:8 --group\n\
        Example: quadrille classes queens:8 --proof proof && quadrille verify proof\n\
        Two solutions are in one class if a symmetry of the problem takes one to the other (docs/SYMMETRY.md)."]
    Classes(ClassesArgs) = "classes";
    /// Write the decision diagram of all solutions, or print what it answers
    #[after = "Example: quadrille compile queens:8 --out queens.xdd && quadrille count queens.xdd\n\
        Example: quadrille compile dominoes:8x8 --marginals\n\
        `cover`, `count` and `sample` read a diagram in place of a problem. If the name of --out ends in .nnf, it is a formula for other\n\
        programs (docs/DIAGRAM.md)."]
    Compile(Compile) = "compile";
    /// Print a short reason why an exact cover problem has no solution
    #[after = "Example: quadrille why queens:3\n\
        A reason is weights on items that cannot balance, or cases. docs/WHY.md describes them."]
    Why(Why) = "why";
    /// Write a certificate of the answer to a problem, from which others can check it
    #[after = "Example: quadrille prove queens:8 --all --out proof && quadrille verify proof\n\
        docs/PROOFS.md describes the folder and the format."]
    Prove(Prove) = "prove";
    /// Check certificates: folders that `prove` or `classes --proof` wrote
    #[after = "Example: quadrille prove queens:8 --all --out proof && quadrille verify proof\n\
        docs/PROOFS.md describes the folder and the format."]
    Verify(Verify) = "verify";
    /// Play Sudoku in the terminal: type digits, get hints, solve, step through a search
    #[after = "Example: quadrille play --size 16\n\
        `?` shows the keys."]
    Play(Play) = "play";
    "Make":
    /// Generate Sudoku puzzles; the same seed gives the same puzzles on every machine
    #[after = "Example: quadrille generate --size 9 --count 10 --seed 1"]
    Generate(Generate) = "generate";
    /// Print puzzles and their solutions on pages: a PDF, HTML for a browser, or SVG
    #[after = "Example: quadrille generate --count 12 --difficulty easy --quiet > easy.txt && quadrille sheet easy.txt --out easy.pdf\n\
        docs/PICTURES.md describes the pages."]
    Sheet(Sheet) = "sheet";
    /// Write isomorphs of puzzles or of an exact cover problem, the same for each seed
    #[after = "Example: quadrille transform puzzles.txt --isomorphs 3 --seed 1\n\
        Example: quadrille transform queens.dlx --seed 1 --out other.dlx"]
    Transform(Transform) = "transform";
    /// Write an exact cover problem as DLX text or in another program's format
    #[after = "Example: quadrille encode langford:7\n\
        \x20        quadrille encode problem.ec --as opb\n\
        `quadrille list families` lists the names; `quadrille help FORMATS` describes the formats."]
    Encode(Encode) = "encode";
    "Measure":
    /// Measure engines on corpora, verify every answer and write the results as CSV
    #[after = "Example: quadrille run --corpus systems --engine masks --engine dlx --time-limit 10"]
    Run(Run) = "run";
    /// Continue a run that was interrupted or killed
    #[after = "Example: quadrille resume results/RUN.csv\n\
        The run file beside the CSV says what is measured. Only the program that began a run continues it."]
    Resume(Resume) = "resume";
    /// Estimate how large a search is, before it is begun: nodes, solutions and time
    #[after = "Example: quadrille estimate queens:20 --workers 64\n\
        Example: quadrille encode langford:16 | quadrille estimate --seconds 10\n\
        docs/ESTIMATE.md describes the method, and where it is blind."]
    Estimate(Estimate) = "estimate";
    /// Print features of problems: numbers by which an engine may be chosen
    #[after = "Example: quadrille features queens:20 dominoes:8x8\n\
        Example: quadrille features *.dlx --output csv\n\
        docs/SELECTION.md describes the features."]
    Features(Features) = "features";
    /// Rank engines in result files: ratios of times, PAR-2 scores, the virtual best solver
    #[after = "Example: quadrille rank results.csv\n\
        docs/STATISTICS.md explains the columns."]
    Rank(Rank) = "rank";
    /// Compare two result files, two engines or two runs by ratios of times with intervals
    #[after = "Example: quadrille compare before.csv after.csv\n\
        Example: quadrille compare results.csv --engines masks,dlx"]
    Compare(Compare) = "compare";
    /// Decide whether new results may replace old ones: equal counts, times within bounds
    #[after = "Example: quadrille gate base.csv new.csv --counts-only\n\
        The exit status is 0 if the new results may replace the old ones, 1 if they may not, and 3 if the\n\
        times are too noisy to decide."]
    Gate(Gate) = "gate";
    /// Measure two binaries of quadrille, or two engines, in turns on the same instances
    #[after = "Example: quadrille race ./quadrille-before ./quadrille-after --engine masks\n\
        Example: quadrille race masks lanes --corpus systems --tolerance 2\n\
        Example: quadrille race before after --engines builds.toml\n\
        The exit status is 0 if B is no slower than A, within the tolerance; 1 if B is slower or its\n\
        answers are worse; 3 if the times are too noisy to decide."]
    Race(Race) = "race";
    /// Summarise result files as an HTML page with charts, as Markdown, or as one chart
    #[after = "Example: quadrille report results.csv --out results.html\n\
        Example: quadrille report before.csv after.csv --out both.html\n\
        Example: quadrille report results.csv --chart cactus --out cactus.svg\n\
        docs/REPORTS.md describes the page."]
    Report(Report) = "report";
    /// Learn from results which engine to use for a problem, as rules about its features
    #[after = "Example: quadrille run --corpus families --task count --engine bits,memo,iso --time-limit 10 --out counts.csv\n\
        \x20        quadrille select counts.csv\n\
        docs/SELECTION.md describes how the rules are learnt and judged."]
    Select(Select) = "select";
    /// Write results of `run` as a scenario of the Algorithm Selection Library
    #[after = "Example: quadrille export aslib scenario results.csv\n\
        docs/SELECTION.md describes the folder."]
    Export(Export) = "export";
    /// Reproduce published tables and compare the results with the published figures
    #[after = "Example: quadrille reproduce system-e-screen\n\
        Example: quadrille reproduce --new mine.toml results.csv\n\
        `quadrille list tables` lists the tables; docs/REPRODUCE.md describes how to write one.\n\
        The exit status is 1 if a count differs from the published one."]
    Reproduce(Reproduce) = "reproduce";
    /// Help for authors of engines in other languages: check an engine against the protocol
    #[after = "Example: quadrille engine check engines/python-example/engine.toml"]
    Engine(Engine) = "engine";
    /// Check whether this machine is suitable for benchmarking, and report what disturbs it
    #[after = "Example: quadrille doctor"]
    Doctor(Doctor) = "doctor";
    "Divide among machines":
    /// Do one shard of a run, a check, a generation or one search that was divided
    #[after = "Example: quadrille run plan.toml --shards 4 --out DIR && quadrille shard DIR 0\n\
        docs/CLUSTER.md describes the way from a plan to a run on a cluster."]
    Shard(Shard) = "shard";
    /// Print the shards that a folder still lacks, as an array specification of Slurm
    #[after = "Example: quadrille missing DIR\n\
        In a script: sbatch --array=$(quadrille missing DIR) task.sh\n\
        The exit status is 0 if no shard is missing, else 1. A shard that is refused counts as missing, and the reason\n\
        goes to standard error."]
    Missing(Missing) = "missing";
    /// Merge the shards of a run, a check, a generation or one search
    #[after = "Example: quadrille merge DIR --out results.csv && quadrille rank results.csv\n\
        The exit status is 1 if a row of a run has a wrong answer, and 2 if a shard is missing or refused."]
    Merge(Merge) = "merge";
    /// Do the shards of a plan, a problem or a folder as a Slurm job array
    #[after = "Example: quadrille slurm plan.toml --shards 200 --submit\n\
        docs/CLUSTER.md describes the way from a plan to a run on a cluster."]
    Slurm(Slurm) = "slurm";
    "Look up":
    /// List the engines, corpora, families and tables
    #[after = "Example: quadrille list engines"]
    List(List) = "list";
    /// Serve the page for the browser to this machine, and open it
    #[after = "Example: quadrille web web/dist\n\
        `web/build` makes the page. docs/WEB.md describes the page, and how to put it on a static host."]
    Web(Web) = "web";
    /// Print a script that completes commands and options in a shell
    #[after = "Example: quadrille completions bash > ~/.local/share/bash-completion/completions/quadrille"]
    Completions(Completions) = "completions";
    /// Print the manual page
    #[after = "Example: quadrille man > quadrille.1"]
    Man(Manual) = "man";
}

impl Verb {
    /// Limits the instructions of the engine `lanes` where an option names the engine.
    pub fn limit_instructions(&mut self, most: Instructions) {
        match self {
            Self::Solve(args) => args.engine = args.engine.clone().at_most(most),
            Self::Check(args) => args.engine = args.engine.at_most(most),
            Self::Play(args) => args.engine = args.engine.at_most(most),
            _ => {}
        }
    }

    /// Whether the verb says itself how an interrupt ended it, because its search may have finished in spite of it.
    pub fn reports_interrupts(&self) -> bool {
        matches!(
            self,
            Self::Cover(_)
                | Self::Count(_)
                | Self::Sample(_)
                | Self::Classes(_)
                | Self::Compile(_)
                | Self::Prove(_)
                | Self::Why(_)
        )
    }

    /// Whether an interrupt may end the verb at once. Such a verb writes no file before all is computed, and a part of what it
    /// prints is of no use.
    pub fn only_prints(&self) -> bool {
        matches!(
            self,
            Self::Verify(_)
                | Self::Estimate(_)
                | Self::Rank(_)
                | Self::Compare(_)
                | Self::Gate(_)
                | Self::Encode(_)
                | Self::Missing(_)
                | Self::Doctor(_)
                | Self::List(_)
        )
    }
}
