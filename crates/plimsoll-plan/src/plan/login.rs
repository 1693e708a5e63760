//! Names and passwords, and the proxy that requests go through.

use crate::template::Template;

/// What JMeter's authorization manager holds for each user.
#[derive(Clone, Debug, PartialEq)]
pub struct LoginSet {
    /// What a server has challenged a user with is forgotten with each iteration.
    pub clear_each_iteration: bool,
    /// Forgotten with the user that ends: only for scenarios with `new_user_each_iteration`.
    pub cleared_with_user: bool,
    /// The first whose URL fits is used.
    pub logins: Vec<Login>,
}

#[derive(Clone, Debug, PartialEq)]
pub struct Login {
    /// What the request's URL begins with; empty: any.
    pub url: Template,
    pub user: Template,
    pub password: Template,
    /// Only this protection space of the server; empty: any.
    pub realm: Template,
    pub scheme: LoginScheme,
}

/// How a user proves who it is (RFC 7617, RFC 7616).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LoginScheme {
    /// Name and password go out with every request.
    Basic,
    /// An answer to the server's challenge: the first request is sent twice.
    Digest,
    /// As `Basic`, and a challenge to Digest is answered, too.
    Any,
}

/// An HTTP proxy: plain requests are sent to it, those over TLS through a tunnel (RFC 9110, 9.3.6).
#[derive(Clone, Debug, PartialEq)]
pub struct Proxy {
    /// Empty: no proxy.
    pub host: Template,
    /// Empty or 0: no proxy.
    pub port: Template,
    /// Empty: no `Proxy-Authorization`.
    pub user: Template,
    pub password: Template,
    /// Hosts that are asked directly: a name, or the end of names with a leading `*`.
    pub except: Vec<String>,
}
