//! Who may do what: people with passwords or a provider, their sessions, tokens of pipelines, and what was done.

mod audit;
mod database;
mod open_id;
mod passwords;
mod role;
mod throttle;
mod tokens;
mod users;

pub use audit::AuditEntry;
pub use database::{People, now, now_unix};
pub use open_id::OpenId;
pub use role::{TokenScope, UserRole};
pub use throttle::Throttle;
pub use tokens::ApiToken;
pub use users::{AddUserError, LabUser, add_user};

/// Whoever asks, as far as it is known.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Who {
    pub name: String,
    pub role: UserRole,
    /// By a token and no browser: no other site can make it ask.
    pub by_token: bool,
}

impl Who {
    /// On this machine alone, without a login.
    pub fn local() -> Who {
        Who { name: "local".to_owned(), role: UserRole::Admin, by_token: false }
    }
}
