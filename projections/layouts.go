package projections

import (
	"context"
	"strconv"

	"github.com/seed-62a36931/docket/domain/dossier"
	"github.com/seed-62a36931/docket/domain/es"
	"github.com/seed-62a36931/docket/domain/file"
)

// A layoutFile is what the memory of layouts knows of a file: the marks of its layout, and whether its values are
// approved. Labels and values stay in the file's own bytes.
type layoutFile struct {
	Workspace string   `json:"workspace"`
	Dossier   string   `json:"dossier"`
	File      string   `json:"file"`
	Marks     []string `json:"marks,omitempty"`
	Approved  int64    `json:"approved,omitempty"` // when, in microseconds since 1970; 0: not
	Trashed   bool     `json:"trashed,omitempty"`
}

// layoutMarks leads from the marks of layouts to approved files.
var layoutMarks = Table{Name: "layout_marks", Columns: []Column{{"dossier", Text}, {"file", Text}, {"mark", Text}, {"approved", BigInt}},
	Indexes: [][]string{{"mark", "approved"}, {"file"}, {"dossier"}}}

var layoutFiles = Records[layoutFile]{
	Table:   Table{Name: "layout_files", Columns: []Column{{"dossier", Text}}, Indexes: [][]string{{"dossier"}}},
	Index:   func(f layoutFile) []any { return []any{f.Dossier} },
	Subject: func(f layoutFile) es.Subject { return file.SubjectOf(f.Workspace, f.Dossier, f.File) },
	Derive:  markFile,
}

// markFile lets an approved file be found by its marks, and no other.
func markFile(ctx context.Context, w Writer, id string, f *layoutFile) error {
	if err := w.Delete(ctx, layoutMarks.Name, "file", id); err != nil {
		return err
	}
	if f == nil || f.Approved == 0 || f.Trashed {
		return nil
	}
	for i, mark := range f.Marks {
		row := Row{Key: id + "/" + strconv.Itoa(i), Values: []any{f.Dossier, id, f.Workspace + "/" + mark, f.Approved}}
		if err := w.Put(ctx, layoutMarks.Name, row); err != nil {
			return err
		}
	}
	return nil
}

// changesLayout returns a handler that changes what is known of a file.
func changesLayout[E es.Event](files Records[layoutFile], change func(layoutFile, es.Recorded, E) layoutFile) func(context.Context, Writer,
	es.Recorded, E) error {
	return func(ctx context.Context, w Writer, r es.Recorded, e E) error {
		return files.Change(ctx, w, r.Stream.Key(), func(f layoutFile) layoutFile { return change(f, r, e) })
	}
}

// Layouts leads from the layout of a document to approved files of the same layout.
func Layouts(v es.Vault) View {
	files := layoutFiles.withVault(v)
	p := &es.Projection[Writer]{Name: "layouts", Version: 1}
	es.OnEvent(p, func(ctx context.Context, w Writer, r es.Recorded, e file.Uploaded) error {
		_, workspace, _ := r.Stream.Parts()
		return files.Save(ctx, w, r.Stream.Key(), layoutFile{Workspace: workspace, Dossier: e.Dossier, File: r.Stream.Key()})
	})
	es.OnEvent(p, changesLayout(files, func(f layoutFile, _ es.Recorded, e file.Analysed) layoutFile {
		f.Marks = e.Layout.Value
		return f
	}))
	es.OnEvent(p, changesLayout(files, func(f layoutFile, _ es.Recorded, _ file.Replaced) layoutFile {
		f.Marks, f.Approved = nil, 0
		return f
	}))
	es.OnEvent(p, changesLayout(files, func(f layoutFile, r es.Recorded, e file.WorkflowChanged) layoutFile {
		f.Approved = 0
		if e.To == file.Approved {
			f.Approved = r.Time.UnixMicro()
		}
		return f
	}))
	es.OnEvent(p, changesLayout(files, func(f layoutFile, _ es.Recorded, _ file.SoftDeleted) layoutFile {
		f.Trashed = true
		return f
	}))
	es.OnEvent(p, changesLayout(files, func(f layoutFile, _ es.Recorded, _ file.Restored) layoutFile {
		f.Trashed = false
		return f
	}))
	es.OnEvent(p, func(ctx context.Context, w Writer, r es.Recorded, _ file.PermanentlyDeleted) error {
		return files.Remove(ctx, w, r.Stream.Key())
	})
	es.OnEvent(p, func(ctx context.Context, w Writer, r es.Recorded, _ dossier.PermanentlyDeleted) error {
		for _, table := range []Table{layoutFiles.Table, layoutMarks} {
			if err := w.Delete(ctx, table.Name, "dossier", r.Stream.Key()); err != nil {
				return err
			}
		}
		return nil
	})
	return View{p, []Table{layoutFiles.Table, layoutMarks}}
}
