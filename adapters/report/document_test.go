package report

import (
	"archive/zip"
	"bytes"
	"io"
	"strings"
	"testing"

	"github.com/beevik/etree"

	"github.com/seed-62a36931/docket/domain"
	"github.com/seed-62a36931/docket/processes/report"
)

const (
	wordTypes = `<?xml version="1.0" encoding="UTF-8"?><Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">` +
		`<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default ` +
		`Extension="xml" ContentType="application/xml"/>` +
		`<Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/>` +
		`<Override PartName="/word/header1.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.header+xml"/></Types>`
	wordRels = `<?xml version="1.0" encoding="UTF-8"?><Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">` +
		`<Relationship Id="rId1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument" ` +
		`Target="word/document.xml"/></Relationships>`
	wordSpace = `xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main" ` +
		`xmlns:w14="http://schemas.microsoft.com/office/word/2010/wordml"`
)

// docx makes a document of the XML in its body; more are names and contents of
// further parts.
func docx(t testing.TB, body string, more ...string) []byte {
	t.Helper()
	var b bytes.Buffer
	z := zip.NewWriter(&b)
	parts := append([]string{contentTypes, wordTypes, "_rels/.rels", wordRels,
		"word/document.xml", `<?xml version="1.0" encoding="UTF-8"?><w:document ` + wordSpace + `><w:body>` + body +
			`</w:body></w:document>`}, more...)
	for i := 0; i < len(parts); i += 2 {
		w, err := z.Create(parts[i])
		must(t, err)
		_, err = io.WriteString(w, parts[i+1])
		must(t, err)
	}
	must(t, z.Close())
	return b.Bytes()
}

func p(runs ...string) string {
	return "<w:p><w:r><w:t>" + strings.Join(runs, "</w:t></w:r><w:r><w:t>") + "</w:t></w:r></w:p>"
}

func row(cells ...string) string {
	return "<w:tr><w:tc>" + strings.Join(cells, "</w:tc><w:tc>") + "</w:tc></w:tr>"
}

// outline writes a part as text: paragraphs in brackets, cells and rows ended by
// bars, tables by "=".
func outline(t testing.TB, content []byte, part string, s report.Scope) string {
	t.Helper()
	out, err := FillTemplate("t.docx", content, s)
	must(t, err)
	again, err := FillTemplate("t.docx", content, s)
	must(t, err)
	if !bytes.Equal(out, again) {
		t.Error("the same call gives other bytes")
	}
	all, err := unpackParts(out)
	must(t, err)
	doc := etree.NewDocument()
	must(t, doc.ReadFromBytes(all.findPart(part).content))
	var b strings.Builder
	var tell func(e *etree.Element)
	tell = func(e *etree.Element) {
		ends := map[string]string{"p": "]", "tc": "|", "tr": "|", "tbl": "="}
		switch e.Tag {
		case "p":
			b.WriteString("[")
		case "t":
			b.WriteString(e.Text())
		case "br":
			b.WriteString("/")
		case "tab":
			b.WriteString(">")
		case "blip":
			b.WriteString("(" + e.SelectAttrValue("r:embed", "") + ")")
		}
		for _, c := range e.ChildElements() {
			tell(c)
		}
		b.WriteString(ends[e.Tag])
	}
	tell(doc.Root())
	return b.String()
}

func TestParagraphsAreFilledOverRuns(t *testing.T) {
	body := p("About {{dos", "sier.na", "me}}, {{", "nothing}} and {{dossier.attribute.Code}}") + p("{{component.total}}") + p("plain")
	if got := outline(t, docx(t, body), "word/document.xml", report.OfFile(facts(t), 0)); got != "[About R&D <March>, {{nothing}} and 007][=1+1/+2/-3/@x][plain]" {
		t.Error(got)
	}
}

func TestTableRowsAreRepeated(t *testing.T) {
	table := "<w:tbl>" + row(p("Name"), p("Pages")) + row(p("{{file.na", "me}}"), p("{{file.pages}}")) +
		row(p("Sum of {{dossier.name}}"), p("")) + "</w:tbl>"
	for name, c := range map[string]struct {
		body, want string
		scope      report.Scope
	}{
		"files": {table, "[Name]|[Pages]||[a.pdf]|[3]||[b.pdf]|[1]||[c.pdf]|[0]||[Sum of R&D <March>]|[]||=",
			report.OfAll(facts(t))},
		"one file":  {table, "[Name]|[Pages]||[a.pdf]|[3]||[Sum of R&D <March>]|[]||=", report.OfFile(facts(t), 0)},
		"no values": {"<w:tbl>" + row(p("{{component.value}}")) + row(p("end")) + "</w:tbl>", "[end]||=", report.OfFile(facts(t), 1)},
		"no row is left": {p("a") + "<w:tbl>" + row(p("{{component.value}}")) + "</w:tbl>" + p("b"), "[a][][b]",
			report.OfFile(facts(t), 1)},
		"a table inside a row": {"<w:tbl>" + row(p("{{file.name}}")+"<w:tbl>"+row(p("{{component.value}}"))+"</w:tbl>"+p("")) + "</w:tbl>",
			"[a.pdf][=1+1]||[+2]||[-3]||[@x]||=[]||[b.pdf][][]||[c.pdf][][]||=", report.OfAll(facts(t))},
	} {
		t.Run(name, func(t *testing.T) {
			if got := outline(t, docx(t, c.body), "word/document.xml", c.scope); got != c.want {
				t.Errorf("%s\nwant %s", got, c.want)
			}
		})
	}
}

