//! `quadrille`: see the library.

use std::process::ExitCode;

fn main() -> ExitCode {
    quadrille_cli::main()
}
