-- +goose Up
CREATE TABLE docket_checkpoint (
    projection text COLLATE "C" PRIMARY KEY,
    at         bigint NOT NULL,
    epoch      bigint NOT NULL -- counts resets
);

CREATE TABLE docket_parked (
    projection text COLLATE "C" NOT NULL,
    position   bigint NOT NULL,
    stream     text COLLATE "C" NOT NULL,
    version    bigint NOT NULL,
    type       text NOT NULL,
    time       bigint NOT NULL, -- microseconds since 1970
    cause      text NOT NULL,
    PRIMARY KEY (projection, position)
);

CREATE INDEX docket_parked_stream ON docket_parked (projection, stream);

-- which version of a view queries read, and which physical tables there are
CREATE TABLE docket_served (
    view    text COLLATE "C" PRIMARY KEY,
    version integer NOT NULL
);

CREATE TABLE docket_table (
    name    text COLLATE "C" NOT NULL,
    view    text COLLATE "C" NOT NULL,
    version integer NOT NULL,
    columns text NOT NULL, -- the definition that the table was made from
    PRIMARY KEY (name, version)
);
