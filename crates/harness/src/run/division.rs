//! Divides a run into shards, and makes the plan of one shard.
//!
//! Corpora are read as streams, so that neither needs memory for the instances of all shards. What is kept for each
//! instance of the whole run is the number of its block in each repetition, of four bytes.

use quadrille_results::{ListDigest, Record, SCHEMA, is_printable};
use quadrille_sudoku::engine::lanes::Instructions;

use crate::corpus::isomorphs::isomorphs_of;
use crate::corpus::manifest;
use crate::corpus::manifest::library::Library;
use crate::corpus::{Corpus, CorpusError, Instance, OnInstance, OnRefused};
use crate::engine::Engine;
use crate::machine::cores::Cores;
use crate::plan::Plan;
use crate::plan::order::{Block, Part, Subject, drawn_order};
use crate::plan::request::Request;
use crate::run::{blank, environment};
use crate::shards::{CorpusJob, RowSet, RunJob};

/// Divides the run of a request into shards. The request must have absolute paths. Each puzzle or corpus that cannot be
/// read is passed to `refused`, which may continue without it. `begun` has the name, the start and the command of the run, its
/// instructions, and whether it keeps going.
///
/// # Errors
/// As for [`Request::open`]; a corpus that can be read only once; or a run without rows.
pub fn divide(
    request: &Request,
    library: &Library,
    shards: usize,
    begun: RunJob,
    refused: &mut OnRefused<'_>,
) -> Result<RunJob, String> {
    let mut request = request.clone();
    if request.corpora.is_empty() {
        request.corpora = manifest::names().collect();
    }
    let (names, corpora, sizes) = survey(&request, library, refused)?;
    request.corpora.clone_from(&names);
    let mut plan = plan_of(&request, names.iter().cloned().zip(corpora.iter().cloned()).collect())?;
    plan.limit_instructions(begun.most_instructions());
    if corpora.iter().map(|corpus| corpus.instances.len()).sum::<usize>() == 0 && plan.batch {
        return Err("found no instance; expected at least one".to_owned());
    }
    let subjects = if plan.batch { corpora.len() } else { sizes.iter().sum() };
    if u32::try_from(subjects).is_err() {
        return Err(format!("found {subjects} instances; expected {} at most", u32::MAX));
    }
    let mut rows = vec![RowSet::default(); shards];
    let numbers: Vec<Vec<u32>> = (0..plan.repetitions)
        .map(|repetition| inverse(&drawn_order(plan.seed, repetition, subjects)))
        .collect();
    let mut add = |subject: usize, corpus: &Corpus, at: Subject, instance: Option<&Instance>| {
        let shard = numbers[0][subject] as usize % shards;
        for (repetition, numbers) in numbers.iter().enumerate() {
            let number = repetition * subjects + numbers[subject] as usize;
            let block = Block::new(&plan, number, subjects, (at, corpus, instance));
            for (position, turn) in block.turns.iter().enumerate() {
                let task = plan.task(corpus);
                rows[shard].add(&Record { task, ..blank(&block, &begun.run_id, turn, position) });
            }
        }
    };
    let mut subject = 0;
    for (number, name) in names.iter().enumerate() {
        let corpus = &corpora[number];
        let at = |instance| Subject { corpus: number, instance };
        if plan.batch {
            add(subject, corpus, at(None), None);
            subject += 1;
            continue;
        }
        let mut digest = ListDigest::default();
        let mut each = |instance: Instance| {
            digest.add(instance.sha256);
            // A corpus that has grown since it was surveyed is refused below.
            if subject < subjects {
                add(subject, corpus, at(Some(0)), Some(&instance));
            }
            subject += 1;
        };
        // What cannot be read has been refused before.
        visit(&request, library, name, &mut |_| Ok(()), &mut each)
            .map_err(|error| error.to_string())?;
        same(corpus, &digest.finish().to_string())?;
    }
    if rows.iter().all(|set| set.rows == 0) {
        return Err("found no engine that accepts an instance of these corpora and passes the filter; expected at least \
                    one row to measure"
            .to_owned());
    }
    let about_corpus = |(corpus, &instances): (&Corpus, &usize)| CorpusJob {
        name: corpus.name.clone(),
        sha256: corpus.sha256.clone(),
        instances,
        task: plan.task(corpus),
        tests: plan.tests(corpus),
    };
    Ok(RunJob {
        schema: SCHEMA,
        data: library.folder.clone(),
        engines: plan.engines.iter().map(|engine| engine.name().to_owned()).collect(),
        versions: plan.engines.iter().map(Engine::fingerprint).collect(),
        corpora: corpora.iter().zip(&sizes).map(about_corpus).collect(),
        plan: request,
        rows,
        ..begun
    })
}

