-- +goose Up
CREATE TABLE keys (
    subject   text COLLATE "C" PRIMARY KEY,
    wrapped   bytea,
    destroyed boolean NOT NULL DEFAULT false,
    CHECK ((wrapped IS NULL) = destroyed)
);

CREATE INDEX keys_destroyed ON keys (subject) WHERE destroyed;

CREATE TABLE boxes (
    name text COLLATE "C" PRIMARY KEY,
    box  bytea NOT NULL
);
