package commands

import (
	"context"
	"io"
	"maps"
	"path"
	"slices"
	"strings"
	"sync"

	"golang.org/x/text/unicode/norm"

	"github.com/seed-62a36931/docket/commands/parallel"
	"github.com/seed-62a36931/docket/domain/es"
	"github.com/seed-62a36931/docket/domain/file"
	"github.com/seed-62a36931/docket/domain/template"
)

// A NamedFile is an active file of a dossier.
type NamedFile struct{ ID, Filename string }

// DossierFiles finds the files of a dossier by their names.
type DossierFiles interface {
	// FilesIn lists the active files of a dossier by name, with all that was appended
	// before the call.
	FilesIn(ctx context.Context, workspace, dossierID string) ([]NamedFile, error)
}

// fileKeys are the keys by which a csv may name a file: its name with and without
// the extension, and that of the PDF which is made of an office file.
func fileKeys(name string) []string {
	stem := strings.TrimSuffix(name, path.Ext(name))
	keys := []string{foldKey(name), foldKey(stem)}
	if f, _ := file.FormatOf(name); f.MainPart() != "" {
		keys = append(keys, foldKey(stem+".pdf"), foldKey(name+".pdf"))
	}
	return keys
}

func foldKey(s string) string { return strings.ToLower(norm.NFC.String(strings.TrimSpace(s))) }

// An appliedTable is the result of applying a csv.
type appliedTable struct {
	files      []string // by name
	attributes []string // ids, in the order of the template
	at         es.Position
}

// A tableSource is where a csv comes from.
type tableSource struct {
	label   string // tells it from the other csvs of the request
	folder  string // in the zip that it came in
	entries entryFinder
}

// applyTable sets the values of a csv. Each file is a command of its own, told apart
// by the label, so that doing it again does nothing. A csv that is none of file
// attributes sets nothing.
func (c *Commands) applyTable(ctx context.Context, r UploadFile, t template.State, from tableSource, in io.Reader) (
	out appliedTable, err error) {
	files, err := c.Files.FilesIn(ctx, r.Caller.Workspace, r.DossierID)
	if err != nil {
		return out, err
	}
	rows, err := rowsOf(t, files, from, in)
	if err != nil {
		return out, err
	}
	var got sync.Mutex
	set := map[string]bool{}
	concerned := slices.DeleteFunc(slices.Clone(files), func(f NamedFile) bool { return len(rows[f.ID]) == 0 })
	err = parallel.ForEach(concerned, askedAtOnce, func(f NamedFile) error {
		cmd := r.subCommand(from.label+"\n"+f.ID, file.StreamOf(r.Caller.Workspace, f.ID))
		at, err := es.Decide(ctx, c.Log, file.Decider, cmd, file.SetAttributes(rows[f.ID]))
		if notFound(err) { // deleted meanwhile
			return nil
		}
		got.Lock()
		defer got.Unlock()
		set[f.ID] = err == nil
		out.at = max(out.at, at.Position)
		return err
	})
	for _, f := range concerned {
		if set[f.ID] {
			out.files = append(out.files, f.ID)
		}
	}
	maps.DeleteFunc(rows, func(id string, _ map[string]string) bool { return !set[id] })
	out.attributes = attributesIn(t, rows)
	return out, err
}

// rowsOf reads the values that a csv has for files; of two rows for one file, the
// last counts.
func rowsOf(t template.State, files []NamedFile, from tableSource, in io.Reader) (map[string]map[string]string, error) {
	named := map[string][]string{}
	for _, f := range files {
		for _, key := range slices.Compact(slices.Sorted(slices.Values(fileKeys(f.Filename)))) {
			named[key] = append(named[key], f.ID)
		}
	}
	rows := map[string]map[string]string{}
	return rows, t.ReadAttributes(in, func(key string, values map[string]string) {
		for _, id := range from.entries.find(foldKey(key), foldKey(from.folder), named) {
			rows[id] = values
		}
	})
}

func attributesIn(t template.State, rows map[string]map[string]string) (ids []string) {
	used := map[string]bool{}
	for values := range maps.Values(rows) {
		for id := range values {
			used[id] = true
		}
	}
	for _, d := range t.FileAttrs {
		if used[d.ID] {
			ids = append(ids, d.ID)
		}
	}
	return ids
}
