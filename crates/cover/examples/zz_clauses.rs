use quadrille_cover::{
    proof::{
        self,
        clauses::{self, ClauseForm},
    },
    *,
};
use std::{
    fs::File,
    io::{BufWriter, Write},
    ops::ControlFlow,
    time::Instant,
};
fn main() {
    let a: Vec<String> = std::env::args().collect();
    let p = Problem::parse(&std::fs::read_to_string(&a[1]).unwrap()).unwrap();
    let (form, f, c) = if a[2] == "lrat" {
        (ClauseForm::Lrat, "formula.cnf", "proof.lrat")
    } else {
        (ClauseForm::Veripb, "formula.opb", "proof.pbp")
    };
    std::fs::create_dir_all(&a[3]).unwrap();
    let text = proof::statement(&p);
    std::fs::write(format!("{}/problem.dlx", a[3]), &text).unwrap();
    let p = Problem::parse(&text).unwrap();
    let w = |n: &str| BufWriter::new(File::create(format!("{}/{n}", a[3])).unwrap());
    let mut s = w("solutions.txt");
    let t = Instant::now();
    let n = count(&p).unwrap();
    let t0 = t.elapsed().as_secs_f64();
    let t = Instant::now();
    let r = clauses::all(&p, form, &Budget::default(), (w(f), w(c)), &mut |o| {
        let v: Vec<String> = o.iter().map(|o| (o.index() + 1).to_string()).collect();
        writeln!(s, "{}", v.join(" ")).unwrap();
        ControlFlow::Continue(())
    })
    .unwrap();
    drop(r.out);
    drop(s);
    let size = |n: &str| std::fs::metadata(format!("{}/{n}", a[3])).unwrap().len() as f64 / 1e6;
    println!(
        "{} {} solutions {} {:?} count_s {t0:.3} all_s {:.3} formula_MB {:.3} proof_MB {:.3}",
        a[1].rsplit('/').next().unwrap(),
        a[2],
        n,
        r.outcome,
        t.elapsed().as_secs_f64(),
        size(f),
        size(c)
    );
}
