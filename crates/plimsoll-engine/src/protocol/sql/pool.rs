//! Connections of one database: a user's own, or shared by all users.

use super::settings::DatabaseSettings;
use super::{SqlFailure, SqlWork, StatementResult, mysql, postgres};
use plimsoll_plan::jdbc::Driver;
use plimsoll_run::ErrorKind;
use std::cell::{Cell, RefCell};
use std::time::Duration;
use tokio::sync::Semaphore;

/// How long a server may take to end a statement that has passed its limit.
const CANCEL_GRACE: Duration = Duration::from_secs(3);

pub struct DatabasePool {
    /// One for each connection that may be used now.
    permits: Semaphore,
    idle: RefCell<Vec<Connection>>,
    /// A connection could be opened once.
    was_opened: Cell<bool>,
    /// Its user is gone; what comes back is closed.
    is_closed: Cell<bool>,
}

struct Connection {
    link: Link,
    canceller: Canceller,
    autocommit: bool,
    /// A cancellation is under way that could end the next statement.
    is_cancelled: bool,
}

enum Link {
    MySql(mysql::Link),
    Postgres(postgres::PostgresConnection),
}

#[derive(Clone)]
enum Canceller {
    MySql(Box<mysql::Canceller>),
    Postgres(postgres::PostgresCanceller),
}

impl Canceller {
    async fn cancel(self) {
        match self {
            Canceller::MySql(canceller) => canceller.cancel().await,
            Canceller::Postgres(canceller) => canceller.cancel().await,
        }
    }
}

/// What a statement needs beside its text.
pub struct Limits {
    pub timeout: Option<Duration>,
    pub rows_max: Option<usize>,
}

/// When something happened; the callers' clock.
pub trait Moments {
    fn connected(&mut self);
    fn answered(&mut self);
    fn connecting(&mut self);
}

impl DatabasePool {
    pub fn new(connections: u32) -> DatabasePool {
        let permits = Semaphore::new(connections.max(1) as usize);
        let (was_opened, is_closed) = (Cell::new(false), Cell::new(false));
        DatabasePool { permits, idle: RefCell::default(), was_opened, is_closed }
    }

    pub fn close(&self) {
        self.is_closed.set(true);
        self.idle.borrow_mut().clear();
    }

    /// Until it has had a connection, JMeter's pool hides the driver's code.
    fn not_opened(&self, failure: SqlFailure) -> SqlFailure {
        if self.was_opened.get() {
            return failure;
        }
        let message = format!("Cannot create PoolableConnectionFactory ({})", failure.message);
        SqlFailure { code: "null 0".to_owned(), message, is_broken: true, ..failure }
    }

    /// Waits for a connection, opens one where none is idle, and performs the statement on it.
    pub async fn perform(
        &self,
        settings: &DatabaseSettings,
        work: &SqlWork,
        limits: &Limits,
        moments: &mut dyn Moments,
    ) -> Result<StatementResult, SqlFailure> {
        let _permit = match settings.wait_max {
            None => self.permits.acquire().await.ok(),
            Some(limit) => match tokio::time::timeout(limit, self.permits.acquire()).await {
                Ok(permit) => permit.ok(),
                Err(_) => {
                    // What commons-dbcp says.
                    let text = "Cannot get a connection, pool error Timeout waiting for idle object";
                    return Err(SqlFailure::broken(ErrorKind::ConnectTimeout, "null", text));
                }
            },
        };
        let idle = self.idle.borrow_mut().pop();
        let mut connection = match idle {
            Some(connection) => connection,
            None => {
                moments.connecting();
                let opened = Connection::open(settings).await;
                moments.connected();
                let opened = opened.map_err(|failure| self.not_opened(failure))?;
                self.was_opened.set(true);
                opened
            }
        };
        let outcome = connection.perform(settings, work, limits, moments).await;
        let is_broken = outcome.as_ref().is_err_and(|failure| failure.is_broken);
        if !is_broken && !connection.is_cancelled && !self.is_closed.get() {
            self.idle.borrow_mut().push(connection);
        }
        outcome
    }
}

impl Connection {
    async fn open(settings: &DatabaseSettings) -> Result<Connection, SqlFailure> {
        let (link, canceller, autocommit) = match settings.url.driver {
            Driver::MySql | Driver::MariaDb => {
                let (link, canceller) = mysql::Link::open(settings).await?;
                (Link::MySql(link), Canceller::MySql(Box::new(canceller)), settings.autocommit)
            }
            Driver::Postgres => {
                let (link, canceller) = postgres::PostgresConnection::open(settings).await?;
                (Link::Postgres(link), Canceller::Postgres(canceller), settings.autocommit)
            }
        };
        Ok(Connection { link, canceller, autocommit, is_cancelled: false })
    }

    async fn perform(
        &mut self,
        settings: &DatabaseSettings,
        work: &SqlWork,
        limits: &Limits,
        moments: &mut dyn Moments,
    ) -> Result<StatementResult, SqlFailure> {
        let canceller = self.canceller.clone();
        let mut statement = Box::pin(self.perform_unlimited(settings, work, limits.rows_max, moments));
        let Some(limit) = limits.timeout else { return statement.await };
        if let Ok(outcome) = tokio::time::timeout(limit, &mut statement).await {
            return outcome;
        }
        // A server that is silent to this, too, holds neither task nor connection.
        let cancellation = tokio::task::spawn_local(tokio::time::timeout(CANCEL_GRACE, canceller.cancel()));
        let late = |failure: SqlFailure| {
            let message = format!("no answer within {} s; {}", limit.as_secs(), failure.message);
            // As the drivers call it: MariaDB's sets a limit at the server, MySQL's own makes up an exception.
            let code = match settings.url.driver {
                Driver::MySql => "null 0".to_owned(),
                Driver::MariaDb => "70100 1969".to_owned(),
                Driver::Postgres => failure.code,
            };
            SqlFailure { kind: ErrorKind::ResponseTimeout, code, message, is_broken: failure.is_broken }
        };
        let ended = tokio::time::timeout(CANCEL_GRACE, statement).await;
        self.is_cancelled = !cancellation.is_finished();
        match ended {
            Ok(outcome) => outcome.map_err(late),
            Err(_) => {
                let text = "and the server did not end the statement";
                Err(late(SqlFailure::broken(ErrorKind::ResponseTimeout, "null", text)))
            }
        }
    }

    async fn perform_unlimited(
        &mut self,
        settings: &DatabaseSettings,
        work: &SqlWork,
        rows_max: Option<usize>,
        moments: &mut dyn Moments,
    ) -> Result<StatementResult, SqlFailure> {
        // Each time it is taken out of the pool (commons-dbcp, PoolableConnectionFactory.activateObject).
        if self.autocommit != settings.autocommit {
            match &mut self.link {
                Link::MySql(link) => link.set_autocommit(settings.autocommit).await?,
                Link::Postgres(link) => link.set_autocommit(settings.autocommit).await?,
            }
            self.autocommit = settings.autocommit;
        }
        let autocommit = self.autocommit;
        let answered = &mut || moments.answered();
        let outcome = match &mut self.link {
            Link::MySql(link) => link.perform(work, rows_max, autocommit, answered).await?,
            Link::Postgres(link) => link.perform(work, rows_max, autocommit, answered).await?,
        };
        if let SqlWork::Autocommit(on) = work {
            self.autocommit = *on;
        }
        Ok(outcome)
    }
}
