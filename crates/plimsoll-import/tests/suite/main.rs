//! Folders of other tools' files, imported whole.
#![expect(clippy::unwrap_used, reason = "what fails here fails the test")]

mod folder;
mod seeds;
mod styles;
mod tools;
