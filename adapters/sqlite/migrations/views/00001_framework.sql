-- +goose Up
CREATE TABLE docket_checkpoint (
    projection TEXT PRIMARY KEY NOT NULL,
    at         INTEGER NOT NULL,
    epoch      INTEGER NOT NULL -- counts resets
) WITHOUT ROWID, STRICT;

CREATE TABLE docket_parked (
    projection TEXT NOT NULL,
    position   INTEGER NOT NULL,
    stream     TEXT NOT NULL,
    version    INTEGER NOT NULL,
    type       TEXT NOT NULL,
    time       INTEGER NOT NULL, -- microseconds since 1970
    cause      TEXT NOT NULL,
    PRIMARY KEY (projection, position)
) WITHOUT ROWID, STRICT;

CREATE INDEX docket_parked_stream ON docket_parked (projection, stream);

-- which version of a view queries read, and which physical tables there are
CREATE TABLE docket_served (
    view    TEXT PRIMARY KEY NOT NULL,
    version INTEGER NOT NULL
) WITHOUT ROWID, STRICT;

CREATE TABLE docket_table (
    name    TEXT NOT NULL,
    view    TEXT NOT NULL,
    version INTEGER NOT NULL,
    columns TEXT NOT NULL, -- the definition that the table was made from
    PRIMARY KEY (name, version)
) WITHOUT ROWID, STRICT;
