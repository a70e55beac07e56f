-- +goose Up
CREATE TABLE leases (
    key    text COLLATE "C" PRIMARY KEY,
    holder uuid NOT NULL,
    until  timestamptz NOT NULL
);
