//! Where a database is, for the sources that ask one.

use super::tls::TlsOptions;

/// A database that is asked for its state.
#[derive(Clone, PartialEq, Eq)]
pub struct DatabaseAccess {
    pub host: String,
    pub port: u16,
    pub user: String,
    pub password: String,
    /// To connect to; empty: none, or the user's own.
    pub name: String,
    /// PostgreSQL's alone.
    pub tls: Option<TlsOptions>,
}

/// Never shows a secret.
impl std::fmt::Debug for DatabaseAccess {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Database({}@{}/{})", self.user, self.authority(), self.name)
    }
}

impl DatabaseAccess {
    pub fn authority(&self) -> String {
        match self.host.contains(':') {
            true => format!("[{}]:{}", self.host, self.port),
            false => format!("{}:{}", self.host, self.port),
        }
    }
}
