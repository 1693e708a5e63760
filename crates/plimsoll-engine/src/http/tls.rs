//! How TLS is spoken.

use crate::error::EngineError;
use rustls::client::Resumption;
use rustls::client::danger::{HandshakeSignatureValid, ServerCertVerified, ServerCertVerifier};
use rustls::crypto::CryptoProvider;
use rustls::pki_types::{CertificateDer, ServerName, UnixTime};
use rustls::{ClientConfig, DigitallySignedStruct, Error, RootCertStore, SignatureScheme};
use std::sync::Arc;

/// With `verify`, the system's certificate authorities (`SSL_CERT_FILE` names others); without, any
/// certificate is accepted, as JMeter does.
pub fn config(verify: bool) -> Result<Arc<ClientConfig>, EngineError> {
    let provider = Arc::new(rustls::crypto::ring::default_provider());
    let builder = ClientConfig::builder_with_provider(Arc::clone(&provider))
        .with_safe_default_protocol_versions()
        .map_err(|e| EngineError::Tls(e.to_string()))?;
    let config = if verify {
        let mut roots = RootCertStore::empty();
        roots.add_parsable_certificates(rustls_native_certs::load_native_certs().certs);
        builder.with_root_certificates(roots).with_no_client_auth()
    } else {
        let verifier = Arc::new(AnyCertificate(provider));
        builder.dangerous().with_custom_certificate_verifier(verifier).with_no_client_auth()
    };
    Ok(Arc::new(config))
}

/// The configuration with a memory for sessions of its own: users do not resume each other's sessions,
/// as browsers and JMeter's threads do not.
pub fn for_user(config: &Arc<ClientConfig>) -> Arc<ClientConfig> {
    let mut own = ClientConfig::clone(config);
    own.resumption = Resumption::in_memory_sessions(SESSIONS_PER_USER);
    Arc::new(own)
}

/// The configuration that offers these protocols (ALPN).
pub fn offering(config: &ClientConfig, protocols: &[&str]) -> Arc<ClientConfig> {
    let mut own = config.clone();
    own.alpn_protocols = protocols.iter().map(|name| name.as_bytes().to_vec()).collect();
    Arc::new(own)
}

/// Servers that a user remembers a session of.
const SESSIONS_PER_USER: usize = 4;

/// Accepts every certificate, but not a broken handshake.
#[derive(Debug)]
struct AnyCertificate(Arc<CryptoProvider>);

impl ServerCertVerifier for AnyCertificate {
    fn verify_server_cert(
        &self,
        _: &CertificateDer<'_>,
        _: &[CertificateDer<'_>],
        _: &ServerName<'_>,
        _: &[u8],
        _: UnixTime,
    ) -> Result<ServerCertVerified, Error> {
        Ok(ServerCertVerified::assertion())
    }

    fn verify_tls12_signature(
        &self,
        message: &[u8],
        certificate: &CertificateDer<'_>,
        signature: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, Error> {
        let algorithms = &self.0.signature_verification_algorithms;
        rustls::crypto::verify_tls12_signature(message, certificate, signature, algorithms)
    }

    fn verify_tls13_signature(
        &self,
        message: &[u8],
        certificate: &CertificateDer<'_>,
        signature: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, Error> {
        let algorithms = &self.0.signature_verification_algorithms;
        rustls::crypto::verify_tls13_signature(message, certificate, signature, algorithms)
    }

    fn supported_verify_schemes(&self) -> Vec<SignatureScheme> {
        self.0.signature_verification_algorithms.supported_schemes()
    }
}
