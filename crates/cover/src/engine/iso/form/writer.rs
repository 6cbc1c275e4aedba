//! Writes the lists of a form as bytes.

use super::Lists;

/// Writes lists of vertices, numbered anew, in ascending order.
#[derive(Default)]
pub(super) struct Writer {
    /// By list, its new numbers plus one in ascending order, one after the other; nothing if some do not fit.
    pub(super) keys: Vec<u64>,
    /// The same, sorted by their first numbers, and by such a number where its keys end.
    sorted: Vec<u64>,
    ends: Vec<u32>,
    numbers: Vec<u16>,
    long: Vec<(u32, u32)>,
}

impl Writer {
    /// Appends the lists, such that these can be told from what is appended. `places` are the new numbers.
    pub(super) fn write(&mut self, lists: &Lists, places: &[u16], form: &mut Vec<u8>) {
        let longest = lists.iter().map(<[u16]>::len).max().unwrap_or(0);
        let width = if places.len() < 1 << 8 { 8 } else { 16 };
        if longest * width > 64 || lists.starts.len() > 1 << 16 {
            form.push(0);
            return self.write_long(lists, places, form);
        }
        let (bytes, rest) = (width / 8, longest.saturating_sub(1) * width);
        let Self { keys, sorted, ends, .. } = self;
        keys.clear();
        ends.clear();
        ends.resize(places.len() + 2, 0);
        for list in lists.iter() {
            // Shorter lists end with zeros, which are no numbers.
            let shift = (width * (longest - list.len())) as u32;
            let key = key_of(list, places, width).checked_shl(shift).unwrap_or(0);
            keys.push(key);
            ends[(key >> rest) as usize + 1] += 1;
        }
        // Counting sort; few lists have the same first number.
        for i in 1..ends.len() {
            ends[i] += ends[i - 1];
        }
        sorted.resize(keys.len(), 0);
        for &key in &*keys {
            let end = &mut ends[(key >> rest) as usize];
            sorted[*end as usize] = key;
            *end += 1;
        }
        // Lists with the same first number follow it and their quantity.
        form.push(longest as u8);
        let mut begin = 0;
        for (first, &end) in ends.iter().enumerate() {
            let same = &mut sorted[begin..end as usize];
            begin = end as usize;
            if same.is_empty() {
                continue;
            }
            same.sort_unstable();
            form.extend_from_slice(&first.to_le_bytes()[..bytes]);
            form.extend_from_slice(&(same.len() as u16).to_le_bytes());
            for key in same {
                form.extend_from_slice(&key.to_le_bytes()[..rest / 8]);
            }
        }
    }

    /// Appends lists of which some do not fit into a key, each as its length and its new numbers.
    fn write_long(&mut self, lists: &Lists, places: &[u16], form: &mut Vec<u8>) {
        let Self { keys, numbers, long, .. } = self;
        keys.clear();
        numbers.clear();
        long.clear();
        for list in lists.iter() {
            let start = numbers.len();
            numbers.extend(list.iter().map(|&vertex| places[vertex as usize]));
            numbers[start..].sort_unstable();
            long.push((start as u32, numbers.len() as u32));
        }
        let list = |&(start, end): &(u32, u32)| &numbers[start as usize..end as usize];
        long.sort_unstable_by(|a, b| list(a).cmp(list(b)));
        for list in long.iter().map(list) {
            form.extend_from_slice(&(list.len() as u16).to_le_bytes());
            form.extend(list.iter().flat_map(|number| number.to_le_bytes()));
        }
    }
}

/// The new numbers of a list plus one in ascending order, one after the other.
fn key_of(list: &[u16], places: &[u16], width: usize) -> u64 {
    let number = |vertex: u16| u64::from(places[vertex as usize] + 1);
    // Most lists are of three.
    if let [a, b, c] = *list {
        let [a, b, c] = [number(a), number(b), number(c)];
        let (low, high) = (a.min(b), a.max(b));
        let (low, middle) = (low.min(c), low.max(c).min(high));
        return (low << width | middle) << width | high.max(c);
    }
    let mut numbers = [0; 8];
    numbers.iter_mut().zip(list).for_each(|(place, &vertex)| *place = number(vertex));
    let numbers = &mut numbers[..list.len()];
    numbers.sort_unstable();
    numbers.iter().fold(0, |key, number| key << width | number)
}
