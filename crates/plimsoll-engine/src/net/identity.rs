//! Client certificates.

use plimsoll_net::certificates::{certificates, pem_text};
use plimsoll_plan::input_file::placed;
use rustls::ClientConfig;
use rustls::pki_types::PrivateKeyDer;
use rustls::pki_types::pem::PemObject;
use rustls::sign::{CertifiedKey, SingleCertAndKey};
use std::collections::HashMap;
use std::path::Path;
use std::sync::Arc;

/// Most identities that a worker keeps ready; then it starts again.
const IDENTITIES_MAX: usize = 10_000;

/// Certificates with their keys by the names of their files, each read once.
#[derive(Default)]
pub struct Identities {
    known: HashMap<String, Result<Arc<SingleCertAndKey>, String>>,
}

impl Identities {
    pub fn get(&mut self, names: &str, config: &ClientConfig) -> Result<Arc<SingleCertAndKey>, String> {
        if self.known.len() >= IDENTITIES_MAX {
            self.known.clear();
        }
        let make = || {
            let (certificate, key) = names.split_once('\n').unwrap_or((names, names));
            read(certificate, key, config)
        };
        self.known.entry(names.to_owned()).or_insert_with(make).clone()
    }
}

/// The certificate chain and the key of two PEM files.
pub fn read(certificate: &str, key: &str, config: &ClientConfig) -> Result<Arc<SingleCertAndKey>, String> {
    let problem = |file: &str, reason: String| format!("the client certificate: {file}: {reason}");
    let chain =
        certificates(&placed(Path::new(certificate))).map_err(|reason| problem(certificate, reason))?;
    if chain.is_empty() {
        return Err(problem(certificate, "there is no certificate in it".to_owned()));
    }
    let private =
        PrivateKeyDer::from_pem_file(placed(Path::new(key))).map_err(|e| problem(key, pem_text(&e)))?;
    let pair = CertifiedKey::from_der(chain, private, config.crypto_provider());
    Ok(Arc::new(SingleCertAndKey::from(pair.map_err(|e| problem(key, e.to_string()))?)))
}
