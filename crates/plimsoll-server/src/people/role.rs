//! What somebody may do.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum UserRole {
    /// Looks.
    Viewer,
    /// Also starts, steers, tags, imports, moves to the trash.
    Operator,
    /// Also people, and deletion for good.
    Admin,
}

/// Of a token: as far as the role of the same place.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum TokenScope {
    Read,
    Operate,
    Admin,
}

impl UserRole {
    pub const ALL: [UserRole; 3] = [UserRole::Viewer, UserRole::Operator, UserRole::Admin];

    pub fn name(self) -> &'static str {
        match self {
            UserRole::Viewer => "viewer",
            UserRole::Operator => "operator",
            UserRole::Admin => "admin",
        }
    }
}

impl std::str::FromStr for UserRole {
    type Err = String;

    fn from_str(text: &str) -> Result<UserRole, String> {
        let found = UserRole::ALL.into_iter().find(|role| role.name() == text);
        found.ok_or_else(|| format!("unknown role {text:?}: viewer, operator or admin"))
    }
}

impl TokenScope {
    pub const ALL: [TokenScope; 3] = [TokenScope::Read, TokenScope::Operate, TokenScope::Admin];

    pub fn name(self) -> &'static str {
        match self {
            TokenScope::Read => "read",
            TokenScope::Operate => "operate",
            TokenScope::Admin => "admin",
        }
    }

    pub fn named(name: &str) -> Option<TokenScope> {
        TokenScope::ALL.into_iter().find(|scope| scope.name() == name)
    }

    pub fn role(self) -> UserRole {
        match self {
            TokenScope::Read => UserRole::Viewer,
            TokenScope::Operate => UserRole::Operator,
            TokenScope::Admin => UserRole::Admin,
        }
    }
}
