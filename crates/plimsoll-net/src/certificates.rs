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

/// Why a handshake failed. What rustls names by its own words alone is said, with that word for whoever looks it up.
pub fn tls_text(error: &rustls::Error) -> String {
    use rustls::CertificateError;
    let rustls::Error::InvalidCertificate(problem) = error else { return error.to_string() };
    let said = format!("{problem:?}");
    let (why, word) = match problem {
        CertificateError::UnknownIssuer => ("nobody that is trusted has issued it", "UnknownIssuer"),
        CertificateError::Expired => ("it has expired", "Expired"),
        CertificateError::NotValidYet => ("it is not valid yet", "NotValidYet"),
        CertificateError::Revoked => ("it was revoked", "Revoked"),
        CertificateError::BadSignature => ("its signature is wrong", "BadSignature"),
        _ if said.contains("CaUsedAsEndEntity") => {
            ("it is self-signed as an authority's, which no server may use", "CaUsedAsEndEntity")
        }
        _ => return error.to_string(),
    };
    format!("invalid peer certificate: {why} ({word})")
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

#[cfg(test)]
mod tests {
    use super::*;
    use rustls::CertificateError;

    #[test]
    fn what_is_wrong_with_a_certificate_is_said_in_words() {
        let text = |problem| tls_text(&rustls::Error::InvalidCertificate(problem));
        let expected = "invalid peer certificate: nobody that is trusted has issued it (UnknownIssuer)";
        assert_eq!(text(CertificateError::UnknownIssuer), expected);
        #[derive(Debug)]
        struct CaUsedAsEndEntity;
        impl std::fmt::Display for CaUsedAsEndEntity {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str("x")
            }
        }
        impl std::error::Error for CaUsedAsEndEntity {}
        let other = CertificateError::Other(rustls::OtherError(Arc::new(CaUsedAsEndEntity)));
        let expected = "invalid peer certificate: it is self-signed as an authority's, which no server may use (CaUsedAsEndEntity)";
        assert_eq!(text(other), expected);
    }
}
