//! `--picture`: solutions on their boards, as text or as SVG.
//!
//! DLX text contains no geometry, so the problem must name its family in a line
//! `| family NAME:PARAMETERS`, which `encode` writes first. The family gives the places of the items.
//!
//! With `--marginals` all solutions are drawn at once, as a heat map.

use std::path::Path;

use anyhow::{Context, Result, anyhow, bail};
use num_bigint::BigUint;
use quadrille_cover::diagram::Diagram;
use quadrille_cover::family::heat::Heat;
use quadrille_cover::family::{Figure, Layout};
use quadrille_cover::{ItemId, OptionId, Problem};
use quadrille_results::Shown;
use quadrille_view::picture::figure::{self, heat, text};

use crate::args::request::Request;
use crate::input::family;
use crate::output::{Destination, is_stdout, print_if_read};

/// Draws each solution as text when it is found, or the first one as SVG at the end.
pub struct Pictures {
    layout: Layout,
    spec: String,
    /// Where SVG goes; `None` for text.
    svg: Option<Destination>,
    /// The first solution, if it is drawn at the end.
    first: Option<Figure>,
    /// The board with weights, if there is no solution, and a caption.
    weighed: Option<(Figure, String)>,
}

impl Pictures {
    /// The pictures that the arguments ask for, if any, of a problem with this text.
    pub fn new(request: &Request, problem: &[u8]) -> Result<Option<Self>> {
        let Some(file) = &request.picture else { return Ok(None) };
        let is_svg = |path: &Path| path.extension().is_some_and(|e| e.eq_ignore_ascii_case("svg"));
        let svg = match file.as_deref() {
            None => None,
            Some(path) if is_stdout(path) || is_svg(path) => {
                Some(Destination::open(Some(path), request.force)?)
            }
            Some(path) => bail!(
                "--picture {}: expected a name that ends in .svg; the file of a problem comes before --picture",
                path.shown()
            ),
        };
        let spec = family::in_comment(problem).ok_or_else(|| {
            anyhow!(
                "--picture: found no line `| family NAME:PARAMETERS` in the problem; `quadrille encode` writes \
                 that line, from which the places of items are known"
            )
        })?;
        let layout = family::layout(spec)?;
        Ok(Some(Self { layout, spec: spec.to_owned(), svg, first: None, weighed: None }))
    }

    /// Whether a picture takes the place of solutions on standard output.
    pub fn have_stdout(&self) -> bool {
        matches!(self.svg, Some(Destination::Stdout(_)))
    }

    pub fn are_text(&self) -> bool {
        self.svg.is_none()
    }

    /// Takes a solution, and returns the text to print instead of its options, if any.
    pub fn add(&mut self, problem: &Problem, solution: &[OptionId]) -> Result<Option<String>> {
        if self.first.is_some() {
            return Ok(None);
        }
        let figure = self.layout.figure(problem, solution).with_context(|| self.foreign())?;
        if self.svg.is_none() {
            return Ok(Some(text::text(&figure)));
        }
        self.first = Some(figure);
        Ok(None)
    }

    /// Takes weights that show why there is no solution.
    pub fn weigh(&mut self, problem: &Problem, weights: &[(ItemId, i64)]) {
        let (figure, others) = self.layout.weights(problem, weights);
        if others.len() == weights.len() {
            return; // No item is a cell.
        }
        let others = others.iter().map(|&(item, w)| format!(", {} {w:+}", problem.item_name(item)));
        let caption = format!("Weights that cannot balance{}", others.collect::<String>());
        self.weighed = Some((figure, caption));
    }

    /// Draws the first solution as SVG, or the weights as SVG or text.
    pub fn finish(self, caption: &str) -> Result<()> {
        let (figure, caption) = match (self.weighed, self.first) {
            (Some(weighed), _) => weighed,
            (None, Some(figure)) => (figure, caption.to_owned()),
            (None, None) => return Ok(()),
        };
        match self.svg {
            Some(out) => out.finish_with(figure::picture(&self.spec, &figure, &caption).as_bytes()),
            None => print_if_read(&format!("{}{caption}\n", text::text(&figure))),
        }
    }

    /// The heat map of all solutions of a diagram, if there are any.
    pub fn heat(&self, diagram: &Diagram, marginals: &[BigUint]) -> Result<Option<Heat>> {
        let solutions = diagram.count();
        if solutions == BigUint::ZERO {
            return Ok(None);
        }
        let heat = self.layout.heat(diagram.problem(), marginals, &solutions);
        heat.with_context(|| self.foreign()).map(Some)
    }

    /// Draws a heat map as SVG; or returns it as text, if the picture is one.
    pub fn finish_heat(self, map: &Heat) -> Result<Option<String>> {
        let Some(out) = self.svg else { return Ok(Some(heat::text::text(map))) };
        out.finish_with(heat::picture(&self.spec, map).as_bytes()).map(|()| None)
    }

    fn foreign(&self) -> String {
        format!("this is no problem of `{}`", self.spec)
    }
}
