-- +goose Up
CREATE TABLE answers (
    id    text COLLATE "C" PRIMARY KEY,
    until timestamptz NOT NULL,
    box   bytea NOT NULL
);

CREATE INDEX answers_until ON answers (until);
