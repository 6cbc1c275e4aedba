//! Tests that the texts of problems stay the same, by a hash of every byte. Counts show what has changed.

use crate::family::build;

/// Checks a problem's numbers of primary items, secondary items, options and entries, and the [`fnv`] hash of
/// its text.
fn check(spec: &str, counts: [usize; 4], hash: u64) {
    let problem = build(spec).unwrap();
    let primary = problem.primary();
    let secondary = problem.items() - primary;
    let found = [primary, secondary, problem.options(), problem.entries()];
    assert_eq!(found, counts, "counts of {spec}");
    let found = fnv(&problem.to_string());
    assert_eq!(found, hash, "text of {spec}: {found:#018x} instead of {hash:#018x}");
}

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

#[test]
fn texts_are_pinned() {
    check("debruijn:4x4", [32, 16, 256, 1536], 0xf580_c4db_f219_cc09);
    check("debruijn:2x8", [32, 16, 256, 1536], 0x23b8_972f_7f0b_b511);
    check("dominoes:6x6", [36, 0, 60, 120], 0x2ee7_d451_cb47_3c79);
    check("dominoes:8x8", [64, 0, 112, 224], 0x9301_a73c_63ec_ce07);
    check("dominoes:8x8:mutilated", [62, 0, 108, 216], 0x6af0_c335_7960_4125);
    check("langford:7", [21, 0, 63, 189], 0x7328_f16d_92a4_489b);
    check("langford:8", [24, 0, 84, 252], 0x9e8c_94e4_5c18_2e95);
    check("langford:9", [27, 0, 108, 324], 0xfa48_316e_5612_a238);
    check("langford:10", [30, 0, 135, 405], 0x792b_f7a2_14ba_c25d);
    check("langford:11", [33, 0, 165, 495], 0x38a4_09f9_c86f_d5fd);
    check("langford:11:reduced", [33, 0, 160, 480], 0x8fac_6960_fcee_9ba0);
    check("latin:9:holes=40:seed=1", [243, 0, 401, 1203], 0x2ea8_1e74_193b_3bb5);
    check("mates:7", [196, 0, 301, 1204], 0xddb4_66ea_2d64_cad5);
    check("latin:5", [75, 0, 125, 375], 0x9540_8959_94df_00c1);
    check("latin:6:reduced", [108, 0, 161, 483], 0x7b32_05a1_a25d_6ce6);
    check("macmahon:4x6", [48, 38, 1008, 5652], 0x9df1_edc5_29ec_f1b4);
    check("matching:16", [16, 0, 120, 240], 0x292f_da56_82a6_7ad1);
    check("matching:torus:4x6", [24, 0, 48, 96], 0x94d4_cd0a_cdca_458b);
    check("matching:cube:4", [16, 0, 32, 64], 0x14be_3fd5_c59c_9cc7);
    check("pentominoes:3x20", [72, 0, 1236, 7416], 0x7442_5832_3df7_fceb);
    check("pentominoes:4x15", [72, 0, 1696, 10176], 0x4a1e_d272_2ab5_3ba3);
    check("pentominoes:6x10", [72, 0, 2056, 12336], 0x7707_b716_ac5f_0467);
    check("pentominoes:8x8-hole", [72, 0, 1568, 9408], 0x6dfa_c7d4_3e32_864f);
    check("pentominoes:8x8-hole:reduced", [72, 1, 1548, 9316], 0x95a9_ad07_c5de_2b2b);
    check("pentominoes:6x10:reduced", [72, 0, 2032, 12192], 0xd9cb_32a8_7f6f_a2db);
    check("polyominoes:1-4:4x7", [28, 9, 436, 1900], 0x5dc4_f24a_1b89_c878);
    check("polycubes:4:2x4x4", [40, 0, 666, 3330], 0x3bf4_066c_f07b_b8ba);
    check("queens:8", [16, 26, 64, 252], 0xa9b0_d35e_bb05_2a16);
    check("queens:9", [18, 30, 81, 320], 0xe7a0_4e8f_5a1e_0e33);
    check("queens:10", [20, 34, 100, 396], 0x10be_2dca_8c53_78a0);
    check("queens:11", [22, 38, 121, 480], 0xb2c6_a0e0_69d2_ef33);
    check("queens:12", [24, 42, 144, 572], 0x63ae_83a0_c8a4_55ac);
    check("queens:13", [26, 46, 169, 672], 0x7465_d404_9d34_91c3);
    check("x3c:54:180:planted:seed=1", [54, 0, 180, 540], 0x940d_2533_2b36_db3f);
    check("frb:14:6:40:14:planted:seed=1", [40, 14, 880, 2640], 0x7ba5_f1f1_0cbb_9fec);
    check("partitions:11", [11, 0, 2047, 11264], 0x76b0_7265_bdcb_fd27);
    check("steiner:9:reduced", [36, 0, 60, 180], 0x7893_633e_93c2_9de3);
    check("steiner:9", [36, 0, 84, 252], 0x5a97_0de0_f9c8_d603);
    check("pigeonhole:9", [10, 9, 90, 180], 0x337d_276b_25ab_3d91);
    check("bedlam", [77, 0, 4188, 24804], 0x0074_6d86_6d43_fa32);
    check("bedlam:reduced", [77, 0, 4142, 24528], 0x7ca7_3efa_48e8_643f);
    check("macmahon:4x6:reduced", [48, 38, 982, 5511], 0x7687_bf7e_f349_72dc);
    check("soma:reduced", [34, 1, 618, 2980], 0x350f_69fd_3829_df56);
    check("soma", [34, 0, 688, 3296], 0x79d3_58e7_f8e2_93a0);
}
