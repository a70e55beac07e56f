package commands_test

import (
	"archive/zip"
	"bytes"
	"encoding/binary"
	"fmt"
	"hash/crc32"
	"io"
	"io/fs"
	"maps"
	"path"
	"slices"
	"strings"
	"testing"

	"github.com/seed-62a36931/docket/commands"
	"github.com/seed-62a36931/docket/commands/unzip"
	"github.com/seed-62a36931/docket/domain"
	"github.com/seed-62a36931/docket/domain/bulk"
	"github.com/seed-62a36931/docket/domain/es"
	"github.com/seed-62a36931/docket/domain/file"
)

func (f *filing) zip(content string) (commands.UploadOutcome, error) {
	return f.UploadFile(f.t.Context(), f.sends(f.mira, "all.ZIP", content))
}

// skippedEntries are the entries that history tells were left out, by name.
func (f *filing) skippedEntries() map[string]string {
	f.t.Helper()
	out := map[string]string{}
	for e, err := range f.Log.All(f.t.Context(), 0, es.Filter{Types: []string{"file.entries-skipped"}}) {
		if err != nil {
			f.t.Fatal(err)
		}
		for _, s := range e.Event.(bulk.EntriesSkipped).Entries.Value {
			out[path.Join(s.Folder, s.Name)] += string(s.Reason)
		}
	}
	return out
}

func TestAZipBecomesFiles(t *testing.T) {
	f := newFiling(t)
	docx := zipOf(t, contentTypes, "", "word/document.xml", "")
	out, err := f.zip(zipOf(t,
		"z.pdf", "%PDF-z", "folder/", "", "folder/deep/a.pdf", "%PDF-a", "b.pdf", "%PDF-first", "Offer.docx", docx,
		"other/b.pdf", "%PDF-second",
		"notes.txt", "x", "__MACOSX/._a.pdf", "x", "__MACOSX/m.pdf", "%PDF-", ".hidden.pdf", "%PDF-", "empty.pdf", "",
		"inner.zip", zipOf(t, "x.pdf", "%PDF-"),
		"no.pdf", "no", "no.docx", "%PDF-", "Gro\u0308ße.pdf", "%PDF-ö", "control\x01.pdf", "%PDF-", strings.Repeat("n",
			252)+".pdf", "%PDF-"))
	if err != nil || out.Position == 0 {
		t.Fatalf("%+v, %v, want out.Position other than 0 and no error", out, err)
	}
	want := []string{"Größe.pdf", "Offer.docx", "a.pdf", "b (other).pdf", "b.pdf", "z.pdf"}
	var got []string
	for _, id := range out.FileIDs {
		got = append(got, f.file(id).Filename)
	}
	if !slices.Equal(got, slices.Sorted(slices.Values(want))) || !slices.Equal(f.names(), got) {
		t.Errorf("stored %q in this order, want %q; the dossier holds %q", got, want, f.names())
	}
	for i, content := range []string{"%PDF-ö", docx, "%PDF-a", "%PDF-second", "%PDF-first", "%PDF-z"} {
		if id := out.FileIDs[slices.Index(got, want[i])]; f.original(id) != content || f.file(id).Version != 1 {
			t.Errorf("%s holds %.20q in version %d, want %q in version 1",
				want[i], f.original(id), f.file(id).Version, content)
		}
	}
	left := map[string]string{"notes.txt": "type", "__MACOSX/._a.pdf": "hidden", "__MACOSX/m.pdf": "hidden",
		".hidden.pdf": "hidden", "empty.pdf": "empty", "inner.zip": "type",
		"no.pdf": "content", "no.docx": "content", "control\x01.pdf": "name", strings.Repeat("n", 252) + ".pdf": "name"}
	if !maps.Equal(f.skippedEntries(), left) {
		t.Errorf("left out are %v, want %v", f.skippedEntries(), left)
	}
	told := map[string]string{}
	for _, l := range out.LeftOut {
		told[path.Join(l.Folder, l.Name)] = string(l.Reason)
		if l.Sentence() == "" || l.Name == "no.pdf" && !strings.Contains(l.Sentence(), "by its content it is plain text") {
			t.Errorf("%s was left out: %q, want a sentence that says why", l.Name, l.Sentence())
		}
	}
	if !maps.Equal(told, left) || len(out.Replaced) > 0 {
		t.Errorf("the answer tells that %v were left out, want %v; and of replaced files %v", told, left, out.Replaced)
	}
	if len(f.blobs.blobs) != 6+5 {
		t.Errorf("%d blobs, want those of 5 files and 5 of the template", len(f.blobs.blobs))
	}
}

