-- +goose Up
-- whether only programs that move over no event that they were not given have moved the checkpoint of a build
ALTER TABLE docket_build ADD COLUMN gapless INTEGER NOT NULL DEFAULT 0;
