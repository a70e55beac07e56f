-- +goose Up
CREATE TABLE streams (
    id      INTEGER PRIMARY KEY,
    name    TEXT NOT NULL UNIQUE,
    version INTEGER NOT NULL
) STRICT;

CREATE TABLE events (
    position    INTEGER PRIMARY KEY,
    stream      INTEGER NOT NULL REFERENCES streams (id),
    version     INTEGER NOT NULL,
    id          BLOB NOT NULL,
    at          INTEGER NOT NULL, -- microseconds since 1970, UTC
    type        TEXT NOT NULL,
    schema      INTEGER NOT NULL,
    actor       TEXT NOT NULL,
    workspace   TEXT NOT NULL,
    command     BLOB NOT NULL,
    correlation BLOB NOT NULL,
    causation   INTEGER NOT NULL,
    trace       TEXT NOT NULL,
    body        BLOB NOT NULL
) STRICT;

CREATE UNIQUE INDEX events_stream ON events (stream, version);
CREATE INDEX events_type ON events (type, position);
