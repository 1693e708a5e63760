//! Certificates from PEM files and from the system.

use rustls::client::danger::{HandshakeSignatureValid, ServerCertVerified, ServerCertVerifier};
use rustls::crypto::CryptoProvider;
use rustls::pki_types::pem::{Error, PemObject};
use rustls::pki_types::{CertificateDer, ServerName, UnixTime};
use rustls::{DigitallySignedStruct, RootCertStore, SignatureScheme};
use std::path::Path;
use std::sync::Arc;

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

/// Accepts every certificate, but not a broken handshake.
#[derive(Debug)]
pub struct AnyCertificate(Arc<CryptoProvider>);

impl AnyCertificate {
    pub fn new(provider: Arc<CryptoProvider>) -> Self {
        AnyCertificate(provider)
    }
}

impl ServerCertVerifier for AnyCertificate {
    fn verify_server_cert(
        &self,
        _: &CertificateDer<'_>,
        _: &[CertificateDer<'_>],
        _: &ServerName<'_>,
        _: &[u8],
        _: UnixTime,
    ) -> Result<ServerCertVerified, rustls::Error> {
        Ok(ServerCertVerified::assertion())
    }

    fn verify_tls12_signature(
        &self,
        message: &[u8],
        certificate: &CertificateDer<'_>,
        signature: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, rustls::Error> {
        let algorithms = &self.0.signature_verification_algorithms;
        rustls::crypto::verify_tls12_signature(message, certificate, signature, algorithms)
    }

    fn verify_tls13_signature(
        &self,
        message: &[u8],
        certificate: &CertificateDer<'_>,
        signature: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, rustls::Error> {
        let algorithms = &self.0.signature_verification_algorithms;
        rustls::crypto::verify_tls13_signature(message, certificate, signature, algorithms)
    }

    fn supported_verify_schemes(&self) -> Vec<SignatureScheme> {
        self.0.signature_verification_algorithms.supported_schemes()
    }
}