/// The names of corpora as a request has them, the corpora, and their numbers of instances.
type Survey = (Vec<String>, Vec<Corpus>, Vec<usize>);

/// The corpora of a request. Corpora of batches have their instances, others have none.
fn survey(
    request: &Request,
    library: &Library,
    refused: &mut OnRefused<'_>,
) -> Result<Survey, String> {
    let (mut names, mut corpora, mut sizes) = (Vec::new(), Vec::<Corpus>::new(), Vec::new());
    for name in &request.corpora {
        let (mut digest, mut size, mut unprintable) = (ListDigest::default(), 0, None);
        let mut instances = Vec::new();
        let visited = visit(request, library, name, refused, &mut |instance| {
            digest.add(instance.sha256);
            size += 1;
            if !is_printable(&instance.id) {
                unprintable.get_or_insert_with(|| instance.id.escape_debug().to_string());
            }
            if request.batch {
                instances.push(instance);
            }
        });
        let corpus = match visited {
            Ok(corpus) => Corpus { sha256: digest.finish().to_string(), instances, ..corpus },
            Err(error) => {
                refused(error).map_err(|error| error.to_string())?;
                continue;
            }
        };
        if let Some(id) = unprintable {
            return Err(format!(
                "found the instance {id}, with a character that cannot be printed; expected another name"
            ));
        }
        let is_same = |other: &Corpus| other.name == corpus.name && other.sha256 == corpus.sha256;
        if !corpora.iter().any(is_same) {
            names.push(name.clone());
            corpora.push(corpus);
            sizes.push(size);
        }
    }
    Ok((names, corpora, sizes))
}

/// Passes the instances of a corpus of a request, or their isomorphs, to `each`.
fn visit(
    request: &Request,
    library: &Library,
    name: &str,
    refused: &mut OnRefused<'_>,
    each: &mut OnInstance<'_>,
) -> Result<Corpus, CorpusError> {
    let mut place = 0;
    library.visit(name, &request.wanted(), refused, &mut |instance| {
        match request.isomorphs {
            None => each(instance),
            Some(copies) => {
                isomorphs_of(&instance, place, copies, request.seed_of_isomorphs())
                    .for_each(&mut *each);
            }
        }
        place += 1;
    })
}

/// The plan of a request with its corpora, whose instances are the isomorphs already.
fn plan_of(request: &Request, corpora: Vec<(String, Corpus)>) -> Result<Plan, String> {
    let request = Request { isomorphs: None, ..request.clone() };
    request.plan(|| Ok(corpora))
}

/// Refuses a corpus that is no longer the same.
fn same(corpus: &Corpus, found: &str) -> Result<(), String> {
    if found == corpus.sha256 {
        return Ok(());
    }
    Err(format!(
        "found the corpus `{}` with the fingerprint {found}; expected {}, that of the corpus of the manifest; put back the \
         corpus",
        corpus.name, corpus.sha256
    ))
}

fn inverse(order: &[u32]) -> Vec<u32> {
    let mut places = vec![0; order.len()];
    for (place, &subject) in order.iter().enumerate() {
        places[subject as usize] = place as u32;
    }
    places
}

