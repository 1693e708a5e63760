-- See SCHEMA.md.
CREATE TABLE meta (
    key   TEXT PRIMARY KEY,
    value TEXT NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE transactions (
    id   INTEGER PRIMARY KEY,
    name TEXT NOT NULL,
    kind TEXT NOT NULL CHECK (kind IN ('request', 'group', 'completion')),
    UNIQUE (name, kind)
) STRICT;

CREATE TABLE steps (
    number           INTEGER PRIMARY KEY,
    threads          INTEGER NOT NULL,
    nodes            INTEGER NOT NULL,
    rate_per_s       REAL,
    started_us       INTEGER NOT NULL,
    measured_from_us INTEGER NOT NULL,
    measured_to_us   INTEGER,
    ended_us         INTEGER,
    cut_short        INTEGER NOT NULL CHECK (cut_short IN (0, 1)),
    abandoned        INTEGER NOT NULL,
    name             TEXT NOT NULL
) STRICT;

CREATE TABLE intervals (
    step               INTEGER NOT NULL,
    second             INTEGER NOT NULL,
    transaction_id     INTEGER NOT NULL REFERENCES transactions (id),
    requests           INTEGER NOT NULL,
    bytes_received     INTEGER NOT NULL,
    bytes_sent         INTEGER NOT NULL,
    response           BLOB,
    service            BLOB,
    first_byte         BLOB,
    failed             BLOB,
    -- For people; Plimsoll writes the rest of the row and never reads them.
    errors             INTEGER NOT NULL,
    response_count     INTEGER NOT NULL,
    response_us_mean   REAL,
    response_us_p50    INTEGER,
    response_us_p95    INTEGER,
    response_us_max    INTEGER,
    PRIMARY KEY (step, second, transaction_id)
) STRICT;

CREATE TABLE errors (
    step           INTEGER NOT NULL,
    second         INTEGER NOT NULL,
    transaction_id INTEGER NOT NULL REFERENCES transactions (id),
    kind           TEXT NOT NULL,
    detail         TEXT NOT NULL,
    count          INTEGER NOT NULL,
    PRIMARY KEY (step, second, transaction_id, kind, detail)
) STRICT, WITHOUT ROWID;

CREATE TABLE generator (
    step     INTEGER NOT NULL,
    second   INTEGER NOT NULL,
    worker   INTEGER NOT NULL,
    cpu_us   INTEGER NOT NULL,
    run_delay_us INTEGER NOT NULL,
    wall_us  INTEGER NOT NULL,
    users    INTEGER NOT NULL,
    think_us INTEGER NOT NULL,
    busy_us  INTEGER NOT NULL,
    connections INTEGER NOT NULL,
    connects    INTEGER NOT NULL,
    turns       INTEGER NOT NULL,
    events      INTEGER NOT NULL,
    events_max  INTEGER NOT NULL,
    turn_us_max INTEGER NOT NULL,
    PRIMARY KEY (step, second, worker)
) STRICT, WITHOUT ROWID;

CREATE TABLE arrivals (
    step     INTEGER NOT NULL,
    second   INTEGER NOT NULL,
    scenario TEXT NOT NULL,
    due      INTEGER NOT NULL,
    started  INTEGER NOT NULL,
    waited   INTEGER NOT NULL,
    dropped  INTEGER NOT NULL,
    waiting  INTEGER NOT NULL,
    busy     INTEGER NOT NULL,
    delay    BLOB,
    PRIMARY KEY (step, second, scenario)
) STRICT;

CREATE TABLE extractors (
    step        INTEGER NOT NULL,
    second      INTEGER NOT NULL,
    transaction_name TEXT NOT NULL,
    variable    TEXT NOT NULL,
    uses        INTEGER NOT NULL,
    missed      INTEGER NOT NULL,
    PRIMARY KEY (step, second, transaction_name, variable)
) STRICT, WITHOUT ROWID;

CREATE TABLE error_examples (
    step        INTEGER NOT NULL,
    second      INTEGER NOT NULL,
    transaction_name TEXT NOT NULL,
    kind        TEXT NOT NULL,
    at_us       INTEGER NOT NULL,
    detail      TEXT NOT NULL,
    url         TEXT NOT NULL,
    status      TEXT NOT NULL,
    excerpt     TEXT NOT NULL,
    PRIMARY KEY (transaction_name, kind)
) STRICT, WITHOUT ROWID;

CREATE TABLE exchanges (
    id          INTEGER PRIMARY KEY,
    step        INTEGER NOT NULL,
    transaction_name TEXT NOT NULL,
    reason      TEXT NOT NULL,
    at_us       INTEGER NOT NULL,
    took_us     INTEGER NOT NULL,
    bytes       INTEGER NOT NULL,
    content     TEXT NOT NULL
) STRICT;
CREATE INDEX exchanges_by_kind ON exchanges (transaction_name, reason, step, took_us);
CREATE INDEX exchanges_bytes ON exchanges (bytes);

CREATE TABLE generator_histograms (
    step     INTEGER NOT NULL,
    second   INTEGER NOT NULL,
    lateness BLOB,
    connect  BLOB,
    descriptors_max   INTEGER NOT NULL,
    ports_max         INTEGER NOT NULL,
    sockets_used      INTEGER NOT NULL,
    sockets_time_wait INTEGER NOT NULL,
    PRIMARY KEY (step, second)
) STRICT;

CREATE TABLE node_intervals (
    step     INTEGER NOT NULL,
    second   INTEGER NOT NULL,
    node     INTEGER NOT NULL,
    requests INTEGER NOT NULL,
    errors   INTEGER NOT NULL,
    response BLOB,
    connect  BLOB,
    lateness BLOB,
    cpu_us   INTEGER NOT NULL,
    wall_us  INTEGER NOT NULL,
    users    INTEGER NOT NULL,
    clock_ahead_us       INTEGER NOT NULL,
    clock_uncertainty_us INTEGER NOT NULL,
    missing  INTEGER NOT NULL CHECK (missing IN (0, 1)),
    PRIMARY KEY (step, second, node)
) STRICT;

CREATE TABLE notes (
    id      INTEGER PRIMARY KEY,
    at_us   INTEGER NOT NULL,
    kind    TEXT NOT NULL CHECK (kind IN ('information', 'warning', 'decision')),
    content TEXT NOT NULL
) STRICT;

CREATE TABLE jobs (
    number     INTEGER PRIMARY KEY,
    name       TEXT NOT NULL,
    step       INTEGER NOT NULL,
    started_us INTEGER NOT NULL,
    ended_us   INTEGER,
    verdict    TEXT NOT NULL,
    detail     TEXT NOT NULL
) STRICT;

CREATE TABLE completions (
    step    INTEGER NOT NULL,
    name    TEXT NOT NULL,
    sent    INTEGER NOT NULL,
    failed  INTEGER NOT NULL,
    arrived INTEGER NOT NULL,
    doubled INTEGER NOT NULL,
    PRIMARY KEY (step, name)
) STRICT;

CREATE TABLE run_end (
    id     INTEGER PRIMARY KEY CHECK (id = 1),
    at_us  INTEGER NOT NULL,
    reason TEXT NOT NULL,
    detail TEXT
) STRICT;

CREATE VIEW second_totals AS
SELECT s.step,
       s.second,
       (SELECT sum(g.users) FROM generator g WHERE g.step = s.step AND g.second = s.second) AS users,
       coalesce(sum(i.requests), 0)       AS requests,
       coalesce(sum(i.errors), 0)         AS errors,
       coalesce(sum(i.bytes_received), 0) AS bytes_received,
       coalesce(sum(i.bytes_sent), 0)     AS bytes_sent,
       sum(i.response_us_mean * i.response_count) / sum(i.response_count) AS response_us_mean,
       max(i.response_us_max)             AS response_us_max,
       (SELECT sum(g.cpu_us) FROM generator g WHERE g.step = s.step AND g.second = s.second) AS generator_cpu_us
FROM generator_histograms s
LEFT JOIN (SELECT * FROM intervals JOIN transactions ON id = transaction_id WHERE kind = 'request') i
       ON i.step = s.step AND i.second = s.second
GROUP BY s.step, s.second;
