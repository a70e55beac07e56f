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
		{"left out", api.UploadResult{NumberLeftOut: &number, LeftOut: &[]api.LeftOut{
			{Name: "x.txt", Folder: "2024/may", Reason: "type", Message: "The file type is not supported"},
			{Name: "._x", Reason: "hidden", Message: "Hidden files are left out"},
			{Name: ".DS_Store", Reason: "hidden", Message: "Hidden files are left out"},
		}}, `docket: all.zip: left out 2024/may/x.txt: The file type is not supported
docket: all.zip: left out 2 hidden file(s)
docket: all.zip: left out 2 more; the history of the dossier has their number
`},
	} {
		var said strings.Builder
		if describeUpload(&said, "all.zip", row.out); said.String() != row.want {
			t.Errorf("%s: got %q, want %q", row.name, said.String(), row.want)
		}
	}
}
