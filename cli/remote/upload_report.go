package remote

import (
	"fmt"
	"io"
	"path"
	"strings"

	"github.com/seed-62a36931/docket/client/api"
)

// describeUpload tells what an upload replaced, what became of the corrections in it, and what
// was left out, and which files are duplicates, a line for each; nothing when there is nothing to tell.
func describeUpload(w io.Writer, name string, out api.UploadResult) {
	if out.ReplacedFiles != nil {
		for _, r := range *out.ReplacedFiles {
			fmt.Fprintf(w, "docket: %s: replaced, now version %d%s\n", r.Filename, r.Version, describeOverrides(r))
		}
	}
	if out.Duplicates != nil {
		for _, d := range *out.Duplicates {
			fmt.Fprintf(w, "docket: %s: has the content of file %s in dossier %s\n", describeStored(name, d.FileId, out), d.DuplicateOf.FileId,
				d.DuplicateOf.DossierId)
		}
	}
	if out.Csvs != nil {
		for _, t := range *out.Csvs {
			fmt.Fprintf(w, "docket: %s: %s\n", path.Join(t.Folder, t.Name), describeCSV(t))
			if t.SkippedCells != nil {
				describeCells(w, path.Join(t.Folder, t.Name), *t.SkippedCells)
			}
		}
	}
	if out.NamesReadAs != nil {
		fmt.Fprintf(w, "docket: %s: does not tell how its names are written; they were read as %s\n", name, *out.NamesReadAs)
	}
	if out.LeftOut == nil || out.NumberLeftOut == nil {
		return
	}
	hidden := 0
	for _, l := range *out.LeftOut {
		if l.Reason == "hidden" {
			hidden++
			continue
		}
		if isSkipped(name, l) {
			fmt.Fprintf(w, "docket: %s: sets no attributes: %s\n", name, l.Message)
			continue
		}
		fmt.Fprintf(w, "docket: %s: left out %s: %s\n", name, path.Join(l.Folder, l.Name), l.Message)
	}
	if hidden > 0 {
		fmt.Fprintf(w, "docket: %s: left out %d hidden file(s)\n", name, hidden)
	}
	if more := *out.NumberLeftOut - len(*out.LeftOut); more > 0 {
		fmt.Fprintf(w, "docket: %s: left out %d more; the history of the dossier has their number\n", name, more)
	}
}

// describeStored names a stored file: by the upload that it was, or in it.
func describeStored(name, id string, out api.UploadResult) string {
	if len(out.FileIds) == 1 {
		return name
	}
	return name + ": file " + id
}

// isSkipped reports whether what was left out is the upload itself, a csv.
func isSkipped(name string, l api.LeftOut) bool {
	return l.Reason == "table" && l.Folder == "" && !strings.EqualFold(path.Ext(name), ".zip")
}

// setsNothing reports whether nothing was made of an upload.
func setsNothing(name string, out api.UploadResult) bool {
	return out.LeftOut != nil && len(*out.LeftOut) == 1 && isSkipped(name, (*out.LeftOut)[0])
}

// describeCSV tells how a csv was read, and what of it was not used.
func describeCSV(t api.AppliedCsv) string {
	said := fmt.Sprintf("%d row(s), read as %s with %q", t.NumberOfRows, t.Encoding, t.Delimiter)
	if t.NumberOfUnmatchedRows > 0 {
		said += fmt.Sprintf("; %d name no file of the dossier", t.NumberOfUnmatchedRows)
	}
	if t.NumberOfSkippedCells > 0 {
		said += fmt.Sprintf("; %d cell(s) do not fit the type of their attribute", t.NumberOfSkippedCells)
	}
	return said
}

// mostCells is how many cells that set no value are told, a line for each.
const mostCells = 20

// describeCells names cells that set no value.
func describeCells(w io.Writer, name string, cells []api.SkippedCell) {
	for _, c := range cells[:min(len(cells), mostCells)] {
		fmt.Fprintf(w, "docket: %s: row %d, %s: %s\n", name, c.Row, c.Column, c.Message)
	}
}

// describeOverrides tells what became of the overrides of a file that was replaced.
func describeOverrides(r api.ReplacedFile) string {
	switch {
	case len(r.KeptOverrides) > 0:
		return "; corrections kept: " + strings.Join(r.KeptOverrides, ", ")
	case len(r.RemovedOverrides) > 0:
		return "; corrections removed: " + strings.Join(r.RemovedOverrides, ", ") + " (--keep-manual-changes keeps them)"
	}
	return ""
}
