-- +goose Up
CREATE TABLE leases (
    key    TEXT PRIMARY KEY NOT NULL,
    holder TEXT NOT NULL,
    until  INTEGER NOT NULL -- microseconds since 1970
) WITHOUT ROWID, STRICT;
