package commands_test

import (
	"archive/zip"
	"bytes"
	"hash/crc32"
	"io"
	"strings"
	"testing"

	"github.com/seed-62a36931/docket/domain/bulk"
)

// zipWith makes a zip of pdfs, of which change alters the headers in the list of entries.
func zipWith(t *testing.T, change func(*zip.FileHeader), names ...string) string {
	t.Helper()
	var b bytes.Buffer
	z := zip.NewWriter(&b)
	for _, n := range names {
		h := &zip.FileHeader{Name: n, Method: zip.Store, NonUTF8: true}
		content := "%PDF-" + n
		h.UncompressedSize64, h.CompressedSize64 = uint64(len(content)), uint64(len(content))
		change(h)
		w, err := z.CreateRaw(h)
		if err == nil {
			_, err = io.WriteString(w, content)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// TestEntriesWithAPasswordAreLeftOutWithTheReason wants the other entries of a zip to be taken in, and a zip of
// nothing else to be refused with the reason.
func TestEntriesWithAPasswordAreLeftOutWithTheReason(t *testing.T) {
	f := newFiling(t)
	locked := func(h *zip.FileHeader) {
		switch {
		case strings.HasPrefix(h.Name, "locked"):
			h.Flags |= 1
		case strings.HasPrefix(h.Name, "packed"):
			h.Method = 12
		}
	}
	plain := zipOf(t, "a.pdf", "%PDF-a")
	out, err := f.zip(zipWith(t, locked, "locked.pdf", "packed.pdf", "locked.txt"))
	if want := "The archive cannot be read: it has a password"; err == nil || err.Error() != want {
		t.Errorf("nothing but locked entries: %+v, %v; want %q", out, err, want)
	}
	if _, err = f.zip(zipWith(t, locked, "packed.pdf")); err == nil || !strings.Contains(err.Error(), "compressed with bzip2, which is not supported") {
		t.Errorf("an entry of bzip2: %v, want the reason", err)
	}
	mixed := addTo(t, plain, func(z *zip.Writer) {
		for _, h := range []*zip.FileHeader{{Name: "locked.pdf", Method: zip.Store, Flags: 1}, {Name: "packed.pdf", Method: 12}} {
			h.UncompressedSize64, h.CompressedSize64 = 3, 3
			w, err := z.CreateRaw(h)
			if err == nil {
				_, err = io.WriteString(w, "abc")
			}
			if err != nil {
				t.Fatal(err)
			}
		}
	})
	out, err = f.zip(mixed)
	if err != nil || len(out.FileIDs) != 1 || len(out.LeftOut) != 2 {
		t.Fatalf("%+v, %v; want one file, and two entries left out", out, err)
	}
	for i, want := range []string{"The file has a password", "The file is compressed with bzip2, which is not supported"} {
		if l := out.LeftOut[i]; l.Reason != bulk.Unfit || l.Sentence() != want {
			t.Errorf("%s was left out: %q for %q, want %q", l.Name, l.Sentence(), l.Reason, want)
		}
	}
}

// addTo returns a zip with further entries.
func addTo(t *testing.T, content string, add func(*zip.Writer)) string {
	t.Helper()
	old, err := zip.NewReader(strings.NewReader(content), int64(len(content)))
	if err != nil {
		t.Fatal(err)
	}
	var b bytes.Buffer
	z := zip.NewWriter(&b)
	for _, f := range old.File {
		if err := z.Copy(f); err != nil {
			t.Fatal(err)
		}
	}
	add(z)
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// TestNamesInZipsAreThoseThatPeopleGave wants the files of a zip of another system to have their names.
func TestNamesInZipsAreThoseThatPeopleGave(t *testing.T) {
	for raw, want := range map[string]string{"M\xfcller_\x80.pdf": "Müller_€.pdf", "\xb7\xa2\xc6\xb1_\xba\xcf\xcd\xac.pdf": "发票_合同.pdf"} {
		f := newFiling(t)
		out, err := f.zip(zipWith(t, func(h *zip.FileHeader) { h.CRC32 = crc32.ChecksumIEEE([]byte("%PDF-" + h.Name)) }, raw))
		if err != nil || len(out.FileIDs) != 1 || f.file(out.FileIDs[0]).Filename != want {
			t.Errorf("%q: stored as %q, %v; want %q", raw, f.names(), err, want)
		}
	}
}
