//! lab
use quadrille_cover::{estimate::*, *};
fn main() {
    let a: Vec<String> = std::env::args().collect();
    let p = if a[1].contains(".dlx") {
        Problem::parse(&*std::fs::read(&a[1]).unwrap()).unwrap()
    } else {
        family::build(&a[1]).unwrap()
    };
    let t = std::time::Instant::now();
    let (n, s) = if a[2] == "0" {
        let e = estimate::estimate(&p, &Effort { seed: 0, nodes: u64::MAX, cancel: None }).unwrap();
        println!("true {} {} in {:?}", e.nodes.value, e.solutions.value, t.elapsed());
        (e.nodes.value, e.solutions.value)
    } else {
        (a[2].parse().unwrap(), a[3].parse().unwrap())
    };
    let t = std::time::Instant::now();
    Bits.tally(&p, &Budget::default(), Counters::Off)
        .map(|_| {
            if a[2] == "0" {
                println!("count takes {:?}", t.elapsed())
            }
        })
        .ok();
    use quadrille_cover::engine::Bits;
    let count = t.elapsed();
    let share: f64 = a[4].parse().unwrap();
    let trials: u64 = a[5].parse().unwrap();
    let t = std::time::Instant::now();
    let mut w = vec![];
    let mut ws = vec![];
    let (mut inn, mut ins, mut blind, mut blinds, mut lo, mut hi, mut cost, mut du, mut eff) =
        (0, 0, 0, 0, 0, 0, 0.0, 0, 0.0);
    let mut sum = 0.0;
    for seed in 0..trials {
        let e = estimate::estimate(&p, &Effort { seed, nodes: (share * n) as u64, cancel: None })
            .unwrap();
        let h = |q: &Quantity, x: f64| q.low <= x && q.high.is_none_or(|h| x <= h);
        if trials < 4 {
            println!("{e:?}");
        }
        inn += u32::from(h(&e.nodes, n));
        ins += u32::from(h(&e.solutions, s));
        lo += u32::from(e.nodes.low > n);
        hi += u32::from(e.nodes.high.is_some_and(|h| h < n));
        blind += u32::from(e.nodes.high.is_none());
        blinds += u32::from(e.solutions.high.is_none());
        cost += e.cost as f64 / n;
        du += e.draws;
        eff += e.nodes.effective_draws;
        sum += e.nodes.value / n;
        if let Some(h) = e.nodes.high {
            w.push((h - e.nodes.low) / n / 2.0);
        }
        if let Some(h) = e.solutions.high {
            ws.push((h - e.solutions.low) / s / 2.0);
        }
    }
    let el = t.elapsed() / trials as u32;
    w.sort_by(f64::total_cmp);
    ws.sort_by(f64::total_cmp);
    let m = |w: &[f64]| w.get(w.len() / 2).copied().unwrap_or(f64::NAN);
    println!(
        "{} n={n:.3e} cover {inn}/{trials} (low>{lo} high<{hi} blind {blind}) mean {:.3} +-{:.3} | sol {ins} blind {blinds} +-{:.3} | cost {:.4} time {:?} of {:?} = {:.4} draws {} eff {:.0}",
        a[1],
        sum / trials as f64,
        m(&w),
        m(&ws),
        cost / trials as f64,
        el,
        count,
        el.as_secs_f64() / count.as_secs_f64(),
        du / trials,
        eff / trials as f64
    );
}
