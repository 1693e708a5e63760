//! SQL steps against a real MariaDB and a real PostgreSQL.

use crate::performing::{Performed, perform, plan};
use plimsoll_run::ErrorKind;
use plimsoll_testkit::sql_servers::{SqlServer, mariadb, postgres};
use std::path::Path;
use std::time::Duration;

fn run(server: &SqlServer, more: &str, head: &str, steps: &str) -> Performed {
    perform(&plan(Path::new(""), &server.top(more), head, steps), 1)
}

/// Statements that succeed, and whose checks hold.
fn check_good(server: &SqlServer, more: &str, steps: &[&str]) {
    let list: String = steps.iter().map(|step| format!("- sql: {step}\n")).collect();
    let performed = run(server, more, "iterations: 2", &list);
    let failures: Vec<_> = performed.requests.keys().flat_map(|label| performed.failures(label)).collect();
    assert_eq!(failures, []);
    assert_eq!(performed.total(), 2 * steps.len() as u64);
}

const ROWS: &str = r#"{select: "select * from item order by id", variables: [id, "", price], result_variable: rows,
         check: [{equals: "id\tname\tprice\tat\tgood\n1\tapple\t1.50\t2024-01-02 03:04:05.0\ttrue\n2\tnull\t2.25\tnull\tfalse\n3\tcherry\t3.00\t2024-01-02 03:04:05.5\ttrue\n"},
                 {status: 200}, {equals: "3", of: {variable: "id_#"}}, {equals: "2.25", of: {variable: price_2}},
                 {contains: "{id=2, name=null, price=2.25", of: {variable: rows}},
                 {contains: "[Select Statement] select", of: request_data}]}"#;
const FEWER: &str = r#"{select: "select id from item where id = 2", variables: [id],
         check: [{equals: "1", of: {variable: "id_#"}}, {equals: "2", of: {variable: id_1}}]}"#;
const NOTHING: &str = r#"{select: "select id, name from item where id < 0", check: {equals: "id\tname\n"}}"#;
const FIRST: &str = r#"{select: "select id from item order by id", rows_max: 1, check: {equals: "id\n1\n"}}"#;
const PREPARED: &str = r#"{select: "select name from item where id = ? and name = ? and '?' <> ''", arguments: "1,apple",
         types: "INTEGER,VARCHAR", check: {equals: "name\napple\n"}}"#;
const NULL: &str = r#"{update: "update item set name = ? where id = ?", arguments: "]NULL[,2", types: "VARCHAR,INTEGER",
         check: {equals: "1 updates.\n"}}"#;
const UPDATE: &str = r#"{update: "update item set price = price where id > 1", check: {equals: 2 updates}}"#;
const CALL: &str =
    r#"{call: "{call upto(?)}", arguments: "2", types: INTEGER, check: {contains: "\n1\n2\n\n"}}"#;

#[test]
fn results_become_text_and_variables_in_mariadb() {
    let Some(server) = mariadb() else { return };
    check_good(&server, "", &[ROWS, FEWER, NOTHING, FIRST, PREPARED, NULL, UPDATE, CALL]);
}

#[test]
fn results_become_text_and_variables_in_postgres() {
    let Some(server) = postgres() else { return };
    check_good(&server, "", &[ROWS, FEWER, NOTHING, FIRST, PREPARED, NULL, UPDATE, CALL]);
}

/// What is changed without autocommit is gone after a rollback and stays after a commit; autocommit returns to
/// what the configuration says with the next statement.
fn check_transactions(server: &SqlServer) {
    let change = "{update: \"update item set name = 'x' where id = 3\"}";
    let old = r#"{select: "select name from item where id = 3", check: {equals: "name\ncherry\n"}}"#;
    let back = "{update: \"update item set name = 'cherry' where id = 3\"}";
    let new = r#"{select: "select name from item where id = 3", check: {equals: "name\nx\n"}}"#;
    // Switching on commits what is open, and lasts only until the connection is taken again.
    let steps = [
        change,
        "{rollback: true}",
        old,
        change,
        "{autocommit: true}",
        "{rollback: true}",
        new,
        back,
        "{commit: true}",
    ];
    check_good(server, ", autocommit: false, isolation: serializable", &steps);
    check_good(server, ", autocommit: false", &[change, back, "{commit: true}", "{rollback: true}", old]);
}

