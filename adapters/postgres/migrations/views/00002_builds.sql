-- +goose Up
-- several builds of one version of a view stand beside each other
CREATE TABLE docket_build (
    view    text COLLATE "C" NOT NULL,
    version integer NOT NULL,
    build   integer NOT NULL,
    key     text COLLATE "C" NOT NULL UNIQUE, -- of the checkpoint
    PRIMARY KEY (view, version, build)
);

INSERT INTO docket_build SELECT DISTINCT view, version, 0, view || '_v' || version FROM docket_table
    UNION SELECT view, version, 0, view || '_v' || version FROM docket_served;

ALTER TABLE docket_served ADD COLUMN build integer NOT NULL DEFAULT 0;

ALTER TABLE docket_table ADD COLUMN build integer NOT NULL DEFAULT 0;
ALTER TABLE docket_table DROP CONSTRAINT docket_table_pkey;
ALTER TABLE docket_table ADD PRIMARY KEY (name, version, build);

-- reads ask for streams, whatever the view
DROP INDEX docket_parked_stream;
CREATE INDEX docket_parked_stream ON docket_parked (stream, projection);

-- what waits in the builds that queries read
CREATE VIEW docket_waiting AS
    SELECT b.view, p.stream, p.position, p.version, p.type, p.time, p.cause
    FROM docket_parked p
    JOIN docket_build b ON b.key = p.projection
    JOIN docket_served s ON s.view = b.view AND s.version = b.version AND s.build = b.build;
