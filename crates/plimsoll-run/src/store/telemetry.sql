-- What the servers did. See SCHEMA.md.
CREATE TABLE hosts (
    name                 TEXT PRIMARY KEY,
    role                 TEXT NOT NULL,
    clock_ahead_us       INTEGER,
    clock_uncertainty_us INTEGER,
    clock_method         TEXT
) STRICT, WITHOUT ROWID;

CREATE TABLE inputs (
    id             INTEGER PRIMARY KEY,
    name           TEXT NOT NULL,
    format         TEXT NOT NULL,
    host           TEXT NOT NULL,
    bytes          INTEGER NOT NULL,
    sha256         TEXT,
    method         TEXT NOT NULL,
    run_started_unix_us INTEGER NOT NULL,
    clock_ahead_us INTEGER NOT NULL,
    origin_us      INTEGER,
    interval_us    INTEGER,
    uncertainty_us INTEGER,
    evidence       TEXT NOT NULL,
    readings       INTEGER NOT NULL,
    events         INTEGER NOT NULL,
    requests       INTEGER NOT NULL,
    problems       INTEGER NOT NULL,
    refused        TEXT
) STRICT;

CREATE TABLE sources (
    id       INTEGER PRIMARY KEY,
    host     TEXT NOT NULL,
    kind     TEXT NOT NULL CHECK (kind IN ('host', 'process', 'container', 'service')),
    instance TEXT NOT NULL,
    UNIQUE (host, kind, instance)
) STRICT;

CREATE TABLE series (
    id         INTEGER PRIMARY KEY,
    source_id  INTEGER NOT NULL REFERENCES sources (id),
    metric     TEXT NOT NULL,
    attributes TEXT NOT NULL,
    unit       TEXT NOT NULL,
    kind       TEXT NOT NULL CHECK (kind IN ('gauge', 'counter', 'rate')),
    UNIQUE (source_id, metric, attributes, unit, kind)
) STRICT;

-- Which series an input gave whose times had to be placed. Files of schema 3 may lack it.
CREATE TABLE placed_series (
    input_id  INTEGER NOT NULL REFERENCES inputs (id),
    series_id INTEGER NOT NULL REFERENCES series (id),
    PRIMARY KEY (input_id, series_id)
) STRICT, WITHOUT ROWID;

-- Series that were read together share their times.
CREATE TABLE point_times (
    id    INTEGER PRIMARY KEY,
    times BLOB NOT NULL
) STRICT;

CREATE TABLE point_blocks (
    series_id  INTEGER NOT NULL REFERENCES series (id),
    number     INTEGER NOT NULL,
    first_us   INTEGER NOT NULL,
    last_us    INTEGER NOT NULL,
    count      INTEGER NOT NULL,
    times_id   INTEGER NOT NULL REFERENCES point_times (id),
    -- For people, as the columns of intervals are.
    value_min  REAL NOT NULL,
    value_max  REAL NOT NULL,
    value_mean REAL NOT NULL,
    points     BLOB NOT NULL,
    PRIMARY KEY (series_id, number)
) STRICT, WITHOUT ROWID;

-- What was flushed and is not in a block yet.
CREATE TABLE recent_points (
    id     INTEGER PRIMARY KEY,
    points BLOB NOT NULL
) STRICT;

CREATE TABLE gaps (
    id        INTEGER PRIMARY KEY,
    source_id INTEGER NOT NULL REFERENCES sources (id),
    from_us   INTEGER NOT NULL,
    to_us     INTEGER,
    reason    TEXT NOT NULL,
    UNIQUE (source_id, from_us)
) STRICT;

CREATE TABLE server_events (
    id          INTEGER PRIMARY KEY,
    at_us       INTEGER NOT NULL,
    source_id   INTEGER NOT NULL REFERENCES sources (id),
    kind        TEXT NOT NULL,
    duration_us INTEGER,
    text        TEXT NOT NULL
) STRICT;

CREATE TABLE server_intervals (
    source_id          INTEGER NOT NULL REFERENCES sources (id),
    second             INTEGER NOT NULL,
    transaction_id     INTEGER NOT NULL REFERENCES transactions (id),
    requests           INTEGER NOT NULL,
    bytes_received     INTEGER NOT NULL,
    bytes_sent         INTEGER NOT NULL,
    response           BLOB,
    service            BLOB,
    first_byte         BLOB,
    failed             BLOB,
    -- For people.
    errors             INTEGER NOT NULL,
    response_count     INTEGER NOT NULL,
    response_us_mean   REAL,
    response_us_p50    INTEGER,
    response_us_p95    INTEGER,
    response_us_max    INTEGER,
    PRIMARY KEY (source_id, second, transaction_id)
) STRICT;

CREATE TABLE server_errors (
    source_id      INTEGER NOT NULL REFERENCES sources (id),
    second         INTEGER NOT NULL,
    transaction_id INTEGER NOT NULL REFERENCES transactions (id),
    kind           TEXT NOT NULL,
    detail         TEXT NOT NULL,
    count          INTEGER NOT NULL,
    PRIMARY KEY (source_id, second, transaction_id, kind, detail)
) STRICT, WITHOUT ROWID;
