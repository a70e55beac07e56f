package console

import (
	"slices"
	"strings"
	"testing"
)

// dossierRecord holds the fields of a dossier that the tests look at.
type dossierRecord struct {
	ID, Name, DossierStatusID     string
	MemberIDs                     []string
	ArchivedTime, SoftDeletedTime *string
}

// choose sets a field of choices, as a person would.
func (p *page) choose(label, words string) {
	p.t.Helper()
	field := "document.querySelector(`select[aria-label=\"" + label + "\"]`)"
	p.await(field + "?.options.length > 1")
	evaluate[bool](p, "(() => { const f = "+field+"; f.value = [...f.options].find((o) => o.innerText === `"+words+
		"`).value; return f.dispatchEvent(new Event('change', {bubbles: true})); })()")
}

// TestWorkOnSeveralDossiers narrows the list of dossiers by template, owner and status, and gives several a status and
// members, archives them, and puts them into the trash and back; what one may not change is named.
func TestWorkOnSeveralDossiers(t *testing.T) {
	s := openSite(t)
	boss, _ := s.AddAccount("demo", "boss", "MANAGER")
	var status struct{ ID string }
	s.root.Want(201, "POST", s.template+"/dossier-status-definitions",
		map[string]any{"name": "Waiting for paper", "color": "#336699"}).Decode(t, &status)
	made := map[string]string{}
	for _, name := range []string{"Alpha", "Beta", "Gamma", "Theirs"} {
		var d dossierRecord
		by := s.mira
		if name == "Theirs" {
			by = boss
		}
		by.Want(201, "POST", s.template+"/dossiers", map[string]any{"name": name, "memberIds": []string{s.miraID(t)}}).Decode(t, &d)
		made[name] = s.template + "/dossiers/" + d.ID
	}
	read := func(name string) (d dossierRecord) {
		t.Helper()
		s.mira.Want(200, "GET", made[name]+"?includeSoftDeleted=true", nil).Decode(t, &d)
		return d
	}
	p := openPage(t, s, "en")
	p.expectFault(`403`) // of the dossier of somebody else
	p.open("/console/dossiers?sort=name")
	p.signIn("mira")
	p.await(rowNames + ` === "Alpha Beta Gamma Spring 2026 Theirs"`)
	p.choose("Owner", "boss")
	p.await(rowNames + ` === "Theirs" && location.search.includes("owner=")`)
	p.await(`[...document.querySelectorAll(".filters button")].slice(0, 3).map((b) => b.innerText.replace(/\s+/g, " ")).join(", ` +
		`") === "Active 1, Mine 1, Owned by me 0"`)
	p.choose("Owner", "Owner: any")
	p.await(rowNames + ` === "Alpha Beta Gamma Spring 2026 Theirs"`)
	p.press("j", "x", "j", "x")
	p.awaitText("2 dossiers chosen")
	p.checkAccess("chosen-dossiers")
	p.press("s")
	p.clickWords("dialog[open]", "Waiting for paper")
	p.awaitText("2 dossiers: Waiting for paper")
	if a, b := read("Alpha").DossierStatusID, read("Beta").DossierStatusID; a != status.ID || b != status.ID {
		t.Errorf("the statuses are %q and %q, want a = %v and b = %v", a, b, status.ID, status.ID)
	}
	p.choose("Template", "Invoices")
	p.choose("Status", "Waiting for paper")
	p.await(rowNames + ` === "Alpha Beta" && location.search.includes("status=")`)
	p.await(`document.querySelectorAll("tbody .chip").length >= 2`)
	p.clickWords(".bulk", "Members")
	p.await(`document.activeElement?.matches("dk-people [role=combobox]")`)
	p.press("ad")
	p.await(`document.querySelector("dk-people [role=option][aria-selected=true]")?.innerText.startsWith("ada")`)
	p.checkAccess("members")
	p.press("\r")
	p.await(`document.querySelector("dialog[open] [name=member]")?.value === "` + s.adaID + `"`)
	p.clickWords("dialog[open]", "Add")
	p.awaitText("The members of 2 dossiers are changed.")
	if d := read("Beta"); !slices.Contains(d.MemberIDs, s.adaID) || !slices.Contains(d.MemberIDs, s.miraID(t)) {
		t.Errorf("the members are %v, want ada and mira", d.MemberIDs)
	}
	p.choose("Template", "Template: any")
	p.await(rowNames + ` === "Alpha Beta Gamma Spring 2026 Theirs"`)
	p.clickWords(".bulk", "Clear choice")
	evaluate[bool](p, `(document.querySelectorAll("tbody [data-row]")[2].focus(), true)`)
	p.press("x", "j", "j", "X")
	p.awaitText("3 dossiers chosen")
	evaluate[bool](p, `(document.querySelectorAll("tbody input")[3].click(), true)`)
	p.awaitText("2 dossiers chosen")
	p.press("#")
	p.awaitText("1 dossier is in the trash. 1 was left out (Theirs): ")
	p.await(rowNames + ` === "Alpha Beta Spring 2026 Theirs"`)
	if read("Gamma").SoftDeletedTime == nil {
		t.Error("Gamma is not in the trash")
	}
	p.clickWords(".toast.bad", "Undo")
	p.await(rowNames + ` === "Alpha Beta Gamma Spring 2026 Theirs"`)
	p.clickWords(".bulk", "Clear choice")
	evaluate[bool](p, `(document.querySelector("tbody [data-row]").focus(), true)`)
	p.press(".")
	p.clickWords(".menu", "Archive")
	p.await(`document.querySelector("dialog[open] .danger")`)
	p.click("dialog[open] .danger")
	p.await(`!document.querySelector("dialog[open]")`) // the list may tell of it before the answer
	p.await(rowNames + ` === "Beta Gamma Spring 2026 Theirs"`)
	if read("Alpha").ArchivedTime == nil {
		t.Error("Alpha is not archived")
	}
	evaluate[bool](p, `(document.querySelector("tbody [data-row]").focus(), true)`)
	p.press("e")
	p.await(`document.querySelector("dialog[open] [name=name]")?.value === "Beta"`)
}

