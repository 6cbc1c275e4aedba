//! What a plan allocates to find out which engines run on an instance.

#![allow(unsafe_code)] // an allocator that counts

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;

use quadrille_harness::corpus::manifest::library::Library;
use quadrille_harness::plan::request::Request;

thread_local!(static ALLOCATIONS: Cell<u64> = const { Cell::new(0) });

struct Counting;

// SAFETY: every call is passed on to the system's allocator unchanged.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        ALLOCATIONS.set(ALLOCATIONS.get() + 1);
        // SAFETY: the caller keeps the contract of `alloc`.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        // SAFETY: the caller keeps the contract of `dealloc`.
        unsafe { System.dealloc(pointer, layout) }
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

/// Allocations that counting the rows of a plan takes.
fn of_rows(plan: &str) -> u64 {
    let request = Request::parse(plan).unwrap();
    let plan = request.open(&Library::default(), &mut Err).unwrap();
    let before = ALLOCATIONS.get();
    assert!(plan.rows() > 0);
    ALLOCATIONS.get() - before
}

#[test]
fn without_a_filter_no_name_is_formatted() {
    assert_eq!(of_rows("corpora = ['generated-9x9']"), 0);
    assert_eq!(of_rows("corpora = ['generated-9x9']\nbatch = true"), 0);
    assert!(of_rows("corpora = ['generated-9x9']\nfilter = 'masks'") > 0);
}
