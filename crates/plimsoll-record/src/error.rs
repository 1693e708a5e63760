//! Why nothing can be recorded.

use std::net::SocketAddr;
use std::path::PathBuf;

#[derive(Debug, thiserror::Error)]
pub enum RecordError {
    #[error("failed to listen on {address}: {error}")]
    Listen { address: SocketAddr, error: std::io::Error },
    #[error("failed to read {}: {why}", file.display())]
    Read { file: PathBuf, why: String },
    #[error("failed to write {}: {error}", file.display())]
    Write { file: PathBuf, error: std::io::Error },
    /// Of what servers are trusted by.
    #[error("failed to set up TLS: {0}")]
    Tls(String),
    #[error("failed to start the proxy: {0}")]
    Start(std::io::Error),
}
