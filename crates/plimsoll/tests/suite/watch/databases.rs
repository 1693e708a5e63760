//! Real databases that are asked for their state.

use super::watched::Watched;
use plimsoll_testkit::sql_servers::{SqlServer, mariadb, postgres};
use plimsoll_watch::{DatabaseAccess, MysqlSource, PostgresSource, SourceKind, TlsOptions};

fn database(server: &SqlServer, password: &str, name: &str) -> DatabaseAccess {
    let port = server.address.split(':').next_back().and_then(|rest| rest.split('/').next());
    let port = port.and_then(|port| port.parse().ok()).expect("a port");
    let (host, user) = ("127.0.0.1".to_owned(), "anna".to_owned());
    DatabaseAccess { host, port, user, password: password.to_owned(), name: name.to_owned(), tls: None }
}

fn check(
    server: Option<SqlServer>,
    name: &str,
    what: fn(DatabaseAccess) -> SourceKind,
    metrics: &[(&str, &[&str])],
    total: &str,
) {
    let Some(server) = server else { return };
    let refused = Watched::start(what(database(&server, "wrong", name)));
    refused.wait_for("a gap", |found| !found.gaps.is_empty());
    let refused = refused.finish();
    assert!(refused.gaps[0].reason.contains("anna"), "{:?}", refused.gaps);

    let database = database(&server, "secret", name);
    assert!(!format!("{:?}", what(database.clone())).contains("secret"));
    let watched = Watched::start(what(database));
    watched.wait_for("a total that grows", |found| {
        let values = found.values(total, &[]);
        values.last() > values.first()
    });
    drop(server);
    watched.wait_for("a gap when it ends", |found| !found.gaps.is_empty());
    let found = watched.finish();
    for (metric, attributes) in metrics {
        let values = found.values(metric, attributes);
        assert!(!values.is_empty() && values.iter().all(|value| *value >= 0.0), "{metric} {attributes:?}");
    }
    assert_eq!(found.ended[0].input.problems, 0, "{:?}", found.ended);
}

#[test]
fn mariadb_shows_its_status() {
    let metrics: &[(&str, &[&str])] = &[
        ("mysql.threads", &["connected"]),
        ("mysql.threads", &["running"]),
        ("mysql.query.count", &[]),
        ("mysql.connection.max", &[]),
        ("mysql.row_locks", &["waits"]),
        ("mysql.buffer_pool.operations", &["reads"]),
        ("mysql.handlers", &["read_rnd_next"]),
        ("mysql.uptime", &[]),
    ];
    check(mariadb(), "", |database| SourceKind::Mysql(MysqlSource(database)), metrics, "mysql.query.count");
}

#[test]
fn postgres_shows_its_statistics() {
    let metrics: &[(&str, &[&str])] = &[
        ("postgresql.commits", &["postgres"]),
        ("postgresql.rollbacks", &["postgres"]),
        ("postgresql.blks_hit", &["postgres"]),
        ("postgresql.backends", &["postgres", "active"]),
        ("postgresql.backends", &["postgres", "idle in transaction"]),
        ("postgresql.locks.waiting", &[]),
        ("postgresql.connection.max", &[]),
        ("postgresql.bgwriter.checkpoint.count", &["requested"]),
        ("postgresql.bgwriter.buffers.allocated", &[]),
        ("postgresql.uptime", &[]),
    ];
    check(
        postgres(),
        "postgres",
        |database| SourceKind::Postgres(PostgresSource(database)),
        metrics,
        "postgresql.uptime",
    );
}

#[test]
fn postgres_is_asked_over_tls_when_its_authority_is_trusted() {
    let Some(server) = postgres() else { return };
    let file = server.folder.path().join("data/server.crt");
    let tls = |authorities| DatabaseAccess {
        tls: Some(TlsOptions { authorities }),
        ..database(&server, "secret", "postgres")
    };
    let unknown = Watched::start(SourceKind::Postgres(PostgresSource(tls(None))));
    unknown.wait_for("a gap", |found| !found.gaps.is_empty());
    let unknown = unknown.finish();
    assert!(unknown.gaps[0].reason.contains("invalid peer certificate"), "{:?}", unknown.gaps);
    let watched = Watched::start(SourceKind::Postgres(PostgresSource(tls(Some(file)))));
    watched.wait_for("readings", |found| !found.values("postgresql.uptime", &[]).is_empty());
    assert!(watched.finish().gaps.is_empty());
}
