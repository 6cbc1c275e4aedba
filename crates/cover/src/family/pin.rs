//! Pins a problem's text: its counts, to be understood, and a hash of every byte of it.

use crate::family::build;

/// The problem a spec names has these primary and secondary items, options and entries, and
/// a text of this [`fnv`] hash.
pub(super) fn check(spec: &str, counts: [usize; 4], hash: u64) {
    let problem = build(spec).unwrap();
    let primary = problem.primary();
    let secondary = problem.items() - primary;
    let found = [primary, secondary, problem.options(), problem.entries()];
    assert_eq!(found, counts, "counts of {spec}");
    let found = fnv(&problem.to_string());
    assert_eq!(found, hash, "text of {spec}: {found:#018x} instead of {hash:#018x}");
}

/// The lines of a problem's text.
pub(super) fn lines(spec: &str) -> Vec<String> {
    build(spec).unwrap().to_string().lines().map(str::to_owned).collect()
}

/// The FNV-1a hash of 64 bits (G. Fowler, L. C. Noll, K.-P. Vo).
fn fnv(text: &str) -> u64 {
    let step = |hash: u64, byte: u8| (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3);
    text.bytes().fold(0xcbf2_9ce4_8422_2325, step)
}

#[test]
fn the_hash_is_fnv_1a() {
    assert_eq!(fnv(""), 0xcbf2_9ce4_8422_2325);
    assert_eq!(fnv("a"), 0xaf63_dc4c_8601_ec8c);
    assert_eq!(fnv("foobar"), 0x8594_4171_f739_67e8);
}
