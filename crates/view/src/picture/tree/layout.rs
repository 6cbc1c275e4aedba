//! A tidy layout of a tree. Nodes of the same depth stand on one line, in order and at least one unit apart. A node stands in
//! the middle between its first and its last child. Equal subtrees look equal wherever they stand.
//!
//! The layout goes from the leaves up. The subtrees of a node are pushed together until they are one unit apart at the depth
//! where they are closest. Their *contours*, the lowest and highest position at each depth, give that distance.
//!
//! Source: E. M. Reingold and J. S. Tilford, "Tidier drawings of trees", IEEE Transactions on Software Engineering SE-7 (1981),
//! 223-228; extended to any number of children, with contours kept as lists instead of threads.

/// The positions of the nodes of a tree.
#[derive(Debug)]
pub struct Layout {
    /// The depth of each node; the root has depth 0.
    pub depth: Vec<usize>,
    /// The position of each node across the tree, from 0.
    pub across: Vec<f64>,
}

/// The lowest and highest position at each depth of a subtree, relative to its root. The deepest level comes first, so that a
/// parent is appended at the end.
type Contour = Vec<(f64, f64)>;

/// Lays out a tree, given the children of each node. Node 0 is the root, and children have higher numbers than their parent.
pub fn tidy(children: &[Vec<usize>]) -> Layout {
    let mut contours: Vec<Contour> = vec![Vec::new(); children.len()];
    // The distance of each node from its parent.
    let mut offset = vec![0.0; children.len()];
    for node in (0..children.len()).rev() {
        let mut merged = Contour::new();
        for &child in &children[node] {
            offset[child] = push_together(&mut merged, std::mem::take(&mut contours[child]));
        }
        let middle = children[node].last().map_or(0.0, |&last| offset[last] / 2.0);
        if middle > 0.0 {
            children[node].iter().for_each(|&child| offset[child] -= middle);
            shift(&mut merged, -middle);
        }
        merged.push((0.0, 0.0));
        contours[node] = merged;
    }
    from_the_root(children, &offset)
}

/// Moves a subtree as close as possible to the subtrees before it; returns the distance it was moved.
fn push_together(merged: &mut Contour, mut own: Contour) -> f64 {
    let closest = merged.iter().rev().zip(own.iter().rev());
    let by = closest.map(|(left, right)| left.1 + 1.0 - right.0).fold(f64::NEG_INFINITY, f64::max);
    if merged.is_empty() {
        *merged = own;
        return 0.0;
    }
    shift(&mut own, by);
    for (left, right) in merged.iter_mut().rev().zip(own.iter().rev()) {
        left.1 = right.1;
    }
    if own.len() > merged.len() {
        own.truncate(own.len() - merged.len());
        own.append(merged);
        *merged = own;
    }
    by
}

fn shift(contour: &mut Contour, by: f64) {
    for (low, high) in contour {
        *low += by;
        *high += by;
    }
}

/// Adds up the distances on the path from the root to each node, and moves all nodes so that the least position is 0.
fn from_the_root(children: &[Vec<usize>], offset: &[f64]) -> Layout {
    let mut across = vec![0.0; children.len()];
    let mut depth = vec![0; children.len()];
    for (node, children) in children.iter().enumerate() {
        for &child in children {
            across[child] = across[node] + offset[child];
            depth[child] = depth[node] + 1;
        }
    }
    let least = across.iter().copied().fold(0.0, f64::min);
    for place in &mut across {
        *place -= least;
    }
    Layout { depth, across }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn a_parent_stands_in_the_middle_and_subtrees_close_up() {
        // The root has a leaf, a chain of two, and a leaf.
        let layout = tidy(&[vec![1, 2, 4], vec![], vec![3], vec![], vec![]]);
        assert_eq!(layout.across, [1.0, 0.0, 1.0, 1.0, 2.0]);
        assert_eq!(layout.depth, [0, 1, 1, 2, 1]);
        // The root has two children, the first of which has two leaves. The two children stand only one unit apart.
        let layout = tidy(&[vec![1, 4], vec![2, 3], vec![], vec![], vec![]]);
        assert_eq!(layout.across, [1.0, 0.5, 0.0, 1.0, 1.5]);
    }

    /// Trees whose nodes are numbered in the order of a depth-first search.
    fn trees() -> impl Strategy<Value = Vec<Vec<usize>>> {
        prop::collection::vec(0..1000usize, 0..60).prop_map(|ups| {
            let mut children = vec![Vec::new()];
            let mut path = vec![0];
            for up in ups {
                path.truncate(path.len() - up % path.len());
                let node = children.len();
                children[path[path.len() - 1]].push(node);
                children.push(Vec::new());
                path.push(node);
            }
            children
        })
    }

    proptest! {
        #[test]
        fn nodes_of_one_depth_are_in_order_and_one_apart(children in trees()) {
            let Layout { depth, across } = tidy(&children);
            let mut last = vec![None; children.len()];
            for node in 0..children.len() {
                prop_assert!(across[node] >= 0.0);
                if let Some(before) = last[depth[node]].replace(across[node]) {
                    prop_assert!(across[node] >= before + 1.0 - 1e-9);
                }
                if let (Some(&first), Some(&last)) = (children[node].first(), children[node].last()) {
                    let middle = f64::midpoint(across[first], across[last]);
                    prop_assert!((across[node] - middle).abs() < 1e-9);
                }
            }
            prop_assert!(across.iter().any(|&place| place < 1e-9), "no room is lost");
        }
    }
}
