#![no_main]
//! See `quadrille_fuzz::table_text`.

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| -> libfuzzer_sys::Corpus {
    quadrille_fuzz::corpus(quadrille_fuzz::table_text::run(bytes))
});
