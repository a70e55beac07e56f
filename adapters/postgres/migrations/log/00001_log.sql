-- +goose Up
CREATE TABLE head (
    one      boolean PRIMARY KEY DEFAULT true CHECK (one),
    position bigint NOT NULL,
    at       bigint NOT NULL -- microseconds since 1970, of the last event
) WITH (fillfactor = 10);

INSERT INTO head (position, at) VALUES (0, 0);

CREATE TABLE streams (
    id      bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    name    text COLLATE "C" NOT NULL UNIQUE,
    version bigint NOT NULL
);

CREATE TABLE events (
    position    bigint PRIMARY KEY,
    stream      bigint NOT NULL,
    version     bigint NOT NULL,
    id          uuid NOT NULL,
    at          bigint NOT NULL,
    type        text COLLATE "C" NOT NULL,
    schema      integer NOT NULL,
    actor       text NOT NULL,
    workspace   text NOT NULL,
    command     uuid NOT NULL,
    correlation uuid NOT NULL,
    causation   bigint NOT NULL,
    trace       text NOT NULL,
    body        bytea NOT NULL,
    UNIQUE (stream, version)
);

CREATE INDEX events_type ON events (type, position);