// TestACsvInAZipIsAppliedBehindTheFiles wants values on files that come with the
// csv, and csvs in the order of their names.
func TestACsvInAZipIsAppliedBehindTheFiles(t *testing.T) {
	f := newFiling(t)
	old := f.storePDF("old.pdf")
	out, err := f.zip(zipOf(t, "2.csv", "filename,supplier_no\nnew.pdf,second\n", "a/1.CSV",
		"filename,supplier_no,amount\nnew,first,1\nold,x,\n",
		"not.csv", "a,b\n", "new.pdf", "%PDF-"))
	if err != nil || len(out.FileIDs) != 1 {
		t.Fatalf("%+v, %v, want no error and len(out.FileIDs) = 1", out, err)
	}
	if got := f.values(out.FileIDs[0]); got != "Amount=1 Supplier=second" || f.values(old) != "Supplier=x" {
		t.Errorf("new.pdf has %q, old.pdf %q, want Amount=1 Supplier=second and f.values(old) = Supplier=x", got, f.values(old))
	}
	slices.Sort(out.ProcessedFileIDs)
	if want := slices.Sorted(slices.Values([]string{old, out.FileIDs[0]})); !slices.Equal(out.ProcessedFileIDs, want) ||
		len(out.ProcessedAttributes) != 2 {
		t.Errorf("answer %+v, want %v and len(out.ProcessedAttributes) = 2", out, want)
	}
	if !slices.Equal(f.names(), []string{"new.pdf", "old.pdf"}) {
		t.Errorf("the dossier holds %q, want %v", f.names(), []string{"new.pdf", "old.pdf"})
	}
	only, err := f.zip(zipOf(t, "1.csv", "filename,note\nnew,x\n"))
	if err != nil || len(only.FileIDs)+len(only.ProcessedFileIDs) > 0 {
		t.Errorf("a zip of a csv that sets nothing: %+v, %v, want no error and len(only.FileIDs)+len(only.ProcessedFileIDs) = 0",
			only, err)
	}
}

// TestFlagsHoldForEachEntry replaces a file by an entry.
func TestFlagsHoldForEachEntry(t *testing.T) {
	for _, keep := range []bool{true, false} {
		f := newFiling(t)
		id := f.storePDF("a.pdf")
		f.happens(id, file.ComponentOverridden{Override: es.Seal(f.file(id).Original.Subject,
			file.Override{Name: "Total"})})
		r := f.sends(f.mira, "x.zip", zipOf(t, "a.pdf", "%PDF-new", "A.pdf", "%PDF-other"))
		r.KeepManualChanges, r.DisableAutomaticAnalysis = keep, true
		out, err := f.UploadFile(t.Context(), r)
		if err != nil || len(out.FileIDs) != 2 || out.FileIDs[1] != id {
			t.Fatalf("%+v, %v, want len(out.FileIDs) = 2, out.FileIDs[1] = %v and no error", out, err, id)
		}
		replaced, fresh := f.file(id), f.file(out.FileIDs[0])
		if replaced.Version != 2 || (len(replaced.Overrides) == 1) != keep || !replaced.Manual || !fresh.Manual || fresh.Version != 1 {
			t.Errorf("keep %v: %+v, %+v, want version 2 of the first, with its overrides if they are kept",
				keep, replaced, fresh)
		}
		if len(f.blobs.blobs) != 2+5 {
			t.Errorf("%d blobs, want %v", len(f.blobs.blobs), 2+5)
		}
	}
}

// header writes one entry with a header of its own.
func header(t testing.TB, h zip.FileHeader, content string) string {
	t.Helper()
	var b bytes.Buffer
	z := zip.NewWriter(&b)
	w, err := z.CreateHeader(&h)
	if err == nil {
		_, err = io.WriteString(w, content)
	}
	if err != nil || z.Close() != nil {
		t.Fatal(err)
	}
	return b.String()
}