func TestHeadersAndTextBoxesAreFilled(t *testing.T) {
	box := `<w:p><w:r><w:t>outside {{user.name}}</w:t></w:r><w:r><w:pict><w:txbxContent>` + p("inside {{us", "er.name}}") +
		`</w:txbxContent></w:pict></w:r></w:p>`
	template := docx(t, box, "word/header1.xml", `<w:hdr `+wordSpace+`>`+p("{{date.yyyy-MM-dd}} {{dossier.attribute.Logo}}")+`</w:hdr>`)
	if got := outline(t, template, "word/document.xml", report.OfFile(facts(t), 0)); got != "[outside Mira Tal[inside Mira Tal]]" {
		t.Error(got)
	}
	if got := outline(t, template, "word/header1.xml", report.OfFile(facts(t), 0)); got != "[2026-02-07 (rIdAttribute1)]" {
		t.Error(got)
	}
}

func TestPicturesAreStoredOnce(t *testing.T) {
	out, err := FillTemplate("t.docx", docx(t, p("{{dossier.attribute.Logo}}")+p("x {{dossier.attribute.Logo}}")),
		report.OfFile(facts(t), 0))
	must(t, err)
	all, err := unpackParts(out)
	must(t, err)
	pictures := 0
	for _, f := range all {
		if strings.HasPrefix(f.Name, "word/media/") {
			pictures++
			if !bytes.Equal(f.content, logo(t)) {
				t.Error("other bytes")
			}
		}
	}
	rels, types := string(all.findPart("word/_rels/document.xml.rels").content), string(all.findPart(contentTypes).content)
	if pictures != 1 || strings.Count(rels, "<Relationship ") != 1 || strings.Count(types, `Extension="png"`) != 1 {
		t.Errorf("%d pictures\n%s\n%s, want one picture, related and typed once", pictures, rels, types)
	}
}

func TestIdentitiesStandOnce(t *testing.T) {
	marked := `<w:p w14:paraId="00000001"><w:bookmarkStart w:id="1" w:name="m"/><w:r><w:t>{{file.name}}</w:t></w:r><w:bookmarkEnd w:id="1"/></w:p>`
	out, err := FillTemplate("t.docx", docx(t, "<w:tbl>"+row(marked)+"</w:tbl>"), report.OfAll(facts(t)))
	must(t, err)
	all, err := unpackParts(out)
	must(t, err)
	text := string(all.findPart("word/document.xml").content)
	for _, once := range []string{"w14:paraId", "bookmarkStart", "bookmarkEnd"} {
		if n := strings.Count(text, once); n != 1 {
			t.Errorf("%s stands %d times, want 1", once, n)
		}
	}
}

func TestWhatIsNoReportTemplateIsRefused(t *testing.T) {
	external := func(kind string) string {
		return `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="a" ` +
			`TargetMode="External" ` +
			`Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/` + kind +
			`" Target="http://example.org/"/></Relationships>`
	}
	good := docx(t, p(""))
	for name, c := range map[string]struct {
		filename string
		content  []byte
		cause    string
	}{
		"other extension":     {"t.doc", good, ""},
		"other format":        {"t.xlsx", good, ""},
		"no zip":              {"t.docx", []byte("PK?"), "not a valid zip"},
		"macros":              {"t.docx", docx(t, "", "word/vbaProject.bin", "x"), "macros"},
		"a linked template":   {"t.docx", docx(t, "", "word/_rels/settings.xml.rels", external("attachedTemplate")), "attachedTemplate"},
		"a linked picture":    {"t.docx", docx(t, "", "word/_rels/document.xml.rels", external("image")), "image"},
		"a document type":     {"t.docx", docx(t, "", "word/styles.xml", `<!DOCTYPE a [<!ENTITY b "c">]><a/>`), "document type"},
		"broken relations":    {"t.docx", docx(t, "", "word/_rels/document.xml.rels", "<"), "XML"},
		"links of a workbook": {"t.docx", docx(t, "", "xl/externalLinks/externalLink1.xml", "<a/>"), "another workbook"},
		"a bomb":              {"t.docx", docx(t, "", "word/styles.xml", strings.Repeat(" ", maxPart+1)), "too large"},
	} {
		t.Run(name, func(t *testing.T) {
			err := CheckTemplate(c.filename, c.content)
			if domain.KindOf(err) != domain.Unsupported ||
				!strings.Contains(err.Error(), "Unsupported file type: "+c.filename) || !strings.Contains(err.Error(), c.cause) {
				t.Error(err)
			}
		})
	}
	for _, kind := range []string{"hyperlink"} {
		if err := CheckTemplate("T.DOCX", docx(t, p(""), "word/_rels/document.xml.rels", external(kind))); err != nil {
			t.Error(err)
		}
	}
}

func TestABrokenTemplateIsNamed(t *testing.T) {
	for name, content := range map[string][]byte{"a.docx": docx(t, "<w:p>"), "b.xlsx": []byte("x"),
		"c.docx": docx(t, "", "word/header1.xml", "")} {
		_, err := FillTemplate(name, content, report.OfFile(facts(t), 0))
		if domain.KindOf(err) != domain.Unprocessable || !strings.HasPrefix(err.Error(), "The report template "+name+" cannot be filled") {
			t.Errorf("%s: got %v, want a report template that cannot be filled", name, err)
		}
	}
}

func FuzzFill(f *testing.F) {
	f.Add("t.docx", docx(f, p("{{file.name}}")))
	f.Add("t.xlsx", workbookOf(f))
	facts := facts(f)
	f.Fuzz(func(t *testing.T, name string, content []byte) {
		out, err := FillTemplate(name, content, report.OfAll(facts))
		if err == nil && CheckTemplate(name, out) != nil {
			t.Error("what was filled is no report template any more")
		}
	})
}

func workbookOf(t testing.TB) []byte { return cellsOf(t, map[string]any{"A1": "{{file.name}}"}) }
