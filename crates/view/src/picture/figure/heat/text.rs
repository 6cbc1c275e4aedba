//! Heat maps as text for the terminal: boards with percentages.

use quadrille_cover::family::Figure;
use quadrille_cover::family::heat::{Heat, Places};
use quadrille_cover::family::layout::{Kind, Spot};

use super::{Share, caption, kind, shown};
use crate::picture::figure::text::{abreast, draw};

/// The boards with their labels above, and what their numbers are. A place that is never taken has a dot.
pub fn text(heat: &Heat) -> String {
    let mut boards = Vec::new();
    for (label, numbers) in &heat.maps {
        let words = |place: usize| {
            let share = Share { number: &numbers[place], of: &heat.solutions };
            if share.is_positive() { share.percent() } else { ".".to_owned() }
        };
        let board = board(heat, words);
        let mut lines: Vec<String> = Vec::new();
        for layer in 0..heat.size[0] {
            let layer = if heat.places == Places::Joins {
                joins(&board, layer)
            } else {
                draw(&board, layer)
            };
            lines.resize(layer.len(), String::new());
            for (line, more) in lines.iter_mut().zip(layer) {
                let gap = if line.is_empty() { "" } else { "  " };
                *line += gap;
                *line += &more;
            }
        }
        let width = lines[0].chars().count();
        if let Some(label) = shown(heat, label) {
            lines.insert(0, format!("{label:<width$}"));
        }
        boards.push(lines);
    }
    format!("{}{}, in %\n", abreast(&boards), caption(heat))
}

/// A board with percentages as the texts of its cells. Those of several places of a cell have blanks between them.
fn board(heat: &Heat, words: impl Fn(usize) -> String) -> Figure {
    let places = heat.places.of_a_cell();
    let all = (0..heat.cells.len() * places).map(&words);
    let widest = all.map(|word| word.chars().count()).max().unwrap_or(0);
    let cells = heat.cells.iter().enumerate().map(|(cell, spot)| {
        let words: Vec<String> = (0..places).map(|way| words(cell * places + way)).collect();
        let text = words.join(" ");
        // Units stand below units.
        let text = if places == 1 { format!("{text:>widest$}") } else { text };
        Spot { text, piece: None, ..spot.clone() }
    });
    let kind = if heat.places == Places::Sides { Kind::Edges } else { kind(heat) };
    Figure { size: heat.size, kind, cells: cells.collect() }
}

/// A layer of cells with percentages between them: those of the cells joined, and in the place of each cell that for the next layer.
fn joins(board: &Figure, layer: usize) -> Vec<String> {
    let [layers, rows, columns] = board.size;
    let words = |cell: usize| board.cells[cell].text.split(' ').collect::<Vec<_>>();
    let width =
        (0..board.cells.len()).flat_map(words).map(|word| word.chars().count()).max().unwrap_or(1);
    let spot = |row: usize, column: usize| {
        let cell = (layer * rows + row) * columns + column;
        (row < rows && column < columns && !board.cells[cell].is_hole).then_some(cell)
    };
    let mut lines = Vec::new();
    for row in 0..rows {
        let (mut line, mut below) = (String::new(), String::new());
        for column in 0..columns {
            let cell = spot(row, column);
            let joined = |next: Option<usize>, way: usize| match (cell, next) {
                (Some(cell), Some(_)) => words(cell)[way].to_owned(),
                _ => String::new(),
            };
            let own = match cell {
                None => String::new(),
                Some(cell) if layer + 1 < layers => format!("({})", words(cell)[2]),
                Some(_) => "o".to_owned(),
            };
            let right = joined(spot(row, column + 1), 0);
            let node = if layers > 1 { width + 2 } else { 1 };
            line += &format!("{own:^node$} {right:^width$} ");
            let down = joined(spot(row + 1, column), 1);
            let wide = node + width + 2;
            below += &format!("{down:<wide$}");
        }
        lines.push(line);
        lines.push(below);
    }
    lines.pop();
    lines
}
