package office

import (
	"archive/zip"
	"bytes"
	"errors"
	"io"
	"strings"
	"testing"
	"unicode/utf16"

	"github.com/seed-62a36931/docket/document"
)

// cleanPackage returns what weighPackage makes of a package, and its findings.
func cleanPackage(name string, content []byte, l Limits) ([]byte, []document.Finding, error) {
	cleaned, err := weighPackage(name, content, l)
	return cleaned.content, cleaned.findings, err
}

// parts of a package, in order: name, content.
type parts [][2]string

// docx is the smallest document that LibreOffice takes, with parts replaced or added.
func docx(more ...[2]string) parts {
	p := parts{
		{"[Content_Types].xml",
			`<?xml version="1.0"?><Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default ` +
				`Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default ` +
				`Extension="xml" ContentType="application/xml"/><Override PartName="/word/document.xml" ` +
				`ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>`},
		{"_rels/.rels",
			rels(`<Relationship Id="r1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument" Target="word/document.xml"/>`)},
		{"word/document.xml", body(`<w:p><w:r><w:t>Plain words</w:t></w:r></w:p>`)},
	}
	for _, m := range more {
		i := 0
		for i < len(p) && p[i][0] != m[0] {
			i++
		}
		if i == len(p) {
			p = append(p, m)
		}
		p[i] = m
	}
	return p
}

func rels(inner string) string {
	return `<?xml version="1.0" encoding="UTF-8"?><Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">` + inner + `</Relationships>`
}

func body(inner string) string {
	return `<?xml version="1.0"?><w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main" ` +
		`xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships">` +
		`<w:body>` + inner + `<w:sectPr/></w:body></w:document>`
}

