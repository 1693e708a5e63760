CREATE TABLE items (barcode text PRIMARY KEY, title text NOT NULL, status text NOT NULL);
CREATE TABLE patrons (barcode text PRIMARY KEY, name text NOT NULL);
CREATE TABLE loans (
    id bigserial PRIMARY KEY, item text NOT NULL REFERENCES items, patron text NOT NULL REFERENCES patrons,
    lent timestamptz NOT NULL DEFAULT now(), returned timestamptz
);
CREATE INDEX loans_open_of_patron ON loans (patron) WHERE returned IS NULL;
CREATE INDEX loans_open_of_item ON loans (item) WHERE returned IS NULL;
CREATE TABLE import_jobs (
    id bigserial PRIMARY KEY, status text NOT NULL, total int NOT NULL, committed int NOT NULL DEFAULT 0,
    started timestamptz NOT NULL DEFAULT now(), ended timestamptz
);
CREATE TABLE records (id bigserial PRIMARY KEY, job bigint NOT NULL REFERENCES import_jobs, number text NOT NULL, body text NOT NULL);
CREATE TABLE instances (id bigserial PRIMARY KEY, job bigint NOT NULL REFERENCES import_jobs, number text NOT NULL, title text NOT NULL);
CREATE TABLE journal (id bigserial PRIMARY KEY, job bigint NOT NULL REFERENCES import_jobs, number text NOT NULL, what text NOT NULL);
INSERT INTO items SELECT 'item-' || n, 'Title ' || n, 'Available' FROM generate_series(1, 5000) n;
INSERT INTO patrons SELECT 'patron-' || n, 'Patron ' || n FROM generate_series(1, 500) n;
ANALYZE;
