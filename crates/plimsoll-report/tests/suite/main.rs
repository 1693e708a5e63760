//! Every form of a report, from made-up runs.

mod author;
mod background;
mod comment;
mod comparison;
mod conclusion;
mod evidence;
mod figures;
mod follow_up;
mod formats;
mod json;
mod language;
mod lost;
mod page;
mod queues;
mod runs;
mod schema;
mod sentences;
mod terminal;
mod trial_page;
mod viewer;
