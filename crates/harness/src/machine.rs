//! The machine a run is measured on: its cores and its speed, how much workers disturb each other, and whether it is
//! suitable for benchmarking.

pub mod calibration;
pub mod cores;
pub mod disturbance;
pub mod doctor;
pub mod host;
