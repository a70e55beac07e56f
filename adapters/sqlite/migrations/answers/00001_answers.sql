-- +goose Up
CREATE TABLE answers (
    id    TEXT PRIMARY KEY NOT NULL,
    until INTEGER NOT NULL, -- microseconds since 1970
    box   BLOB NOT NULL
) WITHOUT ROWID, STRICT;

CREATE INDEX answers_until ON answers (until);
