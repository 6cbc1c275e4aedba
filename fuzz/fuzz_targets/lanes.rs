#![no_main]
//! See `quadrille_fuzz::lanes`.

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| -> libfuzzer_sys::Corpus {
    quadrille_fuzz::corpus(quadrille_fuzz::lanes::run(bytes))
});
