package lists

import (
	"context"
	"slices"
	"strconv"

	"github.com/seed-62a36931/docket/domain/es"
	"github.com/seed-62a36931/docket/domain/file"
	"github.com/seed-62a36931/docket/queries/cache"
	"github.com/seed-62a36931/docket/queries/views"
)

// A NameCache keeps the names of files that were opened last, so that lists that are sorted by name or
// search names need not open every file again.
type NameCache = cache.Cache[string]

// NewNameCache makes a cache of about so many bytes.
func NewNameCache(bytes int) *NameCache { return cache.New[string](bytes) }

// nameOverhead is about what an entry of the cache takes beside the name, in bytes.
const nameOverhead = 400

// A listedFile is a row of the view of files, without its document.
type listedFile struct {
	key, cell, dossier string
	updated            int64
	name               string
}

func (f listedFile) place(workspace string) (subject es.Subject, key string) {
	return file.SubjectOf(workspace, f.dossier, f.key), strconv.FormatInt(f.updated, 36)
}

const listedColumns = "key, cell, dossier, updated"

func (q *Lists) queryListed(ctx context.Context, sql string, args ...any) (out []listedFile, err error) {
	err = q.views.EachRow(ctx, func(rows views.Rows) error {
		var f listedFile
		err := rows.Scan(&f.key, &f.cell, &f.dossier, &f.updated)
		out = append(out, f)
		return err
	}, views.NumberParameters(sql), args...)
	return out, err
}

// nameFiles tells the names of files, and how many had to be opened for that. Files that were deleted for good
// meanwhile are left out.
func (q *Lists) nameFiles(
	ctx context.Context, workspace string, files []listedFile,
) (named []listedFile, opened int, err error) {
	era := q.names.CurrentEra()
	var unknown []string
	for i, f := range files {
		name, ok := q.names.Get(f.place(workspace))
		if files[i].name = name; !ok {
			unknown = append(unknown, f.key)
		}
	}
	records, err := views.RecordsByKey[file.Record](ctx, q.views, "files", unknown)
	if err != nil {
		return nil, 0, err
	}
	named = slices.DeleteFunc(files, func(f listedFile) bool { return f.name == "" && records[f.key].Filename == "" })
	for i, f := range named {
		r, ok := records[f.key]
		if !ok {
			continue
		}
		named[i].name = r.Filename
		f.updated = r.LastUpdated.UnixMicro() // it may have changed since the row was read
		subject, key := f.place(workspace)
		q.names.Put(subject, key, r.Filename, len(r.Filename)+nameOverhead, era)
	}
	return named, len(unknown), nil
}

// listedByKey reads rows of the view of files, in the order of their keys.
func (q *Lists) listedByKey(ctx context.Context, keys []string) ([]listedFile, error) {
	byKey := make(map[string]listedFile, len(keys))
	for some := range slices.Chunk(keys, views.MaxParts) {
		args := make([]any, len(some))
		for i, key := range some {
			args[i] = key
		}
		found, err := q.queryListed(ctx, "SELECT "+listedColumns+" FROM files WHERE key IN ("+views.Marks(len(some))+")",
			args...)
		if err != nil {
			return nil, err
		}
		for _, f := range found {
			byKey[f.key] = f
		}
	}
	out := make([]listedFile, 0, len(keys))
	for _, key := range keys {
		if f, ok := byKey[key]; ok {
			out = append(out, f)
		}
	}
	return out, nil
}
