//! Numbers of shards as schedulers give and take them.

/// Numbers of shards as `sbatch --array` takes them: `1,4,7-9`. The numbers must increase.
///
/// ```
/// use quadrille_harness::shards::array_specification;
///
/// assert_eq!(array_specification(&[1, 4, 7, 8, 9]), "1,4,7-9");
/// ```
pub fn array_specification(numbers: &[usize]) -> String {
    let ranges = numbers.chunk_by(|one, next| one + 1 == *next);
    let text = ranges.map(|range| match range {
        [one] => one.to_string(),
        [one, other] => format!("{one},{other}"),
        [first, .., last] => format!("{first}-{last}"),
        [] => unreachable!("a chunk has a number"),
    });
    text.collect::<Vec<_>>().join(",")
}

/// The variables of the environment in which schedulers give a task its number: Slurm job arrays, and Kubernetes
/// Indexed Jobs.
const VARIABLES: [&str; 2] = ["SLURM_ARRAY_TASK_ID", "JOB_COMPLETION_INDEX"];

/// The number of the shard to do: the one given, or else that of the scheduler. `variable` returns the value of a
/// variable of the environment.
///
/// # Errors
/// There is none, or the variable holds no number.
pub fn shard_number(
    given: Option<usize>,
    variable: impl Fn(&str) -> Option<String>,
) -> Result<usize, String> {
    if let Some(given) = given {
        return Ok(given);
    }
    for name in VARIABLES {
        if let Some(value) = variable(name) {
            return value.parse().map_err(|_| {
                format!(
                    "found {name}={value:?}; expected the number of a shard, from 0; give K: `quadrille shard DIR K`"
                )
            });
        }
    }
    let [slurm, kubernetes] = VARIABLES;
    Err(format!(
        "found no number of a shard; expected one as in `quadrille shard DIR K`, from {slurm} (a Slurm job array) or from {kubernetes} \
         (a Kubernetes Indexed Job)"
    ))
}