func (p parts) pack(t testing.TB) []byte {
	t.Helper()
	var b bytes.Buffer
	w := zip.NewWriter(&b)
	for _, part := range p {
		out, err := w.Create(part[0])
		if err == nil {
			_, err = io.WriteString(out, part[1])
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// readParts are the parts of a package by name.
func readParts(t testing.TB, content []byte) map[string]string {
	t.Helper()
	r, err := zip.NewReader(bytes.NewReader(content), int64(len(content)))
	if err != nil {
		t.Fatal(err)
	}
	out := map[string]string{}
	for _, f := range r.File {
		in, err := f.Open()
		if err != nil {
			t.Fatal(err)
		}
		b, err := io.ReadAll(in)
		if err != nil {
			t.Fatal(err)
		}
		out[f.Name] = string(b)
	}
	return out
}

func utf16Part(s string) string {
	b := []byte{0xff, 0xfe}
	for _, u := range utf16.Encode([]rune(s)) {
		b = append(b, byte(u), byte(u>>8))
	}
	return string(b)
}

const entity = `<!DOCTYPE x [<!ENTITY e "text">]>`

// TestWhatIsRefused builds packages that LibreOffice must not see, and wants the
// sentence that says why.
func TestWhatIsRefused(t *testing.T) {
	limits := Limits{Entries: 20, Part: 1 << 20, Total: 3 << 20, Depth: 100}
	document := docx()[2][1]
	many := docx()
	for range 20 {
		many = append(many, [2]string{"word/media/" + strings.Repeat("x", len(many)), ""})
	}
	whole := docx().pack(t)
	for name, c := range map[string]struct {
		content []byte
		want    error
	}{
		"nothing":                    {nil, ErrBroken},
		"no package":                 {[]byte("plain text"), ErrBroken},
		"cut in the middle":          {whole[:len(whole)/2], ErrBroken},
		"a broken part":              {breakPart(whole, []byte("word/document.xml")), ErrBroken},
		"another kind":               {parts{docx()[0], docx()[1], {"xl/workbook.xml", "<a/>"}}.pack(t), ErrBroken},
		"no content types":           {docx()[1:].pack(t), ErrBroken},
		"two parts of one name":      {append(docx(), [2]string{"word/Document.xml", "<a/>"}).pack(t), ErrBroken},
		"relationships that are not": {docx([2]string{"_rels/.rels", "<Relationships>"}).pack(t), ErrBroken},
		"a path that climbs":         {docx([2]string{"../x.xml", "<a/>"}).pack(t), ErrUnsafe},
		"an absolute path":           {docx([2]string{"/etc/x", "<a/>"}).pack(t), ErrUnsafe},
		"a path of Windows":          {docx([2]string{`word\..\..\x`, "<a/>"}).pack(t), ErrUnsafe},
		"entities": {docx([2]string{"word/document.xml",
			`<?xml version="1.0"?>` + entity + document[21:]}).pack(t), ErrEntities},
		"entities in UTF-16": {docx([2]string{"word/styles.xml",
			utf16Part(`<?xml version="1.0" encoding="UTF-16"?>` + entity + `<a/>`)}).pack(t), ErrEntities},
		"a foreign encoding": {docx([2]string{"word/styles.xml", `<?xml version="1.0" encoding="UTF-7"?><a/>`}).pack(t), ErrBroken},
		"too many parts":     {many.pack(t), ErrTooLarge},
		"a part too large":   {docx([2]string{"word/media/a.bin", strings.Repeat("ab", 1<<19) + "c"}).pack(t), ErrTooLarge},
		"parts too large together": {docx([2]string{"word/media/a.bin", strings.Repeat("a", 1<<20)},
			[2]string{"word/media/b.bin", strings.Repeat("b", 1<<20)},
			[2]string{"word/media/c.bin", strings.Repeat("c", 1<<20)}).pack(t), ErrTooLarge},
		"deep nesting": {docx([2]string{"word/document.xml",
			body(strings.Repeat("<w:p>", 101) + strings.Repeat("</w:p>", 101))}).pack(t), ErrDeep},
		"a protected document": {append(append([]byte{}, ole...), utf16Text("EncryptedPackage")...), ErrPassword},
		"an older document":    {append(append([]byte{}, ole...), utf16Text("WordDocument")...), ErrBroken},
	} {
		if _, _, err := cleanPackage("a.docx", c.content, limits); !errors.Is(err, c.want) {
			t.Errorf("%s: %v, want %v", name, err, c.want)
		}
	}
	if got, _, err := cleanPackage("a.docx", whole, limits); err != nil || len(readParts(t, got)) != 3 {
		t.Errorf("a plain document: %v, want len(readParts(t, got)) = 3 and no error", err)
	}
}

// breakPart changes a byte of the packed content of a part.
func breakPart(content, name []byte) []byte {
	out := bytes.Clone(content)
	out[bytes.Index(out, name)+len(name)+20] ^= 0xff
	return out
}

// TestABombIsNoticedWhileUnpacking wants the ratio to count, whatever the directory
// says of sizes.
func TestABombIsNoticedWhileUnpacking(t *testing.T) {
	bomb := docx([2]string{"word/media/a.bin", strings.Repeat("\x00", 64<<20)}).pack(t)
	if _, _, err := cleanPackage("a.docx", bomb, Limits{}); !errors.Is(err, ErrTooLarge) {
		t.Errorf("%d bytes: %v, want %v", len(bomb), err, ErrTooLarge)
	}
	p, err := openPack("a.docx", bomb, Limits{})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := p.unpackPart(p.reader.File[3]); !errors.Is(err, ErrTooLarge) || p.total > 11<<20 {
		t.Errorf("%v after %d bytes, want %v and p.total at most %v", err, p.total, ErrTooLarge, 11<<20)
	}
}

// TestLinksAndMacrosAreTakenAway looks at what is left of a document that has all of
// them: hyperlinks and its own parts.
func TestLinksAndMacrosAreTakenAway(t *testing.T) {
	const office = "http://schemas.openxmlformats.org/officeDocument/2006/relationships/"
	relation := func(id, kind, target, mode string) string {
		return `<Relationship Id="` + id + `" Type="` + office + kind + `" Target="` + target + `"` + mode + `/>`
	}
	const external = ` TargetMode="External"`
	content := docx([2]string{"word/_rels/document.xml.rels", rels(
		relation("in", "image", "media/a.png", "") + relation("link", "hyperlink", "https://example.org/", external) +
			relation("out1", "image", "http://example.org/a.png", external) +
			relation("out2", "oleObject", "file:///etc/passwd", external) +
			relation("out3", "image", "file:///etc/passwd", "") + relation("out4", "attachedTemplate", "template.dotm", "") +
			relation("out5", "aFChunk", "chunk.html", "") + relation("out6", "image", `\\host\share\a.png`, "") +
			`<Relationship Id="out7" Type="http://schemas.microsoft.com/office/2006/relationships/vbaProject" Target="vbaProject.bin"/>`)},
		[2]string{"word/media/a.png", "png"}, [2]string{"word/vbaProject.bin", "macro"},
		[2]string{"word/activeX/activeX1.bin", "control"}).pack(t)
	got, _, err := cleanPackage("a.DOCX", content, Limits{})
	if err != nil {
		t.Fatal(err)
	}
	left := readParts(t, got)
	for _, gone := range []string{"word/vbaProject.bin", "word/activeX/activeX1.bin"} {
		if _, ok := left[gone]; ok {
			t.Error(gone, "is there")
		}
	}
	now := left["word/_rels/document.xml.rels"]
	if !strings.Contains(now, `Id="in"`) || !strings.Contains(now, `Id="link"`) || strings.Contains(now, "out") {
		t.Error(now)
	}
	if left["word/document.xml"] != docx()[2][1] || left["word/media/a.png"] != "png" {
		t.Error("other parts have changed")
	}
}

// FuzzCleaned looks through anything as a package: it neither fails hard nor lets an
// entity declaration through.
func FuzzCleaned(f *testing.F) {
	f.Add(docx().pack(f))
	f.Add(docx([2]string{"word/document.xml", entity + "<a/>"}).pack(f))
	f.Add([]byte("PK\x03\x04"))
	f.Fuzz(func(t *testing.T, content []byte) {
		got, _, err := cleanPackage("a.docx", content, Limits{Part: 1 << 20, Total: 4 << 20})
		if err != nil {
			return
		}
		for name, part := range readParts(t, got) {
			if strings.HasPrefix(part, "<!DOCTYPE") {
				t.Errorf("%s: got %q, want no document type", name, part)
			}
		}
	})
}
