//! The exceptions of the package, which are classes in `quadrille/errors.py`.

use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::PyType;
use quadrille_cover::BigUint;

use crate::big::Count;

/// A class of `quadrille.errors`, imported once.
struct Class(&'static str, PyOnceLock<Py<PyType>>);

impl Class {
    const fn new(name: &'static str) -> Self {
        Self(name, PyOnceLock::new())
    }

    fn raise(&self, arguments: impl for<'py> pyo3::call::PyCallArgs<'py>) -> PyErr {
        Python::attach(|py| {
            let made = self
                .1
                .import(py, "quadrille.errors", self.0)
                .and_then(|class| class.call1(arguments));
            made.map_or_else(|error| error, PyErr::from_value)
        })
    }
}

static INPUT: Class = Class::new("InputError");
static UNSUPPORTED: Class = Class::new("UnsupportedError");
static GENERATE: Class = Class::new("GenerateError");
static RUN: Class = Class::new("RunError");
static TIME_LIMIT: Class = Class::new("TimeLimit");

/// An object in a message.
pub fn shown(object: &Bound<'_, PyAny>) -> String {
    object.repr().map_or_else(|_| "an object".to_owned(), |text| text.to_string())
}

/// The beginning of an object in a message.
pub fn shown_short(object: &Bound<'_, PyAny>) -> String {
    shown(object).chars().take(60).collect()
}

/// The name of the type of an object.
pub fn type_of(object: &Bound<'_, PyAny>) -> String {
    object.get_type().name().map_or_else(|_| "an object".to_owned(), |name| name.to_string())
}

/// An argument is not what was expected.
pub fn input(message: impl ToString) -> PyErr {
    INPUT.raise((message.to_string(),))
}

/// An engine does not handle a kind of problem.
pub fn unsupported(error: quadrille_cover::Unsupported) -> PyErr {
    UNSUPPORTED.raise((format!("{error}; use engine=\"auto\", which chooses an engine that does"),))
}

/// A question has no answer.
pub fn asked(error: quadrille_service::Error) -> PyErr {
    match error {
        quadrille_service::Error::Unsupported(error) => unsupported(error),
        // A message may begin with the option of the command line that an argument is named after.
        other => input(other.to_string().trim_start_matches('-')),
    }
}

/// A decision diagram needs too much memory.
pub fn too_large(found: &str) -> PyErr {
    UNSUPPORTED.raise((format!(
        "{found}; use count() for the number of solutions, and sample(engine=\"iso\") for random solutions"
    ),))
}

/// Random solutions cannot be drawn from a kind of problem, whatever the engine.
pub fn cannot_sample(error: quadrille_cover::Unsupported) -> PyErr {
    UNSUPPORTED.raise((format!(
        "{error}; sample draws from problems with at most 8192 items and 16384 options; take some of solutions() instead"
    ),))
}

/// The search of a kind of problem cannot be estimated.
pub fn cannot_estimate(error: quadrille_cover::Unsupported) -> PyErr {
    UNSUPPORTED.raise((format!(
        "{error}; use count(time_limit=...), which says how many solutions it has found"
    ),))
}

/// No short reason is known why a problem has no solution.
pub fn no_reason(error: &quadrille_service::problem::NoReason) -> PyErr {
    UNSUPPORTED.raise((error.to_string(),))
}

/// A kind of problem has no decision diagram.
pub fn cannot_compile(error: quadrille_cover::Unsupported) -> PyErr {
    UNSUPPORTED.raise((format!("{error}; use count() for the number of solutions"),))
}

/// No puzzle was found; `failures` counts the reasons.
pub fn generate(message: String, failures: Vec<(String, u64)>) -> PyErr {
    GENERATE.raise((message, std::collections::BTreeMap::from_iter(failures)))
}

/// A benchmark could not be run, or results could not be read.
pub fn run(message: impl ToString) -> PyErr {
    RUN.raise((message.to_string(),))
}

/// A search reached its limit of time. `count` is the number of solutions known, `solutions` a list of them.
pub fn time_limit(seconds: f64, count: BigUint, solutions: Option<Py<PyAny>>) -> PyErr {
    let message = format!(
        "the search reached time_limit={seconds} seconds after {count} solutions; use a larger time_limit, or read what is \
         known from the attributes `count` and `solutions` of this exception"
    );
    TIME_LIMIT.raise((message, Count(count), solutions))
}
