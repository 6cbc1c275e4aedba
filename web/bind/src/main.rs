//! `bind MODULE FOLDER` makes `quadrille.js` and `quadrille_bg.wasm` from a compiled module.

use anyhow::{Context, Result};
use wasm_bindgen_cli_support::Bindgen;

fn main() -> Result<()> {
    let mut args = std::env::args().skip(1);
    let (module, folder) = args.next().zip(args.next()).context("expected MODULE FOLDER")?;
    let mut bindgen = Bindgen::new();
    bindgen.input_path(&module).out_name("quadrille").web(true)?;
    bindgen.typescript(false).remove_name_section(true).remove_producers_section(true);
    bindgen.generate(&folder).with_context(|| format!("{module}: cannot be bound"))
}
