package service_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/seed-62a36931/docket/service/servicetest"
)

// drawLayout draws an invoice whose number the rules do not find: it stands beside a label that says nothing of invoices.
func drawLayout(number, date, customer string, wide bool) []byte {
	x := 360
	heads := []string{"Menge", "Preis", "Betrag", "Netto", "USt 19 %", "Gesamt EUR", "Rechnung", "Datum"}
	if wide { // another layout
		heads = []string{"Quantity", "Unit price", "Amount", "Subtotal", "VAT 19 %", "Total EUR", "Invoice", "Date"}
	}
	var b strings.Builder
	for _, w := range []struct {
		x, y, size int
		text       string
	}{
		{60, 780, 16, "Nordlicht Werkzeuge GmbH"}, {60, 762, 9, "Hafenstrasse 12, 20457 Hamburg"},
		{60, 700, 10, customer}, {60, 686, 10, "Lindenweg 4"}, {60, 672, 10, "50667 Koeln"},
		{x, 700, 10, "Vorgang"}, {460, 700, 10, number}, {x, 686, 10, heads[7]}, {460, 686, 10, date}, {60, 600, 14, heads[6]},
		{60, 560, 10, "Pos"}, {100, 560, 10, "Bezeichnung"}, {360, 560, 10, heads[0]}, {420, 560, 10, heads[1]}, {500, 560, 10, heads[2]},
		{60, 544, 10, "1"}, {100, 544, 10, "Bohrer"}, {360, 544, 10, "2"}, {420, 544, 10, "50.00"}, {500, 544, 10, "100.00"},
		{380, 500, 10, heads[3]}, {500, 500, 10, "100.00"}, {380, 486, 10, heads[4]}, {500, 486, 10, "19.00"},
		{380, 472, 10, heads[5]}, {500, 472, 10, "119.00"},
	} {
		fmt.Fprintf(&b, "/F1 %d Tf 1 0 0 1 %d %d Tm (%s) Tj\n", w.size, w.x, w.y, w.text)
	}
	return servicetest.DrawPDF("BT\n" + b.String() + "ET")
}

// TestApprovedFilesTeachTheirLayout corrects and approves a file whose number the rules do not find: the next file of the
// layout has its number and says why; one of another layout has not, nor one in another workspace, nor one after the
// approved file was erased, nor one of a template that does not learn.
func TestApprovedFilesTeachTheirLayout(t *testing.T) {
	r := servicetest.ServeInside(t, servicetest.NewMasterKey(t)...)
	mira, _ := r.AddAccount("demo", "mira", "MANAGER")
	root, _ := r.AddAccount("demo", "root", "ADMIN")
	r.AddWorkspace("other")
	r.ImportTemplate("other", "Invoices", "PUBLIC")
	other, _ := r.AddAccount("other", "olga", "MANAGER")
	template := mira.TemplateNamed("Invoices")
	dossier, n := mira.NewDossierOf("Invoices", "Spring"), 0
	numberIn := func(c *servicetest.Caller, dossier, number string, wide bool) (found []string, path string) {
		n++
		path = dossier + "/files/" + c.Upload(dossier, fmt.Sprintf("%d.pdf", n), drawLayout(number, "05.03.2026", "Meyer Handels GmbH", wide))
		c.AwaitDone(path)
		var out struct{ Components map[string][]string }
		c.Want(200, "GET", path+"/components", nil).Decode(t, &out)
		return out.Components["Invoice_Number"], path
	}
	expect := func(what string, c *servicetest.Caller, dossier, number string, wide bool, want string) (path string) {
		t.Helper()
		got, path := numberIn(c, dossier, number, wide)
		if strings.Join(got, ",") != want {
			t.Errorf("%s: got the number %q, want %q", what, got, want)
		}
		return path
	}
	first := expect("before anything was approved", mira, dossier, "W-4711", false, "")
	mira.Want(204, "POST", first+"/component-overrides", map[string]any{"name": "Invoice_Number",
		"componentValues": []map[string]any{{"value": "W-4711"}}})
	expect("corrected, and not approved", mira, dossier, "W-4712", false, "")
	for _, status := range []string{"UNDER_REVIEW", "APPROVED"} {
		mira.Want(200, "PUT", first+"/workflow-status", map[string]any{"workflowStatus": status})
	}
	second := expect("after one was approved", mira, dossier, "W-4790", false, "W-4790")
	const why = "taken since 1 approved file of this layout has it beside"
	if entities := string(mira.Want(200, "GET", second+"/entities", nil).Body); !strings.Contains(entities, why) {
		t.Errorf("got the entities %s, want one with the reason %q", entities, why)
	}
	expect("another layout", mira, dossier, "W-4791", true, "")

	expect("another workspace", other, other.NewDossierOf("Invoices", "Spring"), "W-4792", false, "")

	root.Want(200, "PUT", template, map[string]any{"learnFromApproved": false})
	expect("a template that does not learn", mira, dossier, "W-4793", false, "")
	root.Want(200, "PUT", template, map[string]any{"learnFromApproved": true})
	expect("a template that learns again", mira, dossier, "W-4794", false, "W-4794")

	mira.Want(204, "DELETE", first+"?deletePermanently=true", nil)
	expect("after the approved file was erased", mira, dossier, "W-4795", false, "")
}
