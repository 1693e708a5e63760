//! The lab: a folder of run files as a place with pages, an API and live views.
//!
//! It reads run files, and never writes one: a run that goes on is watched through its file, and steered through the socket
//! beside it. What is started here (`run`, `check`, `import`) is a process of its own. All that it remembers is in the
//! folder's `.plimsoll`: an index that can be made again from the run files at any time, and what people added (`lab.db`).
//!
//! Start reading at [`serve`], then `api/routes.rs`, the table of all that can be asked, and `library/`.

mod api;
mod assets;
mod config;
mod guard;
mod jobs;
mod lab;
mod library;
mod listener;
mod live;
mod people;
mod random;
mod serve;
mod translations;

pub use api::openapi;
pub use config::{LabConfig, OpenIdConfig, SmtpConfig, TlsFiles};
pub use library::{look_at, recorded};
pub use live::{Action, SteeringState, by_folder as short_socket_path, control_socket};
pub use people::{AddUserError, UserRole, add_user};
pub use serve::{ServeError, serve};

/// Lets others of the lab's threads go on; for whoever waits for its end.
pub async fn pause(time: std::time::Duration) {
    tokio::time::sleep(time).await;
}

/// Asks a run that goes on by the socket beside its file; the error is a sentence.
pub fn ask_control(run_file: &std::path::Path, action: Action) -> Result<SteeringState, String> {
    live::ask(run_file, action).map_err(|error| error.message)
}
