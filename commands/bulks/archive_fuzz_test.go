package bulks

import (
	"archive/zip"
	"bytes"
	"io"
	"path"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/seed-62a36931/docket/commands/unzip"
	"github.com/seed-62a36931/docket/domain"
)

// seeds are archives of one kind each, for fuzzing to start from.
func seeds(f *testing.F) {
	f.Helper()
	for _, names := range [][]string{{"a.pdf"}, {"x/b.docx", "c.csv", "d/"}, {"../e.pdf"}, {"Gr\x94\xE1e.pdf", "a.pdf", "a.pdf"}} {
		var b bytes.Buffer
		z := zip.NewWriter(&b)
		for i, name := range names {
			w, err := z.CreateHeader(&zip.FileHeader{Name: name, NonUTF8: true, Method: uint16(i%2) * zip.Deflate})
			if err == nil && !strings.HasSuffix(name, "/") {
				_, err = io.WriteString(w, "%PDF-1.7 content")
			}
			if err != nil {
				f.Fatal(err)
			}
		}
		if err := z.Close(); err != nil {
			f.Fatal(err)
		}
		f.Add(b.Bytes())
	}
}

// FuzzArchive wants of any bytes a refusal in words, or entries that lie inside,
// have names that can be shown, and never come to more than the limits.
func FuzzArchive(f *testing.F) {
	seeds(f)
	limits := unzip.Limits{Entries: 20, Unpacked: 1 << 16, Entry: 1 << 15, Ratio: 10, FreeRatio: 1 << 12}
	f.Fuzz(func(t *testing.T, content []byte) {
		refused := func(err error) bool {
			if err != nil && domain.KindOf(err) != domain.Invalid {
				t.Errorf("a failure without a kind: %v, want Invalid", err)
			}
			return err != nil
		}
		in := bytes.NewReader(content)
		a, err := unzip.Open(in, int64(len(content)), limits)
		if refused(err) {
			return
		}
		sound, _, err := checkEntries(t.Context(), a, func(int, int) {})
		if refused(err) {
			return
		}
		kept, err := nameApart(sound)
		if refused(err) {
			return
		}
		if len(kept) != len(sound) || len(sound) > limits.Entries {
			t.Errorf("%d kept of %d, want len(kept) = %d and len(sound) at most %v", len(kept), len(sound), len(sound), limits.Entries)
		}
		again, err := unzip.Open(in, int64(len(content)), limits)
		if refused(err) {
			t.Fatal("refused the second time")
		}
		total := int64(0)
		for i, e := range kept {
			if e.Name != path.Base(e.Name) || e.Name == "" || strings.ContainsAny(e.Name, "\\\x00\n") ||
				!utf8.ValidString(e.Name) || i > 0 && e.Name <= kept[i-1].Name {
				t.Errorf("an entry %q, want a file name in order", e.Name)
			}
			in, err := again.OpenEntry(e.Index)
			if err != nil {
				t.Fatal(err)
			}
			n, err := io.Copy(io.Discard, in)
			if total += n; err != nil || n > limits.Entry || total > limits.Unpacked {
				t.Errorf("%d bytes, %d in all, %v, want n at most %v, total at most %v and no error", n, total, err,
					limits.Entry, limits.Unpacked)
			}
		}
	})
}

// FuzzContent wants an answer for anything that calls itself an office document.
func FuzzContent(f *testing.F) {
	seeds(f)
	f.Fuzz(func(t *testing.T, content []byte) {
		in, err := startFormatCheck("docx", bytes.NewReader(content))
		if err != nil {
			return
		}
		got, err := io.ReadAll(in)
		if err != nil || !bytes.Equal(got, content) {
			t.Fatalf("%d of %d bytes, %v, want no error and the same bytes", len(got), len(content), err)
		}
		_ = in.checkEnd()
	})
}
