//! Work in shards: divided by `--shards`, done by `shard`, put together by `merge`.

#[path = "../common/mod.rs"]
mod common;
mod nodes;
mod puzzles;
mod refused;
mod runs;

use common::{Ended, Folder};

/// Does some shards of the folder `d`.
#[track_caller]
pub fn shards(folder: &Folder, numbers: impl IntoIterator<Item = usize>) {
    for k in numbers {
        let done = folder.quadrille(&format!("shard d {k}"));
        assert!(done.stderr.contains(&format!("published shard {k} of ")), "{done:?}");
        done.positive();
    }
}

/// Divides the work of a command among shards in the folder `d`, and does all.
#[track_caller]
pub fn divided(folder: &Folder, args: &str, of: usize) {
    let created = folder.quadrille(&format!("{args} --shards {of} --out d"));
    assert!(created.stderr.contains("quadrille missing d"), "{created:?}");
    created.positive();
    shards(folder, 0..of);
}

/// What `missing` prints.
pub fn missing(folder: &Folder) -> Ended {
    folder.quadrille("missing d")
}
