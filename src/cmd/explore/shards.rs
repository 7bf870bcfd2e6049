//! The shard of the search that this process makes, as a flag or the environment of a cluster says.

use minigo_vm::search::Shard;

/// Readers of the environments that number the parts of a job: each returns the shard that its variables name, or an
/// error if they contradict each other.
const SHARD_READERS: [ShardReader; 3] = [slurm_shard, kubernetes_shard, ci_node_shard];

type ShardReader = fn(&dyn Fn(&str) -> Option<u32>) -> Option<Result<Shard, String>>;

/// The shard that the environment names, if it names one; `var` returns the value of a variable.
pub(super) fn shard_from_environment(
    var: impl Fn(&str) -> Option<String>,
) -> Result<Option<Shard>, String> {
    let number = |name: &str| var(name)?.trim().parse().ok();
    SHARD_READERS.iter().find_map(|read| read(&number)).transpose()
}

fn shard_of(number: u32, count: u32, variables: &str) -> Result<Shard, String> {
    let wrong = || format!("{variables}: shard {number} is not among shards 1 to {count}");
    Shard::new(number, count).ok_or_else(wrong)
}

/// A task of a Slurm array. The numbers of the tasks need not begin with 1.
fn slurm_shard(var: &dyn Fn(&str) -> Option<u32>) -> Option<Result<Shard, String>> {
    let id = var("SLURM_ARRAY_TASK_ID")?;
    let (min, step) = (var("SLURM_ARRAY_TASK_MIN")?, var("SLURM_ARRAY_TASK_STEP").unwrap_or(1));
    let count = var("SLURM_ARRAY_TASK_COUNT")?;
    let number = |id: u32| id.checked_sub(min)?.checked_div(step)?.checked_add(1);
    // Some numbers in the middle are missing, as with `--array=3,7`.
    if var("SLURM_ARRAY_TASK_MAX").is_some_and(|max| number(max) != Some(count)) {
        return Some(Err("the task numbers of the Slurm array are not evenly spaced".to_owned()));
    }
    Some(shard_of(number(id).unwrap_or(0), count, "SLURM_ARRAY_TASK_ID and _COUNT"))
}

/// A pod of an indexed Job of Kubernetes. Kubernetes does not give the number of pods: the manifest sets
/// `JOB_COMPLETIONS`.
fn kubernetes_shard(var: &dyn Fn(&str) -> Option<u32>) -> Option<Result<Shard, String>> {
    let index = var("JOB_COMPLETION_INDEX")?;
    let Some(count) = var("JOB_COMPLETIONS") else {
        let message =
            "JOB_COMPLETION_INDEX is set, but JOB_COMPLETIONS (the number of shards) is not";
        return Some(Err(message.to_owned()));
    };
    Some(shard_of(index.saturating_add(1), count, "JOB_COMPLETION_INDEX and JOB_COMPLETIONS"))
}

/// A node of a parallel job in GitLab CI, or in a service with the same variables.
fn ci_node_shard(var: &dyn Fn(&str) -> Option<u32>) -> Option<Result<Shard, String>> {
    Some(shard_of(var("CI_NODE_INDEX")?, var("CI_NODE_TOTAL")?, "CI_NODE_INDEX and CI_NODE_TOTAL"))
}

#[cfg(test)]
mod tests {
    use super::shard_from_environment;
    use minigo_vm::search::Shard;

    fn read(set: &[(&str, &str)]) -> Result<Option<Shard>, String> {
        let find = |name: &str| set.iter().find(|(known, _)| *known == name);
        shard_from_environment(|name| find(name).map(|(_, value)| (*value).to_owned()))
    }

    #[test]
    fn environments_name_shards() {
        let slurm = |id, min, count| {
            [
                ("SLURM_ARRAY_TASK_ID", id),
                ("SLURM_ARRAY_TASK_MIN", min),
                ("SLURM_ARRAY_TASK_COUNT", count),
            ]
        };
        assert_eq!(read(&[]), Ok(None));
        assert_eq!(read(&slurm("0", "0", "4")), Ok(Shard::new(1, 4)));
        assert_eq!(read(&slurm("7", "5", "4")), Ok(Shard::new(3, 4)));
        let mut by_two = slurm("9", "5", "4").to_vec();
        by_two.push(("SLURM_ARRAY_TASK_STEP", "2"));
        assert_eq!(read(&by_two), Ok(Shard::new(3, 4)));
        assert!(read(&slurm("9", "5", "4")).is_err());
        let mut some = slurm("3", "3", "2").to_vec();
        some.push(("SLURM_ARRAY_TASK_MAX", "7"));
        assert!(read(&some).is_err());
        let job = [("JOB_COMPLETION_INDEX", "0"), ("JOB_COMPLETIONS", "3")];
        assert_eq!(read(&job), Ok(Shard::new(1, 3)));
        assert!(read(&job[..1]).is_err());
        let node = [("CI_NODE_INDEX", "3"), ("CI_NODE_TOTAL", "3")];
        assert_eq!(read(&node), Ok(Shard::new(3, 3)));
        assert_eq!(read(&[("CI_NODE_INDEX", "3")]), Ok(None));
    }
}
