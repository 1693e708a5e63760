//! Who a node is for the NATS server, as whoever starts it hands it over: a line of JSON on the node's standard input, so that no
//! list of processes shows it. What the client reads from files is put into the node's own folder, for its owner alone.

use crate::connection::{ConnectionError, Credentials};
use plimsoll_run::private::create_private;
use plimsoll_study::NatsServer;
use serde::{Deserialize, Serialize};
use std::io::Write;
use std::path::{Path, PathBuf};

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
        let text = |path: &Option<PathBuf>| path.as_deref().map(content).transpose();
        let certificate = match &server.certificate {
            Some((certificate, key)) => Some((content(certificate)?, content(key)?)),
            None => None,
        };
        Ok(NatsAccess {
            user: who.user.clone(),
            password: who.password.clone(),
            token: who.token.clone(),
            credentials: text(&server.credentials)?,
            nkey: text(&server.nkey)?,
            authorities: text(&server.authorities)?,
            certificate,
        })
    }

    /// What the node connects by; files are put into `folder`, for their owner alone.
    pub fn unpack(self, url: String, folder: &Path) -> std::io::Result<(NatsServer, Credentials)> {
        let put = |name: &str, text: Option<String>| -> std::io::Result<Option<PathBuf>> {
            let Some(text) = text else { return Ok(None) };
            let path = folder.join(name);
            create_private(&path)?.write_all(text.as_bytes())?;
            Ok(Some(path))
        };
        let (certificate, key) = self.certificate.unzip();
        let server = NatsServer {
            url: Some(url),
            credentials: put("nats.creds", self.credentials)?,
            nkey: put("nats.nk", self.nkey)?,
            authorities: put("nats-ca.pem", self.authorities)?,
            certificate: put("nats.pem", certificate)?.zip(put("nats.key", key)?),
        };
        Ok((server, Credentials { user: self.user, password: self.password, token: self.token }))
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

fn content(path: &Path) -> Result<String, ConnectionError> {
    std::fs::read_to_string(path)
        .map_err(|error| ConnectionError::File { path: path.to_owned(), why: error.to_string() })
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
        let (found, as_whom) = NatsAccess::of_line(&line)
            .expect("a line of its own")
            .unpack("tls://b:2".to_owned(), there.path())
            .expect("there is room");
        let text = |path: &Path| std::fs::read_to_string(path).expect("a file");
        let (certificate, key) = found.certificate.expect("both");
        assert_eq!([text(&certificate), text(&key)], ["of certificate", "of key"]);
        assert_eq!(text(&found.authorities.expect("a file")), "of ca");
        assert_eq!((found.url.as_deref(), as_whom.token.as_deref()), (Some("tls://b:2"), Some("t")));
        let mode =
            |path: PathBuf| std::os::unix::fs::MetadataExt::mode(&path.metadata().expect("it is there"));
        assert_eq!(mode(found.nkey.expect("a file")) & 0o077, 0, "its owner's alone");
        let missing = NatsServer { nkey: Some(here.path().join("none")), ..NatsServer::default() };
        assert!(NatsAccess::of(&missing, &who).is_err());
    }
}
