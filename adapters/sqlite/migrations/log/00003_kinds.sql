-- +goose Up
-- Which events there are, and the highest version of each: asked at every start.
CREATE TABLE kinds (
    type   TEXT PRIMARY KEY NOT NULL,
    schema INTEGER NOT NULL
) WITHOUT ROWID, STRICT;

INSERT INTO kinds (type, schema) SELECT type, max(schema) FROM events GROUP BY type;
