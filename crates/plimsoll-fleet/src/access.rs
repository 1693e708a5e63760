//! Who a node is for the NATS server, as whoever starts it hands it over: a line of JSON on the node's standard input, so that no
//! list of processes shows it; or what a pod finds in its secret. Certificates alone are put into files, which the client reads.

use crate::connection::{ConnectionError, Credentials, read};
use plimsoll_run::private::create_private;
use plimsoll_study::NatsServer;
use serde::{Deserialize, Serialize};
use std::io::Write;
use std::path::{Path, PathBuf};
use tempfile::TempDir;

/// Contents, not names of files: those are on another machine.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct NatsAccess {
    user: Option<String>,
    password: Option<String>,
    token: Option<String>,
    credentials: Option<String>,
    nkey: Option<String>,
    authorities: Option<String>,
    certificate: Option<(String, String)>,
}

impl NatsAccess {
    /// With the contents of all files that are named.
    pub fn of(server: &NatsServer, who: &Credentials) -> Result<NatsAccess, ConnectionError> {
        let text = |path: &Option<PathBuf>| path.as_deref().map(read).transpose();
        let certificate = match &server.certificate {
            Some((certificate, key)) => Some((read(certificate)?, read(key)?)),
            None => None,
        };
        let text_or =
            |path: &Option<PathBuf>, given: &Option<String>| Ok(text(path)?.or_else(|| given.clone()));
        Ok(NatsAccess {
            user: who.user.clone(),
            password: who.password.clone(),
            token: who.token.clone(),
            credentials: text_or(&server.credentials, &who.jwt)?,
            nkey: text_or(&server.nkey, &who.nkey)?,
            authorities: text(&server.authorities)?,
            certificate,
        })
    }

    /// What the node connects by. Certificates, which the client reads whenever it connects again, are in files that go with the
    /// folder that comes with them; for their owner alone, below `folder`.
    pub fn unpack(self, url: String, folder: &Path) -> std::io::Result<UnpackedAccess> {
        let mut server = NatsServer { url: Some(url), ..NatsServer::default() };
        let mut files = None;
        if self.authorities.is_some() || self.certificate.is_some() {
            let owners: std::fs::Permissions = std::os::unix::fs::PermissionsExt::from_mode(0o700);
            let own = tempfile::Builder::new().prefix("nats-").permissions(owners).tempdir_in(folder)?;
            let put = |name: &str, text: String| -> std::io::Result<PathBuf> {
                let path = own.path().join(name);
                create_private(&path)?.write_all(text.as_bytes())?;
                Ok(path)
            };
            server.authorities = self.authorities.map(|text| put("ca.pem", text)).transpose()?;
            server.certificate = match self.certificate {
                Some((certificate, key)) => {
                    Some((put("certificate.pem", certificate)?, put("key.pem", key)?))
                }
                None => None,
            };
            files = Some(own);
        }
        let credentials = Credentials {
            user: self.user,
            password: self.password,
            token: self.token,
            nkey: self.nkey,
            jwt: self.credentials,
        };
        Ok(UnpackedAccess { server, credentials, files })
    }

    /// As variables of the environment: name and value.
    pub fn variables(&self) -> Vec<(&'static str, String)> {
        let all = [
            (Credentials::USER, &self.user),
            (Credentials::PASSWORD, &self.password),
            (Credentials::TOKEN, &self.token),
        ];
        all.into_iter().filter_map(|(name, value)| Some((name, value.clone()?))).collect()
    }

    /// Contents of files, each by the option of `plimsoll node` that names it.
    pub fn files(&self) -> Vec<(&'static str, String)> {
        let (certificate, key) = self.certificate.clone().unzip();
        let all = [
            ("credentials", self.credentials.clone()),
            ("nkey", self.nkey.clone()),
            ("ca", self.authorities.clone()),
            ("certificate", certificate),
            ("key", key),
        ];
        all.into_iter().filter_map(|(name, content)| Some((name, content?))).collect()
    }

    /// As one line.
    pub fn to_line(&self) -> String {
        let json = serde_json::to_string(self).expect("it has only texts");
        format!("{json}\n")
    }

    pub fn of_line(line: &str) -> Result<NatsAccess, serde_json::Error> {
        serde_json::from_str(line)
    }
}

/// What a node connects by.
pub struct UnpackedAccess {
    pub server: NatsServer,
    pub credentials: Credentials,
    /// Certificates, which go with this value.
    pub files: Option<TempDir>,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_one_machine_packs_another_connects_by() {
        let (here, there) = (tempfile::tempdir().expect("a folder"), tempfile::tempdir().expect("a folder"));
        let file = |name: &str| {
            let path = here.path().join(name);
            std::fs::write(&path, format!("of {name}")).expect("written");
            path
        };
        let server = NatsServer {
            url: Some("tls://a:1".to_owned()),
            nkey: Some(file("nkey")),
            authorities: Some(file("ca")),
            certificate: Some((file("certificate"), file("key"))),
            ..NatsServer::default()
        };
        let who = Credentials { token: Some("t".to_owned()), ..Credentials::default() };
        let line = NatsAccess::of(&server, &who).expect("all files are there").to_line();
        assert_eq!(line.matches('\n').count(), 1);
        let UnpackedAccess { server: found, credentials, files } = NatsAccess::of_line(&line)
            .expect("a line of its own")
            .unpack("tls://b:2".to_owned(), there.path())
            .expect("there is room");
        let text = |path: &Path| std::fs::read_to_string(path).expect("a file");
        let (certificate, key) = found.certificate.expect("both");
        assert_eq!([text(&certificate), text(&key)], ["of certificate", "of key"]);
        assert_eq!(text(&found.authorities.expect("a file")), "of ca");
        assert_eq!((found.url.as_deref(), credentials.token.as_deref()), (Some("tls://b:2"), Some("t")));
        let mode = |path: &Path| {
            std::os::unix::fs::MetadataExt::mode(&path.metadata().expect("it is there")) & 0o777
        };
        assert_eq!([mode(&key), mode(key.parent().expect("a folder"))], [0o600, 0o700], "its owner's alone");
        // What need not be in a file is in none, and the files do not outlive the node.
        assert_eq!(
            (credentials.nkey.as_deref(), found.nkey, found.credentials),
            (Some("of nkey"), None, None)
        );
        drop(files);
        assert_eq!(there.path().read_dir().expect("a folder").count(), 0);
        let missing = NatsServer { nkey: Some(here.path().join("none")), ..NatsServer::default() };
        assert!(NatsAccess::of(&missing, &who).is_err());
    }
}