// raw writes one stored entry whose header says what it likes.
func raw(t testing.TB, name, content string, change func(*zip.FileHeader)) string {
	t.Helper()
	h := &zip.FileHeader{Name: name, CRC32: crc32.ChecksumIEEE([]byte(content)), CompressedSize64: uint64(len(content)),
		UncompressedSize64: uint64(len(content))}
	change(h)
	var b bytes.Buffer
	z := zip.NewWriter(&b)
	w, err := z.CreateRaw(h)
	if err == nil {
		_, err = io.WriteString(w, content)
	}
	if err != nil || z.Close() != nil {
		t.Fatal(err)
	}
	return b.String()
}

// patchBytes changes bytes behind the n-th place of a signature.
func patchBytes(content, signature string, n, offset int, with ...byte) string {
	at := -1
	for range n {
		at += 1 + strings.Index(content[at+1:], signature)
	}
	return content[:at+offset] + string(with) + content[at+offset+len(with):]
}

const (
	localHeader   = "PK\x03\x04"
	centralHeader = "PK\x01\x02"
	endRecord     = "PK\x05\x06"
)

func TestHostileZipsAreRefusedWhole(t *testing.T) {
	const unsafePath, unreadable, tooLarge = "The archive contains an unsafe path", "The archive cannot be read",
		"The archive is too large when unpacked"
	good := zipOf(t, "a.pdf", "%PDF-a", "b.pdf", "%PDF-b")
	with := func(name string) string { return zipOf(t, "a.pdf", "%PDF-a", name, "%PDF-b") }
	bomb := zipOf(t, "a.pdf", "%PDF-a", "bomb.pdf", "%PDF-"+strings.Repeat("\x00", 300<<20))
	thousand := make([]string, 0, 40_000)
	for i := range 20_000 {
		thousand = append(thousand, fmt.Sprintf("%d.pdf", i), "%PDF-")
	}
	for _, c := range []struct{ name, content, message string }{
		{"parent", with("x/../../b.pdf"), unsafePath},
		{"parent that stays inside", with("x/../b.pdf"), unsafePath},
		{"parent alone", with(".."), unsafePath},
		{"absolute", with("/b.pdf"), unsafePath},
		{"drive", with("C:/b.pdf"), unsafePath},
		{"drive without slash", with("c:b.pdf"), unsafePath},
		{"backslash", with(`x\b.pdf`), unsafePath},
		{"unsafe though left out", with("../notes.txt"), unsafePath},
		{"unsafe folder", zipOf(t, "a.pdf", "%PDF-", "../x/", ""), unsafePath},
		{"symbolic link", header(t, symlinkHeader("a.pdf"), "/etc/passwd"), unsafePath},
		{"cut", good[:len(good)-30], unreadable},
		{"begins like one", localHeader + strings.Repeat("x", 100), unreadable},
		{"damaged", damageContent(good), unreadable},
		{"wrong checksum", raw(t, "a.pdf", "%PDF-a", func(h *zip.FileHeader) { h.CRC32++ }), unreadable},
		{"says less than there is", raw(t, "a.pdf", "%PDF-a", func(h *zip.FileHeader) { h.UncompressedSize64 = 2 }), unreadable},
		{"says more than there is", raw(t, "a.pdf", "%PDF-a", func(h *zip.FileHeader) { h.UncompressedSize64 = 1 << 40 }), unreadable},
		{"reaches behind the end", raw(t, "a.pdf", "%PDF-a", func(h *zip.FileHeader) { h.CompressedSize64 = 1 << 40 }), unreadable},
		{"reaches around", raw(t, "a.pdf", "%PDF-a", func(h *zip.FileHeader) { h.CompressedSize64 = 1<<64 - 1 }), unreadable},
		{"another method", raw(t, "a.pdf", "%PDF-a", func(h *zip.FileHeader) { h.Method = 77 }),
			"The archive cannot be read: it is compressed with method 77, which is not supported"},
		{"entries that share bytes", patchBytes(good, centralHeader, 2, 42, 0, 0, 0, 0), unreadable},
		{"an entry at nowhere", patchBytes(good, centralHeader, 2, 42, 0xF0, 0xFF, 0xFF, 0x7F), unreadable},
		{"a wrong number of entries", patchBytes(good, endRecord, 1, 8, 9, 0, 9, 0), unreadable},
		{"a bomb", bomb, tooLarge},
		{"20,000 entries", zipOf(t, thousand...), tooLarge},
		{"20,000 entries that are left out", zipOf(t, append([]string{"a.pdf", "%PDF-"}, texts(20_000)...)...),
			tooLarge},
		{"nothing", zipOf(t), "The archive contains no supported file"},
		{"nothing of use", zipOf(t, "a.txt", "x", "b/", "", "c.zip", good, ".d.pdf", "%PDF-", "e.pdf", "", "f.pdf",
			"no"), "The archive contains no supported file"},
	} {
		t.Run(c.name, func(t *testing.T) {
			f := newFiling(t)
			before := len(f.blobs.blobs)
			head, _ := f.Log.Store.Head(t.Context())
			_, err := f.zip(c.content)
			wantMessage(t, err, domain.Invalid, c.message)
			now, _ := f.Log.Store.Head(t.Context())
			if len(f.blobs.blobs) != before || now != head {
				t.Errorf("%d blobs and %d events are left, want len(f.blobs.blobs) = %v and now = %v",
					len(f.blobs.blobs)-before, now-head, before, head)
			}
		})
	}
}

