//! Lists of lists that do not take an allocation for each list.

/// Several lists, one after another in one vector.
#[derive(Default)]
pub(super) struct Lists<T> {
    pub(super) items: Vec<T>,
    /// The index in `items` where each list starts, and last, where the last list ends.
    pub(super) starts: Vec<u32>,
}

impl<T: Copy> Lists<T> {
    pub(super) fn new() -> Self {
        Self { items: Vec::new(), starts: vec![0] }
    }
    pub(super) fn with_capacity(lists: usize, items: usize) -> Self {
        let mut starts = Vec::with_capacity(lists + 1);
        starts.push(0);
        Self { items: Vec::with_capacity(items), starts }
    }
    pub(super) fn push(&mut self, list: impl IntoIterator<Item = T>) {
        self.items.extend(list);
        self.end_list();
    }
    /// Makes a list of the items added to `items` since the last list.
    pub(super) fn end_list(&mut self) {
        self.starts.push(self.items.len() as u32);
    }
    pub(super) fn len(&self) -> usize {
        self.starts.len() - 1
    }
    #[inline]
    pub(super) fn get(&self, list: usize) -> &[T] {
        &self.items[self.starts[list] as usize..self.starts[list + 1] as usize]
    }

    /// Lists 0 .. `lists`, made of these items, each of which comes with the number of its list.
    pub(super) fn gathered(lists: usize, items: impl Iterator<Item = (usize, T)> + Clone) -> Self
    where
        T: Default,
    {
        let mut starts = vec![0u32; lists + 1];
        for (list, _) in items.clone() {
            starts[list + 1] += 1;
        }
        for list in 0..lists {
            starts[list + 1] += starts[list];
        }
        let mut next = starts.clone();
        let mut gathered = vec![T::default(); starts[lists] as usize];
        for (list, item) in items {
            gathered[next[list] as usize] = item;
            next[list] += 1;
        }
        Self { items: gathered, starts }
    }
}
