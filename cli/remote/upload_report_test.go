package remote

import (
	"strings"
	"testing"

	"github.com/seed-62a36931/docket/client/api"
)

// TestAnUploadSaysWhatItReplacedAndLeftOut wants a line for each, and none for an answer that
// tells of nothing, as those of older services.
func TestAnUploadSaysWhatItReplacedAndLeftOut(t *testing.T) {
	number := 5
	charset := "GBK"
	for _, row := range []struct {
		name string
		out  api.UploadResult
		want string
	}{
		{"nothing to tell", api.UploadResult{FileIds: []string{"1"}}, ""},
		{"replaced files", api.UploadResult{ReplacedFiles: &[]api.ReplacedFile{
			{Filename: "a.pdf", Version: 2},
			{Filename: "b.pdf", Version: 3, KeptOverrides: []string{"Total"}},
			{Filename: "c.pdf", Version: 4, RemovedOverrides: []string{"Total", "Tax"}},
		}}, `docket: a.pdf: replaced, now version 2
docket: b.pdf: replaced, now version 3; corrections kept: Total
docket: c.pdf: replaced, now version 4; corrections removed: Total, Tax (--keep-manual-changes keeps them)
`},
		{"duplicates", api.UploadResult{FileIds: []string{"1", "2"}, Duplicates: &[]api.DuplicateFile{
			{FileId: "2", DuplicateOf: api.DuplicateOf{FileId: "7", DossierId: "9"}}}},
			"docket: all.zip: file 2: has the content of file 7 in dossier 9\n"},
		{"a duplicate", api.UploadResult{FileIds: []string{"2"}, Duplicates: &[]api.DuplicateFile{
			{FileId: "2", DuplicateOf: api.DuplicateOf{FileId: "7", DossierId: "9"}}}},
			"docket: all.zip: has the content of file 7 in dossier 9\n"},
		{"left out", api.UploadResult{NumberLeftOut: &number, LeftOut: &[]api.LeftOut{
			{Name: "x.txt", Folder: "2024/may", Reason: "type", Message: "The file type is not supported"},
			{Name: "._x", Reason: "hidden", Message: "Hidden files are left out"},
			{Name: ".DS_Store", Reason: "hidden", Message: "Hidden files are left out"},
		}}, `docket: all.zip: left out 2024/may/x.txt: The file type is not supported
docket: all.zip: left out 2 hidden file(s)
docket: all.zip: left out 2 more; the history of the dossier has their number
`},
		{"csvs", api.UploadResult{Csvs: &[]api.AppliedCsv{
			{Name: "v.csv", Folder: "a", Encoding: "UTF-8", Delimiter: ",", NumberOfRows: 3},
			{Name: "w.csv", Encoding: "windows-1252", Delimiter: "\t", NumberOfRows: 5, NumberOfUnmatchedRows: 2, NumberOfSkippedCells: 1,
				SkippedCells: &[]api.SkippedCell{{Row: 3, Column: "Count", Reason: "number", Message: "The value is not a number"}}},
		}}, `docket: a/v.csv: 3 row(s), read as UTF-8 with ","
docket: w.csv: 5 row(s), read as windows-1252 with "\t"; 2 name no file of the dossier; 1 cell(s) do not fit the type of their attribute
docket: w.csv: row 3, Count: The value is not a number
`},
		{"names", api.UploadResult{NamesReadAs: &charset},
			"docket: all.zip: does not tell how its names are written; they were read as GBK\n"},
	} {
		var said strings.Builder
		if describeUpload(&said, "all.zip", row.out); said.String() != row.want {
			t.Errorf("%s: got %q, want %q", row.name, said.String(), row.want)
		}
	}
}

// TestACsvThatSetsNothingIsAFailure wants it told as the upload itself, and not as an entry of
// a zip.
func TestACsvThatSetsNothingIsAFailure(t *testing.T) {
	one := 1
	out := api.UploadResult{NumberLeftOut: &one, LeftOut: &[]api.LeftOut{
		{Name: "v.csv", Reason: "table", Message: "The csv has no header"}}}
	for name, want := range map[string]string{
		"v.csv":   "docket: v.csv: sets no attributes: The csv has no header\n",
		"all.zip": "docket: all.zip: left out v.csv: The csv has no header\n",
	} {
		var said strings.Builder
		if describeUpload(&said, name, out); said.String() != want || setsNothing(name, out) != (name == "v.csv") {
			t.Errorf("%s: got %q and %v, want %q", name, said.String(), setsNothing(name, out), want)
		}
	}
}
