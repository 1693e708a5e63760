//! A certificate authority of the recording's own, and the certificates that it makes for hosts.

use crate::error::RecordError;
use base64::Engine;
use plimsoll_net::certificates;
use rcgen::{
    BasicConstraints, CertificateParams, DistinguishedName, DnType, ExtendedKeyUsagePurpose, IsCa, Issuer,
    KeyPair, KeyUsagePurpose, PublicKeyData,
};
use rustls::ServerConfig;
use rustls::pki_types::{CertificateDer, PrivateKeyDer, PrivatePkcs8KeyDer};
use sha2::{Digest, Sha256};
use std::collections::HashMap;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

const CERTIFICATE: &str = "record-ca.pem";
const KEY: &str = "record-ca.key";
const YEARS: i16 = 10;

/// Browsers take no more than 398.
const LEAF_DAYS: i64 = 390;

/// Hosts whose certificates are remembered; those of others are made again.
const HOSTS_MAX: usize = 10_000;

pub struct Authority {
    file: PathBuf,
    certificate: CertificateDer<'static>,
    issuer: Issuer<'static, KeyPair>,
    /// All hosts' own.
    key: KeyPair,
    hosts: Mutex<HashMap<String, Arc<ServerConfig>>>,
    is_new: bool,
}

impl Authority {
    /// That of the folder, made where there is none: `record-ca.pem` is for clients to trust, `record-ca.key` (mode 0600) is
    /// what certificates are signed with.
    pub fn open(folder: &Path) -> Result<Self, RecordError> {
        let (file, key_file) = (folder.join(CERTIFICATE), folder.join(KEY));
        let key = read_key(&key_file)?;
        let is_new = key.is_none();
        let key = match key {
            Some(key) => key,
            None => {
                let key = KeyPair::generate().map_err(|e| RecordError::Tls(e.to_string()))?;
                write(folder, &key_file, &key.serialize_pem(), 0o600)?;
                key
            }
        };
        let parameters = parameters(&key)?;
        if is_new || !file.is_file() {
            let made = parameters.self_signed(&key).map_err(|e| RecordError::Tls(e.to_string()))?;
            write(folder, &file, &made.pem(), 0o644)?;
        }
        let read = |why: String| RecordError::Read { file: file.clone(), why };
        let mut found = certificates::certificates(&file).map_err(&read)?;
        if found.is_empty() {
            return Err(read("there is no certificate in it".to_owned()));
        }
        Ok(Authority {
            certificate: found.swap_remove(0),
            issuer: Issuer::new(parameters, key),
            key: KeyPair::generate().map_err(|e| RecordError::Tls(e.to_string()))?,
            hosts: Mutex::default(),
            file,
            is_new,
        })
    }

    /// The certificate for clients to trust, PEM.
    pub fn file(&self) -> &Path {
        &self.file
    }

    /// Nobody can trust it yet.
    pub fn is_new(&self) -> bool {
        self.is_new
    }

    /// SHA-256 of the public key in base64, as Chromium's `--ignore-certificate-errors-spki-list` takes it.
    pub fn key_hash(&self) -> String {
        let hash = Sha256::digest(self.issuer.key().subject_public_key_info());
        base64::engine::general_purpose::STANDARD.encode(hash)
    }

    /// How TLS is accepted in the name of a host.
    pub(crate) fn server(&self, host: &str) -> Result<Arc<ServerConfig>, String> {
        let mut hosts = self.hosts.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(known) = hosts.get(host) {
            return Ok(Arc::clone(known));
        }
        let made = Arc::new(self.make(host)?);
        if hosts.len() >= HOSTS_MAX {
            hosts.clear();
        }
        hosts.insert(host.to_owned(), Arc::clone(&made));
        Ok(made)
    }

    fn make(&self, host: &str) -> Result<ServerConfig, String> {
        let text = |error: rcgen::Error| error.to_string();
        let mut leaf = CertificateParams::new(vec![host.to_owned()]).map_err(text)?;
        leaf.distinguished_name = named(host);
        leaf.extended_key_usages = vec![ExtendedKeyUsagePurpose::ServerAuth];
        leaf.key_usages = vec![KeyUsagePurpose::DigitalSignature];
        leaf.use_authority_key_identifier_extension = true;
        validity(&mut leaf, jiff::Span::new().days(LEAF_DAYS));
        let certificate = leaf.signed_by(&self.key, &self.issuer).map_err(text)?;
        let chain = vec![certificate.der().clone(), self.certificate.clone()];
        let key = PrivateKeyDer::Pkcs8(PrivatePkcs8KeyDer::from(self.key.serialize_der()));
        let provider = Arc::new(rustls::crypto::ring::default_provider());
        let mut config = ServerConfig::builder_with_provider(provider)
            .with_safe_default_protocol_versions()
            .and_then(|builder| builder.with_no_client_auth().with_single_cert(chain, key))
            .map_err(|e| e.to_string())?;
        config.alpn_protocols = vec![b"h2".to_vec(), b"http/1.1".to_vec()];
        Ok(config)
    }
}

