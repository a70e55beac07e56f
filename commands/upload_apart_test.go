package commands_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/seed-62a36931/docket/commands"
	"github.com/seed-62a36931/docket/domain"
	"github.com/seed-62a36931/docket/domain/es"
	"github.com/seed-62a36931/docket/domain/file"
)

// TestFilesOfOneNameInAZipAreToldApart wants every one of them stored, each with its bytes and
// with the values that the csv has for its folder.
func TestFilesOfOneNameInAZipAreToldApart(t *testing.T) {
	t.Parallel()
	f := newFiling(t)
	out, err := f.zip(zipOf(t,
		"2023/may/x.pdf", "%PDF-2023", "2024/x.pdf", "%PDF-2024", "x.pdf", "%PDF-root", "2024/y.pdf", "%PDF-y", "2024/z.pdf", "%PDF-z",
		"v.csv", "filename,supplier_no\n2023/may/x.pdf,A\n2024\\x,B\nx.pdf,C\n./2024/y.pdf,D\nelsewhere/z.pdf,E\n",
		"2024/v.csv", "filename,amount\nx.pdf,1\ny.pdf,2\n../x.pdf,3\n"))
	if err != nil {
		t.Fatal(err)
	}
	got := map[string]string{}
	for _, id := range out.FileIDs {
		got[f.file(id).Filename] = f.original(id) + " " + f.values(id)
	}
	for name, want := range map[string]string{
		"x (2023 - may).pdf": "%PDF-2023 Supplier=A",
		"x (2024).pdf":       "%PDF-2024 Amount=1 Supplier=B",
		"x.pdf":              "%PDF-root Amount=3 Supplier=C",
		"y.pdf":              "%PDF-y Amount=2 Supplier=D",
		"z.pdf":              "%PDF-z ",
	} {
		if got[name] != want {
			t.Errorf("%s: got %q, want %q", name, got[name], want)
		}
	}
	if len(out.FileIDs) != 5 || len(out.LeftOut) > 0 {
		t.Errorf("got %+v, want five files and nothing left out", out)
	}
}

// TestEntriesThatCannotBeToldApartAreRefused wants nothing of such a zip to be stored.
func TestEntriesThatCannotBeToldApartAreRefused(t *testing.T) {
	t.Parallel()
	long := strings.Repeat("f", 250)
	for message, entries := range map[string][]string{
		"The archive contains a/x.pdf twice: leave one out": {"a/x.pdf", "%PDF-1",
			"a/x.pdf", "%PDF-2"},
		"The archive contains Größe.pdf twice: leave one out": {"Größe.pdf",
			"%PDF-1", "Gro\u0308ße.pdf", "%PDF-2"},
		"The archive contains a/x.pdf and x (a).pdf, which cannot be told apart: rename one": {"x.pdf", "%PDF-1",
			"a/x.pdf", "%PDF-2", "x (a).pdf", "%PDF-3"},
		"whose name is not fit to tell them apart: rename one": {"x.pdf", "%PDF-1",
			long + "/x.pdf", "%PDF-2"},
		"The archive contains several files named x.pdf, one of them in a folder whose name is ": {"x.pdf", "%PDF-1",
			"a\x01/x.pdf", "%PDF-2"},
	} {
		f := newFiling(t)
		out, err := f.zip(zipOf(t, entries...))
		if domain.KindOf(err) != domain.Invalid || !strings.Contains(err.Error(), message) || len(f.names()) > 0 {
			t.Errorf("got %+v, %v, want %q", out, err, message)
		}
	}
}

// TestAKeyWithAFolderNamesAFileOfTheDossier wants the name to decide for a csv on its own.
func TestAKeyWithAFolderNamesAFileOfTheDossier(t *testing.T) {
	t.Parallel()
	f := newFiling(t)
	id := f.storePDF("a.pdf")
	if f.csv("filename,supplier_no\nC:\\scans\\2024\\A.pdf,1\n"); f.values(id) != "Supplier=1" {
		t.Errorf("got %q, want Supplier=1", f.values(id))
	}
}

// TestAReplacementTellsWhatBecameOfCorrections wants it of a single file, of an upload that is
// sent again later, and of the entries of a zip.
func TestAReplacementTellsWhatBecameOfCorrections(t *testing.T) {
	t.Parallel()
	for _, keep := range []bool{true, false} {
		f := newFiling(t)
		id := f.storePDF("a.pdf")
		correct := func() {
			f.happens(id, file.ComponentOverridden{Override: es.Seal(f.file(id).Original.Subject,
				file.Override{Name: "Total"})})
		}
		want := commands.Replacement{FileID: id, Filename: "a.pdf"}
		if keep {
			want.Kept = []string{"Total"}
		} else {
			want.Removed = []string{"Total"}
		}
		send := func(r commands.UploadFile) {
			t.Helper()
			r.KeepManualChanges = keep
			out, err := f.UploadFile(t.Context(), r)
			if err != nil || len(out.Replaced) != 1 {
				t.Fatalf("got %+v, %v, want one replacement", out, err)
			}
			got := out.Replaced[0]
			if got.FileID != want.FileID || got.Filename != want.Filename || got.Version != want.Version ||
				!slices.Equal(got.Kept, want.Kept) || !slices.Equal(got.Removed, want.Removed) {
				t.Errorf("got %+v, want %+v", got, want)
			}
		}
		correct()
		want.Version = 2
		first := f.sends(f.mira, "a.pdf", "%PDF-2")
		send(first)
		correct()
		want.Version = 3
		send(f.sends(f.mira, "all.zip", zipOf(t, "a.pdf", "%PDF-3", "b.pdf", "%PDF-b")))
		want.Version = 2
		send(first)
	}
}
