package lists

import (
	"cmp"
	"context"
	"slices"

	"github.com/seed-62a36931/docket/domain"
	"github.com/seed-62a36931/docket/domain/user"
	"github.com/seed-62a36931/docket/queries/views"
)

// A DuplicateOf names the file whose bytes another file has, too.
type DuplicateOf struct{ FileID, DossierID, TemplateID string }

// mayReadPlace is the condition that one of two readers may read the file at a place t, whose dossier is not in the trash.
const mayReadPlace = "t.deleted = ? AND EXISTS (SELECT 1 FROM dossier_readers m" +
	" WHERE m.key IN (t.dossier || ?, t.dossier || ?) AND m.deleted = ?)"

// readPlaceArgs returns the parameters of mayReadPlace.
func readPlaceArgs(caller user.Principal) []any {
	readers := fileReaders(caller)
	return []any{false, "/" + readers[0], "/" + readers[len(readers)-1], false}
}

// DuplicatesOf finds by identifier which of some files have bytes that another file had before: of those that the caller may
// read and that are not in the trash, with or without their dossiers, the one that has them longest. Others do not count.
func (q *Lists) DuplicatesOf(ctx context.Context, caller user.Principal, ids ...string) (map[string]DuplicateOf, error) {
	firsts := map[string]string{}
	if !user.MayCall(caller, user.ListFiles) || !caller.SeesFiles() {
		return map[string]DuplicateOf{}, nil
	}
	for some := range slices.Chunk(ids, views.MaxParts) {
		args := readPlaceArgs(caller)
		for _, id := range some {
			args = append(args, id)
		}
		err := q.views.EachRow(ctx, func(rows views.Rows) error {
			var id, first string
			err := rows.Scan(&id, &first)
			if first != "" {
				firsts[id] = first
			}
			return err
		}, views.NumberParameters("SELECT f.key, COALESCE((SELECT t.key FROM file_places t WHERE t.content = f.content"+
			" AND t.uploaded <= f.uploaded AND (t.uploaded < f.uploaded OR t.key < f.key) AND "+mayReadPlace+
			" ORDER BY t.uploaded, t.key LIMIT 1), '') FROM file_places f WHERE f.content <> '' AND f.key IN ("+
			views.Marks(len(some))+")"), args...)
		if err != nil {
			return nil, err
		}
	}
	return q.nameDuplicates(ctx, firsts)
}

// nameDuplicates tells where the files are that others are duplicates of.
func (q *Lists) nameDuplicates(ctx context.Context, firsts map[string]string) (map[string]DuplicateOf, error) {
	places := map[string]DuplicateOf{}
	for _, first := range firsts {
		places[first] = DuplicateOf{}
	}
	keys := make([]string, 0, len(places))
	for first := range places {
		keys = append(keys, first)
	}
	for some := range slices.Chunk(keys, views.MaxParts) {
		args := make([]any, len(some))
		for i, key := range some {
			args[i] = key
		}
		err := q.eachDuplicate(ctx, func(d DuplicateOf) { places[d.FileID] = d }, " WHERE t.key IN ("+views.Marks(len(some))+")", args...)
		if err != nil {
			return nil, err
		}
	}
	out := map[string]DuplicateOf{}
	for id, first := range firsts {
		if d := places[first]; d.FileID != "" {
			out[id] = d
		}
	}
	return out, nil
}

func (q *Lists) eachDuplicate(ctx context.Context, see func(DuplicateOf), where string, args ...any) error {
	return q.views.EachRow(ctx, func(rows views.Rows) error {
		var d DuplicateOf
		err := rows.Scan(&d.FileID, &d.DossierID, &d.TemplateID)
		if err == nil {
			see(d)
		}
		return err
	}, views.NumberParameters("SELECT t.key, t.dossier, d.template FROM file_places t JOIN dossiers d ON d.key = t.dossier"+where), args...)
}

// FindContent returns the file that has bytes of a digest, SHA-256 in hex, longest: of those that count for DuplicatesOf,
// without one of them. It is empty where there is none.
func (q *Lists) FindContent(ctx context.Context, caller user.Principal, digest, without string) (found DuplicateOf, err error) {
	content, err := q.views.ContentKey(ctx, caller.Workspace, digest)
	if err != nil {
		return found, err
	}
	err = q.eachDuplicate(ctx, func(d DuplicateOf) { found = d }, " WHERE t.content = ? AND t.key <> ? AND "+mayReadPlace+
		" ORDER BY t.uploaded, t.key LIMIT 1", append([]any{content, without}, readPlaceArgs(caller)...)...)
	return found, err
}