fn read_key(file: &Path) -> Result<Option<KeyPair>, RecordError> {
    let problem = |why: String| RecordError::Read { file: file.to_owned(), why };
    match std::fs::read_to_string(file) {
        Ok(text) => {
            let key = KeyPair::from_pem(&text);
            let hint = "no private key that Plimsoll made; remove it, and a new one is made";
            key.map(Some).map_err(|error| problem(format!("{error}: {hint}")))
        }
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => Ok(None),
        Err(error) => Err(problem(error.to_string())),
    }
}

fn write(folder: &Path, file: &Path, text: &str, mode: u32) -> Result<(), RecordError> {
    use std::os::unix::fs::{DirBuilderExt, OpenOptionsExt};
    let write = || {
        std::fs::DirBuilder::new().recursive(true).mode(0o700).create(folder)?;
        let mut options = std::fs::OpenOptions::new();
        let mut out = options.write(true).create(true).truncate(true).mode(mode).open(file)?;
        out.write_all(text.as_bytes())?;
        out.sync_all()
    };
    write().map_err(|error| RecordError::Write { file: file.to_owned(), error })
}

/// What the authority is called follows from its key: the certificate can be made again, and another machine's is another.
fn parameters(key: &KeyPair) -> Result<CertificateParams, RecordError> {
    let hash = Sha256::digest(key.subject_public_key_info());
    let short: String = hash.iter().take(4).map(|byte| format!("{byte:02x}")).collect();
    let mut parameters =
        CertificateParams::new(Vec::new()).map_err(|error| RecordError::Tls(error.to_string()))?;
    parameters.distinguished_name = named(&format!("Plimsoll recording {short}"));
    parameters.is_ca = IsCa::Ca(BasicConstraints::Constrained(0));
    parameters.key_usages = vec![KeyUsagePurpose::KeyCertSign, KeyUsagePurpose::CrlSign];
    validity(&mut parameters, jiff::Span::new().years(YEARS));
    Ok(parameters)
}

fn named(name: &str) -> DistinguishedName {
    let mut names = DistinguishedName::new();
    // An X.509 common name has at most 64 characters; the host is in the alternative names, whole.
    names.push(DnType::CommonName, name.chars().take(64).collect::<String>());
    names
}

/// From yesterday on: clocks differ.
fn validity(parameters: &mut CertificateParams, time: jiff::Span) {
    let today = jiff::Zoned::now().date();
    let day = |date: jiff::civil::Date| {
        rcgen::date_time_ymd(i32::from(date.year()), date.month().unsigned_abs(), date.day().unsigned_abs())
    };
    parameters.not_before = day(today.yesterday().unwrap_or(today));
    parameters.not_after = day(today.saturating_add(time));
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::os::unix::fs::PermissionsExt;

    #[test]
    fn an_authority_is_made_once_and_its_key_is_the_owners_alone() {
        let folder = tempfile::tempdir().expect("a folder");
        let place = folder.path().join("a/b");
        let first = Authority::open(&place).expect("an authority");
        let mode = std::fs::metadata(place.join(KEY)).expect("a key").permissions().mode();
        assert_eq!(mode & 0o777, 0o600);
        assert!(first.is_new());
        let again = Authority::open(&place).expect("the same authority");
        assert!(!again.is_new());
        assert_eq!((first.key_hash(), &first.certificate), (again.key_hash(), &again.certificate));
        std::fs::remove_file(place.join(CERTIFICATE)).expect("removed");
        let from_key = Authority::open(&place).expect("the same key");
        assert_eq!(first.key_hash(), from_key.key_hash());
    }

    #[test]
    fn a_key_of_others_is_refused_with_what_helps() {
        let folder = tempfile::tempdir().expect("a folder");
        std::fs::write(folder.path().join(KEY), "no key").expect("written");
        let error = Authority::open(folder.path()).err().expect("no authority").to_string();
        assert!(error.contains(KEY) && error.contains("remove it"), "{error}");
    }

    #[test]
    fn hosts_and_addresses_get_certificates() {
        let folder = tempfile::tempdir().expect("a folder");
        let authority = Authority::open(folder.path()).expect("an authority");
        let long = format!("{}.example.com", "a".repeat(60));
        for host in ["example.com", "127.0.0.1", "::1", &long] {
            authority.server(host).unwrap_or_else(|error| panic!("{host}: {error}"));
        }
    }
}
