//! A run while it goes on: its file is followed once for all who look, and its socket takes what they ask for.

mod control;
mod feed;
mod feeds;
mod marks;
mod picture;
mod row;
mod so_far;
mod socket;

pub use control::{Action, SteeringState, ask, control_is_there, control_socket};
pub use feed::{Feed, FeedEvent, Live};
pub use feeds::Feeds;
pub use socket::by_folder;
