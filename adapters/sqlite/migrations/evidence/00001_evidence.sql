-- +goose Up
-- How far the tree over the log is: one row.
CREATE TABLE tree (
    one      INTEGER PRIMARY KEY CHECK (one = 1),
    size     INTEGER NOT NULL, -- leaves
    position INTEGER NOT NULL  -- of the event of the last one
) STRICT;

INSERT INTO tree (one, size, position) VALUES (1, 0, 0);

-- Up to 256 hashes of a level, which stands for 8 levels of the tree.
CREATE TABLE tiles (
    level    INTEGER NOT NULL,
    n        INTEGER NOT NULL,
    position INTEGER NOT NULL, -- of the event of the first leaf, in level 0
    hashes   BLOB NOT NULL,
    PRIMARY KEY (level, n)
) WITHOUT ROWID, STRICT;

CREATE INDEX tiles_position ON tiles (position) WHERE level = 0;

-- Signed notes, for ever.
CREATE TABLE checkpoints (
    size INTEGER NOT NULL,
    note BLOB NOT NULL,
    PRIMARY KEY (size, note)
) WITHOUT ROWID, STRICT;