// addDuplicates tells of the files of a page which of them are duplicates.
func (q *Lists) addDuplicates(ctx context.Context, caller user.Principal, files []*FileStatus) error {
	ids := make([]string, len(files))
	for i, f := range files {
		ids[i] = f.ID
	}
	found, err := q.DuplicatesOf(ctx, caller, ids...)
	for _, f := range files {
		if d, ok := found[f.ID]; ok {
			f.DuplicateOf = &d
		}
	}
	return err
}

// chooseDuplicates returns those keys of files that the list asks for by their content.
func (l fileList) chooseDuplicates(ctx context.Context, keys []string) ([]string, error) {
	if l.ask.Duplicates == nil {
		return keys, nil
	}
	found, err := l.q.DuplicatesOf(ctx, l.ask.Caller, keys...)
	return slices.DeleteFunc(slices.Clone(keys), func(key string) bool {
		_, is := found[key]
		return is != *l.ask.Duplicates
	}), err
}

// chooseByContent returns those files of a list that are asked for by their content.
func (l fileList) chooseByContent(ctx context.Context, cells []cell, files []listedFile) ([]listedFile, error) {
	if l.ask.Duplicates == nil && l.ask.SHA256 == "" {
		return files, nil
	}
	keys := make([]string, len(files))
	for i, f := range files {
		keys[i] = f.key
	}
	if l.ask.SHA256 != "" {
		same, err := l.filesOfContent(ctx, cells, sortName)
		if err != nil {
			return nil, err
		}
		keys = keys[:0]
		for _, f := range same {
			keys = append(keys, f.key)
		}
	}
	keys, err := l.chooseDuplicates(ctx, keys)
	chosen := make(map[string]bool, len(keys))
	for _, key := range keys {
		chosen[key] = true
	}
	return slices.DeleteFunc(files, func(f listedFile) bool { return !chosen[f.key] }), err
}

// A fileWalk yields files in the order of a list.
type fileWalk interface {
	// next returns the next n files; fewer at the end.
	next(ctx context.Context, n int) ([]indexedFile, error)
}

// A contentWalk goes through files of the same bytes.
type contentWalk struct{ files []indexedFile }

func (w *contentWalk) next(_ context.Context, n int) ([]indexedFile, error) {
	out := w.files[:min(n, len(w.files))]
	w.files = w.files[len(out):]
	return out, nil
}

// walk begins behind a file; nil is the beginning.
func (l fileList) walk(ctx context.Context, cells []cell, o fileOrder, after *indexedFile) (fileWalk, error) {
	if l.ask.SHA256 == "" {
		return newCellWalk(l.q, cells, o, after), nil
	}
	files, err := l.filesOfContent(ctx, cells, o.column)
	if err != nil {
		return nil, err
	}
	compare := func(a, b indexedFile) int {
		order := cmp.Or(cmp.Compare(a.at, b.at), cmp.Compare(a.key, b.key))
		if o.descending {
			order = -order
		}
		return cmp.Or(compareCells(a.cell, b.cell, o.cells), order)
	}
	slices.SortFunc(files, compare)
	if after != nil {
		files = slices.DeleteFunc(files, func(f indexedFile) bool { return compare(f, *after) <= 0 })
	}
	return &contentWalk{files}, nil
}

// filesOfContent reads which files of some cells have the bytes that are asked for.
func (l fileList) filesOfContent(ctx context.Context, cells []cell, column string) (out []indexedFile, err error) {
	if column == sortName {
		column = sortAdded
	}
	content, err := l.q.views.ContentKey(ctx, l.ask.Caller.Workspace, l.ask.SHA256)
	if err != nil {
		return nil, err
	}
	byKey := map[string]cell{}
	for _, c := range cells {
		byKey[c.key] = c
	}
	read := 0
	err = l.q.views.EachRow(ctx, func(rows views.Rows) error {
		var f indexedFile
		var in string
		err := rows.Scan(&f.key, &f.at, &in)
		read++
		if c, ok := byKey[in]; ok {
			f.cell = c
			out = append(out, f)
		}
		return err
	}, "SELECT f.key, f."+column+", f.cell FROM file_places p JOIN files f ON f.key = p.key WHERE p.content = $1 LIMIT $2",
		content, int64(maxSortedByName+1))
	if err == nil && read > maxSortedByName {
		err = domain.Faultf(domain.Invalid, "More than %d files have this content", maxSortedByName).At("sha256")
	}
	return out, err
}
