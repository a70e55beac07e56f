package console

import (
	"bytes"
	"fmt"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/seed-62a36931/docket/adapters/bundle"
	"github.com/seed-62a36931/docket/commands"
)

// fieldRules find words such as V00017 and make a component of each.
var fieldRules = map[string]string{
	"template.yaml": "format: 1\nname: Fields\nocrByDefault: false\ndownloadFileTypes: [ORIGINAL]\nentities:\n  - {displayName: " +
		"Field, rank: 1, color: \"#7FB3D5\"}\n",
	"entity-rules.drl": `package drools

import com.iqser.red.service.redaction.v1.server.model.document.entity.EntityType;
import com.iqser.red.service.redaction.v1.server.model.document.nodes.*;
import com.iqser.red.service.redaction.v1.server.service.document.EntityCreationService;

global Document document
global EntityCreationService entityCreationService

rule "Field.0.0: numbered words"
when
    $document: Document()
then
    entityCreationService.byRegex("V\\d{5}", "field", EntityType.ENTITY, $document)
        .forEach(entity -> entity.apply("Field.0.0", "a numbered word", "n-a"));
end
`,
	"component-rules.drl": `package drools

import com.iqser.red.service.redaction.v1.server.model.component.Component;
import com.iqser.red.service.redaction.v1.server.model.component.Entity;
import com.iqser.red.service.redaction.v1.server.service.components.ComponentCreationService;

global ComponentCreationService componentCreationService

rule "Field.0.0: a component of each"
when
    $entity: Entity(type == "field")
then
    componentCreationService.create("Field.0.0", "Field_" + $entity.getValue(), $entity.getValue(), "as printed", $entity);
end
`}

// What the review shows.
const (
	rowFocused  = `document.activeElement?.matches(".component.current")`
	fieldOpen   = `document.activeElement?.matches(".edit input")`
	pageVisible = `document.querySelector("dk-pages img")?.naturalWidth > 0`
	nothingOpen = `!document.querySelector(".edit") && !document.querySelector(".saving")`
)

// saveUnexpected stores what stands in the field, which the template does not expect: the first time asks, the second says yes.
func (p *page) saveUnexpected() {
	p.t.Helper()
	p.press("\r")
	p.await(`document.querySelector(".edit .conflict")?.innerText.includes("Save it all the same")`)
	p.press("\r")
	p.await(nothingOpen)
}

// useFields makes a dossier of the template of numbered words the one of the site.
func (s *site) useFields(t *testing.T) {
	t.Helper()
	files := fstest.MapFS{}
	for name, text := range fieldRules {
		files[name] = &fstest.MapFile{Data: []byte(text)}
	}
	b, problems, err := bundle.DefaultLimits().ReadFS(files)
	if err != nil || len(problems) > 0 {
		t.Fatal(err, problems)
	}
	b.Visibility = "PUBLIC"
	out, err := s.App.Commands.ImportTemplate(t.Context(), commands.ImportTemplate{Request: s.NewRequest("demo"), Bundle: b})
	if err != nil {
		t.Fatal(err)
	}
	s.Settle()
	s.template = "/api/dossier-templates/" + out.ID
	s.newDossier(t, "Fields 2026")
}

// newDossier makes another dossier that of the site.
func (s *site) newDossier(t *testing.T, name string) {
	t.Helper()
	var d struct{ ID string }
	s.mira.Want(201, "POST", s.template+"/dossiers", map[string]any{"name": name, "memberIds": []string{s.adaID}}).Decode(t, &d)
	s.dossier = s.template + "/dossiers/" + d.ID
}

// store uploads a file of any content and waits until it is processed.
func (s *site) store(t *testing.T, name string, content []byte) string {
	t.Helper()
	path := s.dossier + "/files/" + s.mira.Upload(s.dossier, name, content)
	s.mira.AwaitDone(path)
	return path
}

// A sheet is a page of a PDF: its lines, upright when it is shown turned clockwise by degrees.
type sheet struct {
	lines    []string
	rotation int
}

// Size of a sheet before it is turned, in points.
const sheetWidth, sheetHeight = 595, 842

// writePDF returns a document of sheets.
func writePDF(sheets ...sheet) []byte {
	var b bytes.Buffer
	var offsets []int
	object := func(text string) {
		offsets = append(offsets, b.Len())
		fmt.Fprintf(&b, "%d 0 obj\n%s\nendobj\n", len(offsets), text)
	}
	b.WriteString("%PDF-1.4\n")
	kids := ""
	for i := range sheets {
		kids += fmt.Sprintf("%d 0 R ", 4+2*i)
	}
	object("<</Type/Catalog/Pages 2 0 R>>")
	object(fmt.Sprintf("<</Type/Pages/Kids[%s]/Count %d>>", kids, len(sheets)))
	object("<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>")
	for i, s := range sheets {
		object(fmt.Sprintf("<</Type/Page/Parent 2 0 R/MediaBox[0 0 %d %d]/Rotate %d/Contents %d 0 R/Resources<</Font<</F1 3 0 R>>>>>>",
			sheetWidth, sheetHeight, s.rotation, 5+2*i))
		content := s.content()
		object(fmt.Sprintf("<</Length %d>>\nstream\n%s\nendstream", len(content), content))
	}
	xref := b.Len()
	fmt.Fprintf(&b, "xref\n0 %d\n0000000000 65535 f \n", len(offsets)+1)
	for _, at := range offsets {
		fmt.Fprintf(&b, "%010d 00000 n \n", at)
	}
	fmt.Fprintf(&b, "trailer\n<</Size %d/Root 1 0 R>>\nstartxref\n%d\n%%%%EOF\n", len(offsets)+1, xref)
	return b.Bytes()
}

// content returns the drawing of a sheet, its lines in the upper left as it is shown.
func (s sheet) content() string {
	var b strings.Builder
	for i, line := range s.lines {
		x, down := 60, 60+16*i
		at := map[int]string{
			0:   fmt.Sprintf("1 0 0 1 %d %d", x, sheetHeight-down),
			90:  fmt.Sprintf("0 1 -1 0 %d %d", down, x),
			180: fmt.Sprintf("-1 0 0 -1 %d %d", sheetWidth-x, down),
			270: fmt.Sprintf("0 -1 1 0 %d %d", sheetWidth-down, sheetHeight-x),
		}[s.rotation]
		fmt.Fprintf(&b, "BT /F1 11 Tf %s Tm (%s) Tj ET\n", at, line)
	}
	return b.String()
}