#[test]
fn transactions_end_as_the_plan_says() {
    let servers = [mariadb(), postgres()];
    servers.iter().flatten().for_each(check_transactions);
}

/// The failures of each statement: kind, and how their text begins.
fn check_bad(server: &SqlServer, more: &str, cases: &[(&str, ErrorKind, &str)]) {
    let label = |i: usize| format!("case {i}");
    let list: String = cases
        .iter()
        .enumerate()
        .map(|(i, (step, ..))| format!("- sql: {{label: {}, {}\n", label(i), step.trim_start_matches('{')))
        .collect();
    let performed = run(server, more, "iterations: 1", &list);
    for (i, (step, kind, begin)) in cases.iter().enumerate() {
        let failures = performed.failures(&label(i));
        let fits =
            matches!(failures.as_slice(), [(found, text, 1)] if found == kind && text.starts_with(begin));
        assert!(fits, "{step}: {failures:?}");
    }
}

const NO_TABLE: &str = "{select: select * from nothing}";
const TYPES_MISSING: &str = "{select: \"select ?\", arguments: \"1,2\", types: INTEGER}";

#[test]
fn failures_carry_the_state_and_code_of_the_server() {
    use ErrorKind::{BadRequest, ConnectTimeout, ResponseTimeout, Status};
    if let Some(server) = mariadb() {
        let slow = "{select: select sleep(20), query_timeout_s: 1}";
        check_bad(
            &server,
            "",
            &[
                (NO_TABLE, Status, "42S02 1146 Table 'shop.nothing' doesn't exist"),
                (slow, ResponseTimeout, "70100 1969 no answer within 1 s; "),
                (
                    TYPES_MISSING,
                    BadRequest,
                    "null 0 number of arguments (2) and number of types (1) are not equal",
                ),
                (UPDATE_OF_ROWS, Status, "HY000 -1 "),
            ],
        );
        let wrong = server.top("").replace("secret", "wrong");
        check_login(&wrong, "null 0 Cannot create PoolableConnectionFactory (Access denied for user 'anna'@");
    }
    if let Some(server) = postgres() {
        let slow = "{select: select pg_sleep(20), query_timeout_s: 1}";
        check_bad(
            &server,
            "",
            &[
                (NO_TABLE, Status, "42P01 0 ERROR: relation \"nothing\" does not exist"),
                (slow, ResponseTimeout, "57014 0 no answer within 1 s; "),
                (
                    TYPES_MISSING,
                    BadRequest,
                    "null 0 number of arguments (2) and number of types (1) are not equal",
                ),
                (UPDATE_OF_ROWS, Status, "0100E 0 A result was returned when none was expected."),
                ("{commit: true}", Status, "25P01 0 Cannot commit when autoCommit is enabled."),
                ("{select: select 1 / 0}", Status, "22012 0 ERROR: division by zero"),
            ],
        );
        let wrong = server.top("").replace("secret", "wrong");
        check_login(
            &wrong,
            "null 0 Cannot create PoolableConnectionFactory (FATAL: password authentication failed",
        );
        let one = ", connections_max: 1, wait_max: 100 ms";
        let performed =
            run(&server, one, "users: 2\niterations: 1", "- sql: {label: x, select: select pg_sleep(5)}");
        let expected = "null 0 Cannot get a connection, pool error Timeout waiting for idle object";
        assert_eq!(performed.failures("x"), [(ConnectTimeout, expected.to_owned(), 1)]);
    }
}

const UPDATE_OF_ROWS: &str = "{update: select * from item}";

fn check_login(top: &str, begin: &str) {
    let performed =
        perform(&plan(Path::new(""), top, "iterations: 1", "- sql: {label: x, select: select 1}"), 1);
    let failures = performed.failures("x");
    let fits = matches!(failures.as_slice(), [(ErrorKind::Status, text, 1)] if text.starts_with(begin));
    assert!(fits, "{failures:?}");
}

