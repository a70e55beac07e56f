-- +goose Up
-- Filtered readings follow the positions: several types by an index would be
-- sorted anew for each page.
DROP INDEX events_type;
