-- +goose Up
-- The last event tells it.
ALTER TABLE streams DROP COLUMN version;
