-- +goose Up
-- Which events there are, and the highest version of each: asked at every start.
CREATE TABLE kinds (
    type   text COLLATE "C" PRIMARY KEY,
    schema integer NOT NULL
);

INSERT INTO kinds (type, schema) SELECT type, max(schema) FROM events GROUP BY type;
