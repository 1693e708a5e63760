//! Certificates from PEM files and from the system.

use rustls::RootCertStore;
use rustls::pki_types::CertificateDer;
use rustls::pki_types::pem::{Error, PemObject};
use std::path::Path;

/// Those of the file, in its order.
pub fn certificates(file: &Path) -> Result<Vec<CertificateDer<'static>>, String> {
    let all = CertificateDer::pem_file_iter(file).map_err(|e| pem_text(&e))?;
    all.collect::<Result<_, _>>().map_err(|e| pem_text(&e))
}

/// The certificate authorities of the file; without one the system's (`SSL_CERT_FILE` names others).
pub fn authorities(file: Option<&Path>) -> Result<RootCertStore, String> {
    let mut roots = RootCertStore::empty();
    let Some(path) = file else {
        roots.add_parsable_certificates(rustls_native_certs::load_native_certs().certs);
        return Ok(roots);
    };
    let file = path.display();
    let (good, _) =
        roots.add_parsable_certificates(certificates(path).map_err(|error| format!("{file}: {error}"))?);
    match good {
        0 => Err(format!("{file}: there is no certificate in it")),
        _ => Ok(roots),
    }
}

/// Why a PEM file can't be read, a fragment.
pub fn pem_text(error: &Error) -> String {
    match error {
        Error::Io(error) => error.to_string(),
        Error::NoItemsFound => "there is none in it; is it PEM?".to_owned(),
        other => other.to_string(),
    }
}
