//! Folders of other tools' files, imported whole.
#![expect(clippy::unwrap_used, reason = "what fails here fails the test")]

mod accounting;
mod every_import;
mod folder;
mod repeated_hour;
mod seeds;
mod servers;
mod styles;
mod threads;
mod together;
mod tools;
mod words;
