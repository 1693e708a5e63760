//! The machine: vmstat and iostat.

pub mod iostat;
pub mod vmstat;
