//! Tests of what the text says; `quadrille-verify` checks proofs.