#[test]
fn a_server_that_is_not_there_is_reported_by_its_refusal() {
    let top = |url: &str| format!("databases:\n  - {{name: db, url: \"{url}\", user: anna}}\n");
    for url in
        ["jdbc:mysql://127.0.0.1:1/x", "jdbc:mariadb://127.0.0.1:1/x", "jdbc:postgresql://127.0.0.1:1/x"]
    {
        let steps = "- sql: {label: x, select: select 1}";
        let performed = perform(&plan(Path::new(""), &top(url), "iterations: 2", steps), 1);
        let failures = performed.failures("x");
        let fits = matches!(failures.as_slice(), [(ErrorKind::ConnectRefused, text, 2)]
            if text.starts_with("null 0 Cannot create PoolableConnectionFactory ("));
        assert!(fits, "{url}: {failures:?}");
    }
}

#[test]
fn users_have_connections_of_their_own_or_share_those_of_a_pool() {
    let servers = [mariadb(), postgres()];
    for server in servers.iter().flatten() {
        for (more, expected) in [("", 8), (", connections_max: 2", 2)] {
            let steps = "- sql: {label: x, select: select 1, check: {contains: \"1\"}}";
            let plan = plan(Path::new(""), &server.top(more), "users: 8\niterations: 50", steps);
            let performed = perform(&plan, 2);
            assert_eq!((performed.count("x"), performed.failures("x")), (400, vec![]));
            assert_eq!(performed.generator.connect.count(), expected, "{more}");
        }
    }
}

/// The user whose connection was ended has another one after one failure at most.
fn check_replaced(server: &SqlServer, end_connection: &str) {
    let steps = format!(
        "- sql: {{label: before, select: select 1}}\n- sql: {{label: end, select: {end_connection}}}\n\
         - sql: {{label: lost, select: select 1}}\n- sql: {{label: again, select: select 1}}\n"
    );
    let performed = run(server, "", "iterations: 1", &steps);
    let failures: Vec<_> =
        ["before", "end", "lost", "again"].map(|label| performed.failures(label)).into_iter().collect();
    assert!(failures[0].is_empty() && failures[3].is_empty(), "{failures:?}");
    assert!(failures[1].len() + failures[2].len() > 0, "{failures:?}");
    assert_eq!(performed.generator.connect.count(), 2, "{failures:?}");
}

#[test]
fn a_connection_that_mariadb_ends_is_replaced() {
    let Some(server) = mariadb() else { return };
    let end = "\"select * from (select 1) a where sleep(0) = 0 and 1 = 2; kill connection_id()\"";
    check_replaced(&server, end);
}

#[test]
fn a_connection_that_postgres_ends_is_replaced() {
    let Some(server) = postgres() else { return };
    check_replaced(&server, "select pg_terminate_backend(pg_backend_pid())");
}

/// A server that is ended while it is asked makes failures that are the server's, and is refused from then on.
fn check_ended(mut server: SqlServer) {
    let ask_on = "- while: {last_succeeded: true, steps: [{sql: {label: after, select: select 1}}]}\n";
    let plan = plan(Path::new(""), &server.top(""), "iterations: 1", ask_on);
    let performed = std::thread::scope(|threads| {
        let asking = threads.spawn(|| perform(&plan, 1));
        std::thread::sleep(Duration::from_millis(300));
        server.end();
        asking.join().expect("it performs")
    });
    let failures = performed.failures("after");
    let is_reported =
        matches!(failures.as_slice(), [(kind, text, 1)] if !kind.is_generators() && !text.is_empty());
    assert!(is_reported, "{failures:?}");
    let gone = run(&server, "", "iterations: 3", "- sql: {label: gone, select: select 1}").failures("gone");
    assert!(matches!(gone.as_slice(), [(ErrorKind::ConnectRefused, _, 3)]), "{gone:?}");
}

#[test]
fn a_mariadb_that_ends_while_it_is_asked_is_reported() {
    mariadb().into_iter().for_each(check_ended);
}

#[test]
fn a_postgres_that_ends_while_it_is_asked_is_reported() {
    postgres().into_iter().for_each(check_ended);
}
