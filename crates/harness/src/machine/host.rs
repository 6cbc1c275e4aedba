//! The names of this machine and its processor.

use std::fs;

/// The host's name.
pub fn name() -> String {
    rustix::system::uname().nodename().to_string_lossy().into_owned()
}

/// The node, by the name that its scheduler uses: that of Slurm, or the variable `NODE_NAME`, which a Kubernetes pod sets
/// from the field `spec.nodeName`. Without a scheduler, the host's name.
pub fn node() -> String {
    let variable = |name| std::env::var(name).ok().filter(|value| !value.is_empty());
    variable("SLURMD_NODENAME").or_else(|| variable("NODE_NAME")).unwrap_or_else(name)
}

/// The model of the processor, where Linux states it.
pub fn cpu_model() -> Option<String> {
    let cpuinfo = fs::read_to_string("/proc/cpuinfo").ok()?;
    let model = cpuinfo.lines().find_map(|line| line.strip_prefix("model name")?.split_once(':'));
    model.map(|(_, name)| name.trim().to_owned())
}