impl RunJob {
    /// The plan of shard `k`, with its instances only. Each corpus is read as a whole, because its fingerprint must be
    /// that of the manifest. `jobs` replaces the number of instances that run in parallel.
    ///
    /// # Errors
    /// A corpus or an engine cannot be opened, or differs from that of the manifest.
    pub fn open(&self, k: usize, jobs: Option<usize>, may_start: bool) -> Result<Plan, String> {
        let shards = self.rows.len();
        let request = &Request { jobs, may_start, ..self.plan.clone() };
        let library = Library { folder: self.data.clone(), bundle: None };
        let batch = request.batch;
        let sizes = self.corpora.iter().map(|corpus| if batch { 1 } else { corpus.instances });
        let begins: Vec<usize> = sizes
            .scan(0, |sum, size| Some(std::mem::replace(sum, *sum + size)))
            .chain([if batch { self.corpora.len() } else { self.instances() }])
            .collect();
        let subjects = begins[self.corpora.len()];
        let mut own: Vec<u32> =
            drawn_order(request.seed, 0, subjects).into_iter().skip(k).step_by(shards).collect();
        own.sort_unstable();
        let (mut subject, mut kept, mut corpora) = (0, own.iter().copied().peekable(), Vec::new());
        for (number, (name, job)) in request.corpora.iter().zip(&self.corpora).enumerate() {
            let (mut digest, mut instances) = (ListDigest::default(), Vec::new());
            if batch {
                subject = number as u32;
            }
            let is_own_batch = batch && kept.next_if_eq(&subject).is_some();
            let opened = visit(request, &library, name, &mut self.refuser(), &mut |instance| {
                digest.add(instance.sha256);
                if is_own_batch || !batch && kept.next_if_eq(&subject).is_some() {
                    instances.push(instance);
                }
                subject += 1;
            });
            let opened = opened.map_err(|error| error.to_string())?;
            let sha256 = job.sha256.clone();
            let corpus = Corpus { name: job.name.clone(), sha256, instances, ..opened };
            same(&corpus, &digest.finish().to_string())?;
            corpora.push((name.clone(), corpus));
        }
        let mut plan = plan_of(request, corpora)?;
        plan.limit_instructions(self.most_instructions());
        self.same_engines(&plan)?;
        let local = |subject: u32| {
            let place = own.binary_search(&subject).ok()?;
            let corpus = begins.partition_point(|&begin| begin <= subject as usize) - 1;
            let first = own.partition_point(|&one| (one as usize) < begins[corpus]);
            Some(Subject { corpus, instance: (!batch).then(|| place - first) })
        };
        let mut blocks = Vec::with_capacity(own.len() * plan.repetitions as usize);
        for repetition in 0..plan.repetitions {
            let order = drawn_order(plan.seed, repetition, subjects);
            let begin = repetition as usize * subjects;
            for (place, &subject) in order.iter().enumerate() {
                blocks.extend(local(subject).map(|subject| (begin + place, subject)));
            }
        }
        plan.part = Some(Part { subjects, blocks });
        Ok(plan)
    }

    fn most_instructions(&self) -> Instructions {
        Instructions::from_name(&self.instructions).unwrap_or(Instructions::Avx512)
    }

    /// The number of instances of all corpora.
    pub fn instances(&self) -> usize {
        self.corpora.iter().map(|corpus| corpus.instances).sum()
    }

    /// What happens with a puzzle that cannot be read.
    fn refuser(&self) -> impl FnMut(CorpusError) -> Result<(), CorpusError> {
        let keep_going = self.keep_going;
        move |error| if keep_going { Ok(()) } else { Err(error) }
    }

    fn same_engines(&self, plan: &Plan) -> Result<(), String> {
        for ((engine, name), version) in plan.engines.iter().zip(&self.engines).zip(&self.versions)
        {
            let found = engine.fingerprint();
            if engine.name() != name || found != *version {
                return Err(format!(
                    "found the engine {} {found}; expected {name} {version}, that of the manifest; use the same program on \
                     every node",
                    engine.name()
                ));
            }
        }
        Ok(())
    }
}

/// What a shard of a run states of this machine.
pub fn facts(plan: &Plan, cores: &Cores) -> serde_json::Value {
    serde_json::to_value(environment::facts(plan, cores)).expect("facts are plain data")
}
