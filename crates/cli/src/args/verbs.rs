//! The verbs, each with its help.

use clap::Subcommand;
use quadrille_sudoku::engine::lanes::Instructions;

use super::{
    Check, ClassesArgs, Compare, Compile, Completions, Count, Cover, Doctor, Encode, Engine,
    Estimate, Gate, Generate, List, Merge, Missing, Play, Prove, Race, Rank, Report, Reproduce,
    Run, Sample, Slurm, Solve, Transform, Verify, Web, Why,
};

#[derive(Debug, Subcommand)]
pub enum Verb {
    /// Solve Sudoku puzzles: find one solution, all solutions or their number
    #[command(after_help = "Example: quadrille solve --engine singles --trace \
        530070000600195000098000060800060003400803001700020006060000280000419005000080079")]
    Solve(Solve),
    /// Decide for each Sudoku puzzle whether it has one solution, several or none
    #[command(after_help = "Example: quadrille check puzzles.txt")]
    Check(Check),
    /// Generate Sudoku puzzles; the same seed gives the same puzzles on every machine
    #[command(after_help = "Example: quadrille generate --size 9 --count 10 --seed 1")]
    Generate(Generate),
    /// Write isomorphs of puzzles or of an exact cover problem, the same for each seed
    #[command(after_help = "Example: quadrille transform puzzles.txt --isomorphs 3 --seed 1\n\
        Example: quadrille transform queens.dlx --seed 1 --out other.dlx")]
    Transform(Transform),
    /// Find solutions of an exact cover problem in Knuth's DLX text format
    #[command(after_help = "Example: quadrille cover queens:8 --limit 3\n\
        Example: quadrille encode langford:7 | quadrille cover --all\n\
        docs/FORMATS.md describes the format: items, colours, multiplicities, costs.")]
    Cover(Cover),
    /// Count the solutions of an exact cover problem, or of each Sudoku puzzle of a file
    #[command(after_help = "Limits hold for a problem, or for each puzzle.\n\
        Example: quadrille count queens:12 --jobs 2\n\
        Example: quadrille count puzzles.txt\n\
        docs/LONG_RUNS.md describes counts that take days, docs/CLUSTER.md those on many machines.")]
    Count(Count),
    /// Print random solutions of an exact cover problem, all with the same probability
    #[command(after_help = "Example: quadrille sample queens:8 --number 3 --seed 7\n\
        docs/DIAGRAM.md describes how they are drawn.")]
    Sample(Sample),
    /// Print one solution of each class up to symmetry, or the symmetries of a problem
    #[command(after_help = "Example: quadrille classes queens:8\n\
        Example: quadrille classes queens:8 --group\n\
        Two solutions are in one class if a symmetry of the problem takes one to the other (docs/SYMMETRY.md).")]
    Classes(ClassesArgs),
    /// Write the decision diagram of all solutions, or print what it answers
    #[command(
        after_help = "Example: quadrille compile queens:8 --out queens.xdd && quadrille count queens.xdd\n\
        Example: quadrille compile dominoes:8x8 --marginals\n\
        `cover`, `count` and `sample` read a diagram in place of a problem. If the name of --out ends in .nnf, it is a formula for other\n\
        programs (docs/DIAGRAM.md)."
    )]
    Compile(Compile),
    /// Write a certificate of the answer to a problem, from which others can check it
    #[command(
        after_help = "Example: quadrille prove queens:8 --all --out proof && quadrille verify proof\n\
        docs/PROOFS.md describes the folder and the format."
    )]
    Prove(Prove),
    /// Print a short reason why an exact cover problem has no solution
    #[command(after_help = "Example: quadrille why queens:3\n\
        A reason is weights on items that cannot balance, or cases. docs/WHY.md describes them.")]
    Why(Why),
    /// Estimate how large a search is, before it is begun: nodes, solutions and time
    #[command(after_help = "Example: quadrille estimate queens:20 --workers 64\n\
        Example: quadrille encode langford:16 | quadrille estimate --seconds 10\n\
        docs/ESTIMATE.md describes the method, and where it is blind.")]
    Estimate(Estimate),
    /// Check certificates: folders that `prove` wrote
    #[command(
        after_help = "Example: quadrille prove queens:8 --all --out proof && quadrille verify proof\n\
        docs/PROOFS.md describes the folder and the format."
    )]
    Verify(Verify),
    /// Write a named exact cover problem as DLX text
    #[command(after_help = "Example: quadrille encode langford:7\n\
        `quadrille list families` lists the names.")]
    Encode(Encode),
    /// Measure engines on corpora, verify every answer and write the results as CSV
    #[command(
        after_help = "Example: quadrille run --corpus systems --engine masks --engine dlx --time-limit 10"
    )]
    Run(Run),
    /// Print the shards that a folder still lacks, as an array specification of Slurm
    #[command(after_help = "Example: quadrille missing DIR\n\
        In a script: sbatch --array=$(quadrille missing DIR) task.sh\n\
        The exit status is 0 if no shard is missing, else 1. A shard that is refused counts as missing, and the reason\n\
        goes to standard error.")]
    Missing(Missing),
    /// Merge the shards of a run, a check, a generation or one search
    #[command(
        after_help = "Example: quadrille merge DIR --out results.csv && quadrille rank results.csv\n\
        The exit status is 1 if a row of a run has a wrong answer, and 2 if a shard is missing or refused."
    )]
    Merge(Merge),
    /// Do the shards of a plan, a problem or a folder as a Slurm job array
    #[command(after_help = "Example: quadrille slurm plan.toml --shards 200 --submit\n\
        docs/CLUSTER.md describes the way from a plan to a run on a cluster.")]
    Slurm(Slurm),
    /// Rank engines in result files: ratios of times, PAR-2 scores, the virtual best solver
    #[command(after_help = "Example: quadrille rank results.csv\n\
        docs/STATISTICS.md explains the columns.")]
    Rank(Rank),
    /// Compare two result files, two engines or two runs by ratios of times with intervals
    #[command(after_help = "Example: quadrille compare before.csv after.csv\n\
        Example: quadrille compare results.csv --engines masks,dlx")]
    Compare(Compare),
    /// Decide whether new results may replace old ones: equal counts, times within bounds
    #[command(after_help = "Example: quadrille gate base.csv new.csv --counts-only\n\
        The exit status is 0 if the new results may replace the old ones, 1 if they may not, and 3 if the\n\
        times are too noisy to decide.")]
    Gate(Gate),
    /// Measure two binaries of quadrille, or two engines, in turns on the same instances
    #[command(
        after_help = "Example: quadrille race ./quadrille-before ./quadrille-after --engine masks\n\
        Example: quadrille race masks lanes --corpus systems --tolerance 2\n\
        Example: quadrille race before after --engines builds.toml\n\
        The exit status is 0 if B is no slower than A, within the tolerance; 1 if B is slower or its\n\
        answers are worse; 3 if the times are too noisy to decide."
    )]
    Race(Race),
    /// Summarise result files as an HTML page with charts, or as Markdown
    #[command(after_help = "Example: quadrille report results.csv --out results.html\n\
        Example: quadrille report before.csv after.csv --out both.html\n\
        docs/REPORTS.md describes the page.")]
    Report(Report),
    /// Reproduce published tables and compare the results with the published figures
    #[command(after_help = "Example: quadrille reproduce system-e-screen\n\
        `quadrille list tables` lists the tables; docs/REPRODUCE.md describes how to write one.\n\
        The exit status is 1 if a count differs from the published one.")]
    Reproduce(Reproduce),
    /// Help for authors of engines in other languages: check an engine against the protocol
    #[command(after_help = "Example: quadrille engine check engines/python-example/engine.toml")]
    Engine(Engine),
    /// Play Sudoku in the terminal: type digits, get hints, solve, step through a search
    #[command(after_help = "Example: quadrille play --size 16\n\
        `?` shows the keys.")]
    Play(Play),
    /// Serve the page for the browser to this machine, and open it
    #[command(after_help = "Example: quadrille web web/dist\n\
        `web/build` makes the page. docs/WEB.md describes the page, and how to put it on a static host.")]
    Web(Web),
    /// Check whether this machine is suitable for benchmarking, and report what disturbs it
    #[command(after_help = "Example: quadrille doctor")]
    Doctor(Doctor),
    /// List the engines, corpora, families and tables
    #[command(after_help = "Example: quadrille list engines")]
    List(List),
    /// Print a script that completes commands and options in a shell
    #[command(
        after_help = "Example: quadrille completions bash > ~/.local/share/bash-completion/completions/quadrille"
    )]
    Completions(Completions),
    /// Print the manual page
    #[command(after_help = "Example: quadrille man > quadrille.1")]
    Man,
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

    /// Whether an interrupt may end the verb at once. Such a verb writes no file before all is computed, and nobody needs a part of
    /// what it prints.
    pub fn only_prints(&self) -> bool {
        matches!(
            self,
            Self::Verify(_)
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
