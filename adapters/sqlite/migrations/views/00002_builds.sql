-- +goose Up
-- several builds of one version of a view stand beside each other
CREATE TABLE docket_build (
    view    TEXT NOT NULL,
    version INTEGER NOT NULL,
    build   INTEGER NOT NULL,
    key     TEXT NOT NULL UNIQUE, -- of the checkpoint
    PRIMARY KEY (view, version, build)
) WITHOUT ROWID, STRICT;

INSERT INTO docket_build SELECT DISTINCT view, version, 0, view || '_v' || version FROM docket_table
    UNION SELECT view, version, 0, view || '_v' || version FROM docket_served;

ALTER TABLE docket_served ADD COLUMN build INTEGER NOT NULL DEFAULT 0;

CREATE TABLE docket_table_built (
    name    TEXT NOT NULL,
    view    TEXT NOT NULL,
    version INTEGER NOT NULL,
    columns TEXT NOT NULL, -- the definition that the table was made from
    build   INTEGER NOT NULL DEFAULT 0,
    PRIMARY KEY (name, version, build)
) WITHOUT ROWID, STRICT;

INSERT INTO docket_table_built SELECT name, view, version, columns, 0 FROM docket_table;
DROP TABLE docket_table;
ALTER TABLE docket_table_built RENAME TO docket_table;

-- reads ask for streams, whatever the view
DROP INDEX docket_parked_stream;
CREATE INDEX docket_parked_stream ON docket_parked (stream, projection);

-- what waits in the builds that queries read
CREATE VIEW docket_waiting AS
    SELECT b.view, p.stream, p.position, p.version, p.type, p.time, p.cause
    FROM docket_parked p
    JOIN docket_build b ON b.key = p.projection
    JOIN docket_served s ON s.view = b.view AND s.version = b.version AND s.build = b.build;