// TestDossierTellsItsTerms shows the status of a dossier and the attributes that are meant for its lists, gives the states of
// its files away as csv, and has a package made again.
func TestDossierTellsItsTerms(t *testing.T) {
	s := openSite(t)
	create := func(what string, of map[string]any) string {
		var d struct{ ID string }
		s.root.Want(201, "POST", s.template+"/"+what+"-definitions", of).Decode(t, &d)
		return d.ID
	}
	status := create("dossier-status", map[string]any{"name": "Waiting for paper"})
	region := create("dossier-attribute", map[string]any{"name": "Region", "type": "TEXT", "editable": true,
		"displayedInDossierList": true})
	centre := create("file-attribute", map[string]any{"name": "Cost centre", "type": "TEXT", "editable": true, "displayedInFileList": true})
	file := s.upload(t, "march.pdf")
	id := s.dossier[strings.LastIndex(s.dossier, "/")+1:]
	s.mira.Want(200, "POST", s.template+"/dossiers", map[string]any{"id": id, "name": "Spring 2026", "dossierStatusId": status})
	s.mira.Want(204, "PUT", s.dossier+"/attributes", map[string]any{"attributeIdToValue": map[string]string{region: "South"}})
	s.mira.Want(204, "PUT", file+"/attributes", map[string]any{"attributeIdToValue": map[string]string{centre: "4711"}})
	p := openPage(t, s, "en")
	p.open("/console/dossiers")
	p.signIn("ada")
	p.await(`/Spring 2026\s+Waiting for paper\s+Region: South/.test(document.querySelector("tbody tr")?.innerText)`)
	p.open(s.consolePath())
	p.awaitText("Region: South")
	p.await(`document.querySelector(".title .chip")?.innerText === "Waiting for paper" && ` +
		`document.querySelector("tr[data-file]").innerText.includes("Cost centre: 4711")`)
	evaluate[bool](p, `(window.made = [], URL.createObjectURL = ((make) => (b) => { window.made.push(b); return make(b); `+
		`})(URL.createObjectURL.bind(URL)), HTMLAnchorElement.prototype.click = () => {}, true)`)
	p.clickWords(".title", "More")
	p.clickWords(".menu", "States of the files as csv")
	p.await(`window.made.length === 1`)
	if got := evaluate[string](p, `window.made[0].text()`); !strings.Contains(got, "File,Pages,Review,") ||
		!strings.Contains(got, "march.pdf,1,New,") {
		t.Errorf("the states are %q, want %q in got and %q in got", got, "File,Pages,Review,", "march.pdf,1,New,")
	}
	s.ada.Want(200, "POST", s.dossier+"/downloads",
		map[string]any{"downloadFileTypes": []string{"ORIGINAL"}, "reportTemplateIds": []string{}})
	p.open("/console/downloads")
	p.await(`document.querySelectorAll("tbody tr").length === 1 && document.querySelector("tbody tr").innerText.includes("1 file")`)
	p.click(`tbody button[title^="Make "]`)
	p.await(`document.querySelectorAll("tbody tr").length === 2`)
}