func symlinkHeader(name string) zip.FileHeader {
	h := zip.FileHeader{Name: name}
	h.SetMode(fs.ModeSymlink | 0o777)
	return h
}

// damageContent turns the packed bytes of the first entry over.
func damageContent(content string) string {
	b := []byte(content)
	at := 30 + int(binary.LittleEndian.Uint16(b[26:])) + int(binary.LittleEndian.Uint16(b[28:]))
	for i := range 4 {
		b[at+i] ^= 0xFF
	}
	return string(b)
}

func texts(n int) (out []string) {
	for i := range n {
		out = append(out, fmt.Sprintf("%d.txt", i), "")
	}
	return out
}

// TestLimitsOfZipsAreCounted narrows one limit at a time, down to what still fits.
func TestLimitsOfZipsAreCounted(t *testing.T) {
	content := zipOf(t, "a.pdf", "%PDF-"+strings.Repeat("a", 995), "b.pdf", "%PDF-"+strings.Repeat("b", 995), "c.txt",
		strings.Repeat("c", 90_000))
	wide := unzip.DefaultLimits()
	for name, set := range map[string]func(l *unzip.Limits, over int64){
		"entries":  func(l *unzip.Limits, over int64) { l.Entries = 3 - int(over) },
		"unpacked": func(l *unzip.Limits, over int64) { l.Unpacked = 2000 - over },
		"entry":    func(l *unzip.Limits, over int64) { l.Entry = 1000 - over },
		"free":     func(l *unzip.Limits, over int64) { l.Ratio, l.FreeRatio = 0, 2000-over },
		"ratio":    func(l *unzip.Limits, over int64) { l.Ratio, l.FreeRatio = 2000/int64(len(content))+1-over, 0 },
	} {
		for _, over := range []int64{0, 1} {
			f := newFiling(t)
			f.Archive = wide
			if set(&f.Archive, over); name == "ratio" && over == 1 {
				f.Archive.Ratio = 1999 / int64(len(content))
			}
			out, err := f.zip(content)
			if over == 0 && (err != nil || len(out.FileIDs) != 2) {
				t.Errorf("%s just within: %+v, %v, want both files", name, out, err)
			}
			if over == 1 {
				wantMessage(t, err, domain.Invalid, "The archive is too large when unpacked")
			}
		}
	}
}

// TestNamesOfOldZips are read as UTF-8 or in the code page of the first PCs.
func TestNamesOfOldZips(t *testing.T) {
	for raw, want := range map[string]string{"Gr\x94\xE1e.pdf": "Größe.pdf", "Größe.pdf": "Größe.pdf", "\x81\\x.pdf": ""} {
		f := newFiling(t)
		out, err := f.zip(header(t, zip.FileHeader{Name: raw, NonUTF8: true}, "%PDF-"))
		if want == "" {
			wantMessage(t, err, domain.Invalid, "The archive contains an unsafe path")
			continue
		}
		if err != nil || len(out.FileIDs) != 1 || f.file(out.FileIDs[0]).Filename != want {
			t.Errorf("%q: got %+v, %v, %q, want one file %q", raw, out, err, f.names(), want)
		}
	}
}
