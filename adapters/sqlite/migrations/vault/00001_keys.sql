-- +goose Up
CREATE TABLE keys (
    subject   TEXT PRIMARY KEY NOT NULL,
    wrapped   BLOB,
    destroyed INTEGER NOT NULL DEFAULT 0,
    CHECK ((wrapped IS NULL) = (destroyed = 1))
) WITHOUT ROWID, STRICT;

CREATE INDEX keys_destroyed ON keys (subject) WHERE destroyed = 1;

CREATE TABLE boxes (
    name TEXT PRIMARY KEY NOT NULL,
    box  BLOB NOT NULL
) WITHOUT ROWID, STRICT;
