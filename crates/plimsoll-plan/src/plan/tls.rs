//! How TLS is spoken, beside whether certificates are verified.

use crate::template::Template;
use std::path::PathBuf;

#[derive(Clone, Debug, Default, PartialEq)]
pub struct TlsSettings {
    /// A PEM file of the authorities that are trusted instead of the system's.
    pub authorities: Option<PathBuf>,
    /// What users show servers of themselves.
    pub identity: Option<Identity>,
    /// Asked for, and verified, instead of the request's host.
    pub server_name: Option<String>,
    pub minimum: Option<TlsVersion>,
    pub maximum: Option<TlsVersion>,
}

/// A client certificate; the names of its files may differ from user to user.
#[derive(Clone, Debug, PartialEq)]
pub struct Identity {
    /// A PEM file: the certificate, and those between it and its authority.
    pub certificate: Template,
    /// A PEM file; may be the same.
    pub key: Template,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum TlsVersion {
    V1_2,
    V1_3,
}
