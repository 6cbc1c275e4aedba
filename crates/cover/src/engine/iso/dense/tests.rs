//! Refinement against its definition, on random graphs whose edges occur several times.

use super::*;
use crate::random::{Stream, shuffle};

/// Lists of vertices, of which some are there several times.
fn random_lists(stream: &mut Stream, vertices: usize) -> Vec<Vec<u16>> {
    let lists = 1 + stream.below(2 * vertices);
    let list = |stream: &mut Stream| {
        let mut list: Vec<u16> =
            (0..=stream.below(5)).map(|_| stream.below(vertices) as u16).collect();
        list.sort_unstable();
        list.dedup();
        list
    };
    let mut lists: Vec<_> = (0..lists).map(|_| list(stream)).collect();
    lists.extend_from_within(..lists.len() / 3);
    lists
}

fn begun(lists: &[Vec<u16>], vertices: usize) -> Dense<2> {
    let mut dense = Dense::default();
    dense.begin(vertices);
    for list in lists {
        dense.join(list);
    }
    dense
}

/// A random graph with its vertices in one cell and refined, as it is and renamed, and the new names.
fn twice(stream: &mut Stream) -> (Dense<2>, Dense<2>, Vec<u16>) {
    let vertices = 2 + stream.below(99);
    let lists = random_lists(stream, vertices);
    let (renamed, others) = renamed(&lists, vertices, stream);
    let kinds: Vec<u64> = (0..vertices as u64).collect();
    let [one, other] = [lists, others].map(|lists| {
        let mut dense = begun(&lists, vertices);
        dense.partition(&kinds);
        dense
    });
    (one, other, renamed)
}

/// Number of lists that hold both vertices.
fn edges(lists: &[Vec<u16>], a: usize, b: usize) -> usize {
    let holds = |list: &&Vec<u16>| list.contains(&(a as u16)) && list.contains(&(b as u16));
    if a == b { 0 } else { lists.iter().filter(holds).count() }
}

/// New names of the vertices, and the lists with these, in another order.
fn renamed(lists: &[Vec<u16>], vertices: usize, stream: &mut Stream) -> (Vec<u16>, Vec<Vec<u16>>) {
    let mut renamed: Vec<u16> = (0..vertices as u16).collect();
    shuffle(&mut renamed, stream);
    let rename = |list: &Vec<u16>| list.iter().map(|&v| renamed[v as usize]).collect();
    let others = lists.iter().rev().map(rename).collect();
    (renamed, others)
}

#[test]
fn refinement_ends_when_all_vertices_of_a_cell_have_the_same_number_of_neighbours_in_each() {
    let mut stream = Stream::new(11, 0);
    let mut several = 0;
    for _ in 0..200 {
        let vertices = 2 + stream.below(99);
        let lists = random_lists(&mut stream, vertices);
        let mut dense = begun(&lists, vertices);
        let kinds: Vec<u64> = (0..vertices as u64).collect();
        dense.partition(&kinds);
        let homes = dense.homes.clone();
        for a in 0..vertices {
            for b in (0..a).filter(|&b| homes[a] == homes[b]) {
                several += 1;
                for cell in 0..vertices {
                    let near = |v: usize| -> usize {
                        (0..vertices)
                            .filter(|&w| homes[w] as usize == cell)
                            .map(|w| edges(&lists, v, w))
                            .sum()
                    };
                    assert_eq!(near(a), near(b));
                }
            }
        }
    }
    assert!(several > 100, "{several}");
}

#[test]
fn cells_do_not_depend_on_the_numbers_of_the_vertices() {
    let mut stream = Stream::new(12, 0);
    for _ in 0..200 {
        let (one, other, renamed) = twice(&mut stream);
        for (home, name) in one.homes.iter().zip(renamed) {
            assert_eq!(*home, other.homes[name as usize]);
        }
    }
}

/// A cycle of six and two cycles of three, the vertices renamed: all have two neighbours each.
fn cycles(renamed: &[u16]) -> Vec<Vec<u16>> {
    let edges = [[0, 1], [1, 2], [2, 3], [3, 4], [4, 5], [5, 0]];
    let triangles = [[6, 7], [7, 8], [8, 6], [9, 10], [10, 11], [11, 9]];
    let renamed = |edge: &[usize; 2]| edge.map(|v| renamed[v]).to_vec();
    edges.iter().chain(&triangles).map(renamed).collect()
}

#[test]
fn vertices_with_the_same_neighbours_are_told_apart_by_what_these_have_in_common() {
    let mut stream = Stream::new(14, 0);
    for _ in 0..50 {
        let mut renamed: Vec<u16> = (0..12).collect();
        shuffle(&mut renamed, &mut stream);
        let mut dense = begun(&cycles(&renamed), 12);
        dense.partition(&(0..12).collect::<Vec<u64>>());
        assert!(dense.homes.iter().all(|&home| home == 0));
        assert!(dense.compare(0));
        dense.refine();
        let homes: Vec<u16> = renamed.iter().map(|&v| dense.homes[v as usize]).collect();
        let (cycle, triangles) = homes.split_at(6);
        assert!(cycle.iter().all(|&home| home == cycle[0]));
        assert!(triangles.iter().all(|&home| home == triangles[0]));
        assert_ne!(cycle[0], triangles[0]);
        // Neither cell is split any further, as symmetries take its vertices to each other.
        assert!(!dense.compare(cycle[0].into()) && !dense.compare(triangles[0].into()));
    }
}

#[test]
fn surroundings_do_not_depend_on_the_numbers_of_the_vertices() {
    let mut stream = Stream::new(15, 0);
    let mut differ = 0;
    for _ in 0..200 {
        let (mut one, mut other, renamed) = twice(&mut stream);
        let all: Vec<u64> = (0..renamed.len()).map(|vertex| one.surroundings(vertex)).collect();
        for (vertex, name) in renamed.into_iter().enumerate() {
            assert_eq!(all[vertex], other.surroundings(name.into()));
        }
        differ += usize::from(all.iter().any(|&number| number != all[0]));
    }
    assert!(differ > 50, "{differ}");
}

#[test]
fn every_vertex_gets_a_place_of_its_own() {
    let mut stream = Stream::new(13, 0);
    for _ in 0..200 {
        let vertices = 1 + stream.below(100);
        let lists = random_lists(&mut stream, vertices);
        let kinds: Vec<u64> = (0..vertices as u64).map(|v| ((v % 3) << 16) | v).collect();
        let mut sorted = kinds.clone();
        sorted.sort_unstable();
        let mut places = Vec::new();
        begun(&lists, vertices).order(&sorted, &mut places);
        // The kinds come one after the other.
        let mut order: Vec<usize> = (0..vertices).collect();
        order.sort_by_key(|&vertex| places[vertex]);
        assert!(order.iter().map(|&v| kinds[v] >> 16).is_sorted());
        places.sort_unstable();
        assert_eq!(places, (0..vertices as u16).collect::<Vec<_>>());
    }
}
