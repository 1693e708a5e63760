//! Recordings of browsers: HAR 1.2, as Chrome's and Firefox' developer tools export it.
//!
//! Sources: the HAR 1.2 specification (Odvarko, 2012); Chrome's own fields begin with `_`.

mod answers;
mod body;
mod chosen;
mod correlation;
mod entry;
mod file;
mod inputs;
mod notes;
mod read;
mod second;
mod selection;
mod steps;
mod websocket;

pub use file::{open as open_recording, read as read_recording};
pub use notes::CORRELATION;
pub use read::{is_recording, read, scenario};
