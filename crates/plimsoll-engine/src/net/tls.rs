//! How TLS is spoken.

use super::identity;
use crate::error::EngineError;
use plimsoll_net::certificates::{AnyCertificate, authorities};
use plimsoll_plan::Plan;
use plimsoll_plan::input_file::placed;
use plimsoll_plan::plan::{Identity, TlsSettings, TlsVersion};
use rustls::ClientConfig;
use rustls::client::Resumption;
use rustls::version::{TLS12, TLS13};
use std::sync::{Arc, OnceLock};

/// A task's TLS: set up when it is first needed, which takes time (the system's certificate authorities are read).
#[derive(Debug)]
pub struct Tls {
    verify: bool,
    config: OnceLock<Arc<ClientConfig>>,
}

impl Tls {
    /// Set up now where the plan may use it, or says anything of it that could be wrong.
    pub fn new(plan: &Plan) -> Result<Self, EngineError> {
        let tls = Tls { verify: plan.verify_certificates, config: OnceLock::new() };
        if plan.may_use_tls() || plan.tls != TlsSettings::default() {
            let made = config(plan.verify_certificates, &plan.tls)?;
            tls.config.get_or_init(|| made);
        }
        Ok(tls)
    }

    /// A plan without a word of TLS gets there by a redirect.
    pub fn config(&self) -> &Arc<ClientConfig> {
        self.config.get_or_init(|| {
            config(self.verify, &TlsSettings::default()).expect("no file is named that could be wrong")
        })
    }
}

/// With `verify`, the settings' certificate authorities, or the system's (`SSL_CERT_FILE` names others);
/// without, any certificate is accepted, as JMeter does.
fn config(verify: bool, settings: &TlsSettings) -> Result<Arc<ClientConfig>, EngineError> {
    let problem = |text: String| EngineError::Tls(text);
    let provider = Arc::new(rustls::crypto::ring::default_provider());
    let within = |version: TlsVersion| {
        settings.minimum.is_none_or(|minimum| version >= minimum)
            && settings.maximum.is_none_or(|maximum| version <= maximum)
    };
    let versions = [(TlsVersion::V1_3, &TLS13), (TlsVersion::V1_2, &TLS12)];
    let versions: Vec<_> = versions.into_iter().filter(|(v, _)| within(*v)).map(|(_, v)| v).collect();
    let builder = ClientConfig::builder_with_provider(Arc::clone(&provider))
        .with_protocol_versions(&versions)
        .map_err(|e| problem(e.to_string()))?;
    let mut config = if verify {
        builder
            .with_root_certificates(
                authorities(settings.authorities.as_deref().map(placed).as_deref()).map_err(problem)?,
            )
            .with_no_client_auth()
    } else {
        let verifier = Arc::new(AnyCertificate::new(provider));
        builder.dangerous().with_custom_certificate_verifier(verifier).with_no_client_auth()
    };
    if let Some(Identity { certificate, key }) = &settings.identity
        && let (Some(certificate), Some(key)) = (certificate.as_literal(), key.as_literal())
    {
        config.client_auth_cert_resolver = identity::read(certificate, key, &config).map_err(problem)?;
    }
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
