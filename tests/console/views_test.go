package console

import (
	"strings"
	"testing"

	"github.com/seed-62a36931/docket/service/servicetest"
)

// TestViewsOfADossier goes through the views of a dossier by keys: each shows what is of the dossier alone.
func TestViewsOfADossier(t *testing.T) {
	s := openSite(t)
	file, gone := s.upload(t, "march.pdf"), s.upload(t, "gone.pdf")
	s.mira.Want(204, "DELETE", gone, nil)
	var other struct{ ID string }
	s.mira.Want(201, "POST", s.template+"/dossiers", map[string]any{"name": "Other"}).Decode(t, &other)
	elsewhere := s.template + "/dossiers/" + other.ID
	theirs := s.mira.Upload(elsewhere, "theirs.pdf", servicetest.CanaryPDF("theirs"))
	s.mira.AwaitDone(elsewhere + "/files/" + theirs)
	for _, d := range []string{s.dossier, elsewhere} {
		s.mira.Want(200, "POST", d+"/downloads", map[string]any{"downloadFileTypes": []string{"ORIGINAL"}, "reportTemplateIds": []string{}})
	}
	s.mira.Want(204, "DELETE", elsewhere+"/files/"+theirs, nil)
	for _, language := range []string{"en", "de"} {
		p := openPage(t, s, language)
		p.open(s.consolePath())
		p.signIn("mira")
		p.await(rowNames + ` === "march.pdf"`)
		p.press("3")
		p.await(`location.pathname.endsWith("/downloads") && document.querySelector("h1").innerText === "Spring 2026" && ` +
			`document.querySelectorAll("dk-downloads tbody tr").length === 1`)
		p.checkAccess("dossier-downloads")
		p.press("4")
		p.await(`location.pathname.endsWith("/history") && document.querySelector("dk-history li") && ` +
			`!document.querySelector("dk-history").innerText.includes("theirs")`)
		p.checkAccess("dossier-history")
		p.press("5")
		p.await(`location.pathname.endsWith("/trash") && ` + rowNames + ` === "gone.pdf"`)
		p.checkAccess("dossier-trash")
		p.press("2")
		p.await(`document.querySelector("td[role=gridcell]")`)
		p.press("1")
		p.await(rowNames + ` === "march.pdf" && document.querySelector(".tabs [aria-current=page]").innerText.includes("1")`)
	}
	// What a spreadsheet would take for a formula is none.
	values := []any{map[string]any{"value": "=1+1"}}
	s.mira.Want(204, "POST", file+"/component-overrides", map[string]any{"name": "Supplier_Name", "componentValues": values})
	s.mira.Want(204, "POST", file+"/component-overrides",
		map[string]any{"name": "Invoice_Total", "componentValues": []any{map[string]any{"value": "-12.50"}}})
	p := openPage(t, s, "en")
	p.open(s.consolePath() + "/table")
	p.signIn("mira")
	p.awaitText("=1+1")
	evaluate[bool](p, `(window.made = [], URL.createObjectURL = ((make) => (b) => { if (!b.type.startsWith("image/")) `+
		`window.made.push(b); return make(b); })(URL.createObjectURL.bind(URL)), HTMLAnchorElement.prototype.click = () => {}, true)`)
	p.clickWords(".title", "csv")
	p.await(`window.made.length === 1`)
	if got := evaluate[string](p, `window.made[0].text()`); !strings.Contains(got, ",'=1+1,") || !strings.Contains(got, ",-12.50,") {
		t.Errorf("the table is %q, want %q in got and %q in got", got, ",'=1+1,", ",-12.50,")
	}
}

// TestAttributesInLists changes an attribute in the row of a file, also while the service refuses it, and narrows the list of
// dossiers by the value of one.
func TestAttributesInLists(t *testing.T) {
	s, g := openSiteBehind(t)
	create := func(what string, of map[string]any) string {
		var d struct{ ID string }
		s.root.Want(201, "POST", s.template+"/"+what+"-definitions", of).Decode(t, &d)
		return d.ID
	}
	region := create("dossier-attribute", map[string]any{"name": "Region", "type": "TEXT", "editable": true, "filterable": true})
	centre := create("file-attribute", map[string]any{"name": "Cost centre", "type": "TEXT", "editable": true, "displayedInFileList": true})
	file := s.upload(t, "march.pdf")
	s.mira.Want(204, "PUT", s.dossier+"/attributes", map[string]any{"attributeIdToValue": map[string]string{region: "South"}})
	s.mira.Want(201, "POST", s.template+"/dossiers", map[string]any{"name": "Elsewhere"})
	p := openPageBehind(t, s, g)
	p.open(s.consolePath())
	p.signIn("mira")
	p.click("dk-attributes button")
	p.await(`document.activeElement?.matches("dk-attributes input")`)
	p.checkAccess("attribute-in-row")
	g.refuseWrites(409)
	p.press("4711", "\r")
	p.await(`document.querySelector("dk-attributes [role=alert]")?.innerText === "refused with 409" && ` +
		`document.querySelector("dk-attributes input").value === "4711"`)
	g.refuseWrites(0)
	p.press("\r")
	p.await(`document.activeElement?.matches("dk-attributes button") && document.activeElement.innerText === "Cost centre: 4711"`)
	if got := string(s.mira.Want(200, "GET", file, nil).Body); !strings.Contains(got, `"`+centre+`":"4711"`) {
		t.Errorf("the attribute is not stored: %s", got)
	}
	p.open("/console/dossiers")
	p.await(rowNames + ` === "Elsewhere Spring 2026"`)
	p.choose("Template", "Invoices")
	p.await(`document.querySelector("[placeholder=Region]")`)
	evaluate[bool](p, `(document.querySelector("[placeholder=Region]").focus(), true)`)
	p.press("sou")
	p.await(rowNames + ` === "Spring 2026" && location.search.includes("=sou")`)
	p.checkAccess("narrowed by an attribute")
	p.press("x")
	p.awaitText("Nothing fits the filters.")
	p.clickWords(".empty", "Clear filters")
	p.await(rowNames + ` === "Elsewhere Spring 2026"`)
}
