-- +goose Up
-- How far the tree over the log is: one row.
CREATE TABLE tree (
    one      boolean PRIMARY KEY DEFAULT true CHECK (one),
    size     bigint NOT NULL, -- leaves
    position bigint NOT NULL  -- of the event of the last one
) WITH (fillfactor = 10);

INSERT INTO tree (size, position) VALUES (0, 0);

-- Up to 256 hashes of a level, which stands for 8 levels of the tree.
CREATE TABLE tiles (
    level    integer NOT NULL,
    n        bigint NOT NULL,
    position bigint NOT NULL, -- of the event of the first leaf, in level 0
    hashes   bytea NOT NULL,
    PRIMARY KEY (level, n)
);

CREATE INDEX tiles_position ON tiles (position) WHERE level = 0;

-- Signed notes, for ever.
CREATE TABLE checkpoints (
    size bigint NOT NULL,
    note bytea NOT NULL,
    PRIMARY KEY (size, note)
);
