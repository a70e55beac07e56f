package projections

import (
	"context"
	"encoding/json"
	"fmt"
	"strconv"
	"strings"

	"github.com/seed-62a36931/docket/domain/es"
	"github.com/seed-62a36931/docket/domain/file"
)

// A FileCell holds the files of one dossier that are alike in everything by which lists of files
// are filtered and counted. It holds identifiers and statuses only.
type FileCell struct {
	Workspace  string          `json:"workspace"`
	Dossier    string          `json:"dossier"`
	Deleted    bool            `json:"deleted"` // in the trash by themselves
	Workflow   file.Workflow   `json:"workflow"`
	Processing file.Processing `json:"processing"`
	Assignee   string          `json:"assignee"`  // "": nobody
	Updates    bool            `json:"updates"`   // the latest analysis changed a component
	Attention  bool            `json:"attention"` // see file.Record.NeedsAttention
	Findings   bool            `json:"findings"`  // see file.Review.Reading
}

// cellOf returns the cell that a file is in.
func cellOf(r file.Record) FileCell {
	return FileCell{Workspace: r.Workspace, Dossier: r.Dossier, Deleted: r.SoftDeleted != nil, Workflow: r.Workflow,
		Processing: r.Processing, Assignee: r.Assignee, Updates: r.HasUpdates, Attention: r.NeedsAttention(),
		Findings: len(r.ReadingFindings()) > 0}
}

// Key identifies the cell; files have it in their column cell.
func (c FileCell) Key() string {
	return strings.Join([]string{c.Dossier, strconv.FormatBool(c.Deleted), string(c.Workflow), string(c.Processing), c.Assignee,
		strconv.FormatBool(c.Updates), strconv.FormatBool(c.Attention), strconv.FormatBool(c.Findings)}, "/")
}

// A counted cell holds how many files a cell has, and how many pages these have.
type counted struct {
	FileCell
	Files int64 `json:"files"`
	Pages int64 `json:"pages"`
}

var fileCells = Records[counted]{
	Table: Table{Name: "file_cells", Columns: []Column{{"workspace", Text}, {"dossier", Text}, {"deleted", Bool}, {"workflow", Text},
		{"processing", Text}, {"assignee", Text}, {"updates", Bool}, {"attention", Bool}, {"findings", Bool},
		{"files", BigInt}, {"pages", BigInt}},
		Indexes: [][]string{{"dossier"}}},
	Index: func(c counted) []any {
		return []any{c.Workspace, c.Dossier, c.Deleted, string(c.Workflow), string(c.Processing), c.Assignee, c.Updates, c.Attention,
			c.Findings, c.Files, c.Pages}
	},
}

// A filePlace is where a file is counted. It lies in the open, because a file has to be found
// there when its record cannot be read any more.
type filePlace struct {
	FileCell
	Pages    int64  `json:"pages"`
	Content  string `json:"content,omitempty"` // see file.ContentKey
	Uploaded int64  `json:"uploaded"`          // when it got this content, in microseconds since 1970
}

// filePlaces leads from contents to files, too.
var filePlaces = Table{Name: "file_places", Columns: []Column{{"dossier", Text}, {"content", Text},
	{"uploaded", BigInt}, {"deleted", Bool}},
	Indexes: [][]string{{"dossier"}, {"content", "uploaded", "key"}}}

// countsFiles returns what counts a file where it is now, and no more where it was; nil is nowhere.
func countsFiles(v es.Vault) func(ctx context.Context, w Writer, id string, now *file.Record) error {
	return func(ctx context.Context, w Writer, id string, now *file.Record) error {
		var is filePlace
		if now != nil {
			content, err := file.ContentKey(ctx, v, now.Workspace, now.Digest)
			if err != nil {
				return err
			}
			is = filePlace{cellOf(*now), int64(now.Pages), content, now.LastUploaded.UnixMicro()}
		}
		return placeFile(ctx, w, id, is, now != nil)
	}
}

// placeFile counts a file at a place, or nowhere, and no more where it was.
func placeFile(ctx context.Context, w Writer, id string, is filePlace, there bool) error {
	was, ok, err := placeOf(ctx, w, id)
	if err != nil {
		return err
	}
	if ok == there && was == is {
		return nil
	}
	if ok {
		if err := addToCell(ctx, w, was, -1); err != nil {
			return err
		}
	}
	if !there {
		return w.Delete(ctx, filePlaces.Name, "key", id)
	}
	if err := addToCell(ctx, w, is, 1); err != nil {
		return err
	}
	doc, err := json.Marshal(is)
	if err != nil {
		return err
	}
	return w.Put(ctx, filePlaces.Name, Row{Key: id, Values: []any{is.Dossier, is.Content, is.Uploaded, is.Deleted}, Doc: doc})
}

func placeOf(ctx context.Context, w Writer, id string) (p filePlace, ok bool, err error) {
	doc, ok, err := w.Get(ctx, filePlaces.Name, id)
	if err != nil || !ok {
		return p, false, err
	}
	if err := json.Unmarshal(doc, &p); err != nil {
		return p, false, fmt.Errorf("read %s %s: %w", filePlaces.Name, id, err)
	}
	return p, true, nil
}

// addToCell counts a file in a cell, or takes it out with -1; an empty cell goes.
func addToCell(ctx context.Context, w Writer, p filePlace, n int64) error {
	c, ok, err := fileCells.Load(ctx, w, p.Key())
	if err != nil {
		return err
	}
	if !ok {
		c.FileCell = p.FileCell
	}
	c.Files, c.Pages = c.Files+n, c.Pages+n*p.Pages
	if c.Files <= 0 {
		return w.Delete(ctx, fileCells.Name, "key", p.Key())
	}
	return fileCells.Save(ctx, w, p.Key(), c)
}
