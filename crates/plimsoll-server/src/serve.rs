//! Starts the lab, and ends it.

use crate::config::LabConfig;
use crate::guard;
use crate::lab::{LabError, LabServer};
use crate::listener::{self, TlsError};
use crate::{api, jobs};
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::{Duration, Instant};
use tokio::net::TcpListener;

#[derive(Debug, thiserror::Error)]
pub enum ServeError {
    #[error(transparent)]
    LabServer(#[from] LabError),
    #[error(transparent)]
    Tls(#[from] TlsError),
    #[error("listen on {address}")]
    Listen { address: SocketAddr, source: std::io::Error },
    #[error("serve {address} without a login: other machines reach it")]
    NoLogin { address: SocketAddr },
    #[error("start the lab's threads")]
    Threads(#[source] std::io::Error),
    #[error("ask the lab who its users are: {0}")]
    Users(String),
}

impl ServeError {
    pub fn hint(&self) -> Option<&'static str> {
        match self {
            ServeError::Listen { source, .. } if source.kind() == std::io::ErrorKind::AddrInUse => Some(
                "another program listens there: --listen 127.0.0.1:PORT takes another port, 0 a free one",
            ),
            ServeError::Listen { .. } => Some("--listen takes an address of this machine"),
            ServeError::NoLogin { .. } => Some(
                "make an admin first (plimsoll serve DIR --add-user NAME:admin), or name a provider (--oidc-issuer)",
            ),
            ServeError::LabServer(LabError::Folder { .. }) => {
                Some("the lab needs a folder that it may write: for its index, .plimsoll")
            }
            ServeError::LabServer(LabError::Database { .. }) => Some(
                "is the disk full, or does the file belong to somebody else? .plimsoll/index.db may be deleted, lab.db holds users and notes",
            ),
            _ => None,
        }
    }
}

/// How often the folder is looked at.
const LOOK_EVERY: Duration = Duration::from_secs(2);
/// The same of a large one.
const LOOK_SELDOM: Duration = Duration::from_secs(6);
const LARGE: usize = 2_000;

/// Serves until `until` is over. `ready` hears the address, and what is to be said of it.
pub fn serve(
    config: LabConfig,
    ready: impl FnOnce(SocketAddr, &[String]),
    until: impl Future<Output = ()>,
) -> Result<(), ServeError> {
    let address = config.listen;
    let tls = config.tls.as_ref().map(listener::acceptor).transpose()?;
    let (lab, said) = LabServer::open(config)?;
    let has_login =
        lab.open_id.is_some() || lab.people.has_users().map_err(|error| ServeError::Users(error.message))?;
    if !address.ip().is_loopback() && !has_login {
        return Err(ServeError::NoLogin { address });
    }
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .worker_threads(2)
        .max_blocking_threads(16)
        .enable_all()
        .build()
        .map_err(ServeError::Threads)?;
    runtime.block_on(async {
        let listen = |source| ServeError::Listen { address, source };
        let listener = TcpListener::bind(address).await.map_err(listen)?;
        let own = listener.local_addr().map_err(listen)?;
        let router = api::router(&lab)
            .layer(axum::middleware::from_fn_with_state(Arc::clone(&lab), guard::every_request));
        start_scan(&lab);
        start_queue(&lab).map_err(ServeError::Threads)?;
        ready(own, &said);
        tokio::select! {
            () = listener::listen(listener, tls, router) => {}
            () = until => {}
            () = lab.end.notified() => {}
        }
        Ok::<(), ServeError>(())
    })?;
    // What goes on is a process of its own; nobody waits for open pages.
    runtime.shutdown_timeout(Duration::from_millis(200));
    Ok(())
}

fn start_scan(lab: &Arc<LabServer>) {
    let lab = Arc::clone(lab);
    tokio::spawn(async move {
        let (mut failed_before, mut looked_at) = (false, Instant::now());
        loop {
            let scanned = {
                let lab = Arc::clone(&lab);
                tokio::task::spawn_blocking(move || {
                    lab.library
                        .scan(&mut |id| lab.changed(id))
                        .map(|()| lab.library.index.known().map_or(0, |known| known.len()))
                })
                .await
            };
            let files = match scanned {
                Ok(Ok(files)) => {
                    failed_before = false;
                    files
                }
                Ok(Err(error)) => {
                    // Once for each trouble, and not every two seconds.
                    if !std::mem::replace(&mut failed_before, true) {
                        (lab.config.say)(&format!("the library: {}", error.message));
                    }
                    0
                }
                Err(_) => 0,
            };
            if has_been_idle(&lab, &mut looked_at) {
                lab.end.notify_one();
                return;
            }
            let rest = if files > LARGE { LOOK_SELDOM } else { LOOK_EVERY };
            tokio::select! {
                () = tokio::time::sleep(rest) => {}
                () = lab.look.notified() => {}
            }
        }
    });
}

/// Only of a lab that is to end then.
fn has_been_idle(lab: &LabServer, looked_at: &mut Instant) -> bool {
    let Some(most) = lab.config.idle_end else { return false };
    let runs = lab.library.index.running().map_or(true, |runs| !runs.is_empty());
    if runs || lab.events.receiver_count() > 0 || lab.feeds.have_viewers() {
        *looked_at = Instant::now();
    }
    looked_at.elapsed() > most
}

/// A lab that only shows runs starts none.
fn start_queue(lab: &Arc<LabServer>) -> std::io::Result<()> {
    if !lab.config.can_start {
        return Ok(());
    }
    let lab = Arc::clone(lab);
    std::thread::Builder::new().name("queue".to_owned()).spawn(move || jobs::work(&lab))?;
    Ok(())
}
