package console

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/seed-62a36931/docket/domain/file"
	"github.com/seed-62a36931/docket/service/servicetest"
)

// click clicks what a selector finds first.
func (p *page) click(selector string) {
	p.t.Helper()
	p.await("document.querySelector(`" + selector + "`)")
	evaluate[bool](p, "(document.querySelector(`"+selector+"`).click(), true)")
}

// clickWords clicks the first button or link below a selector that has some words.
func (p *page) clickWords(within, words string) {
	p.t.Helper()
	find := "[...document.querySelectorAll(`" + within +
		"`)].flatMap(e => [...e.querySelectorAll('button,a')]).find(b => b.innerText.trim().startsWith(`" + words + "`))"
	p.await(find)
	evaluate[bool](p, "("+find+".click(), true)")
}

// rows returns the names of the rows of the list that is shown.
const rowNames = `[...document.querySelectorAll("tbody [data-row]")].map(e => e.innerText).join(" ")`

// TestListsOfADossier filters and sorts files by what the service counts, and works on several.
func TestListsOfADossier(t *testing.T) {
	s := openSite(t)
	var files []string
	for _, name := range []string{"c.pdf", "a.pdf", "b.pdf"} {
		files = append(files, s.upload(t, name))
	}
	p := openPage(t, s, "en")
	p.open(s.consolePath())
	p.signIn("mira")
	p.await(rowNames + ` === "c.pdf a.pdf b.pdf"`)
	p.clickWords("thead", "File")
	p.await(rowNames + ` === "a.pdf b.pdf c.pdf" && document.querySelector("th[aria-sort=ascending]")`)
	p.clickWords("thead", "File")
	p.await(rowNames + ` === "c.pdf b.pdf a.pdf"`)
	p.press("/", "b.p")
	p.await(rowNames + ` === "b.pdf"`)
	p.press("\x1b")
	evaluate[bool](p, `(document.querySelector("[type=search]").value = "", `+
		`document.querySelector("[type=search]").dispatchEvent(new Event("input", {bubbles: true})), true)`)
	p.await(rowNames + ` === "c.pdf b.pdf a.pdf"`)
	for _, row := range []string{"c.pdf", "a.pdf"} {
		p.click(`input[aria-label="Choose ` + row + `"]`)
	}
	p.checkAccess("chosen")
	p.clickWords(".bulk", "Assign to …")
	p.checkAccess("assignees")
	p.clickWords("dialog", "ada")
	assignee := func(file string) string {
		var f struct{ Assignee string }
		s.mira.Want(200, "GET", file, nil).Decode(t, &f)
		return f.Assignee
	}
	servicetest.Await(t, patience, func() bool { return assignee(files[0]) == s.adaID && assignee(files[1]) == s.adaID })
	if assignee(files[2]) != "" {
		t.Error("the file that was not chosen is assigned, too")
	}
	p.await(`[...document.querySelectorAll(".filters button")].some(b => b.textContent === "Unassigned1")`)
	p.clickWords(".filters", "Unassigned")
	p.await(rowNames + ` === "b.pdf"`)
	p.click(`[aria-label="Choose b.pdf"]`)
	p.clickWords(".bulk", "Delete")
	p.awaitText("Nothing fits the filters.")
	p.clickWords(".toast", "Undo")
	p.await(rowNames + ` === "b.pdf"`)
}

// TestAttributeOfSeveralFiles sets an attribute of two of three files at once, by keys.
func TestAttributeOfSeveralFiles(t *testing.T) {
	s := openSite(t)
	var d struct{ ID string }
	s.root.Want(201, "POST", s.template+"/file-attribute-definitions",
		map[string]any{"name": "Cost centre", "type": "TEXT", "editable": true}).Decode(t, &d)
	s.fillDossier(t, 3)
	p := openPage(t, s, "en")
	p.open(s.consolePath())
	p.signIn("ada")
	p.await(`document.querySelectorAll("tr[data-file]").length === 3`)
	p.press("j", "x", "j", "x")
	p.await(`document.querySelectorAll("tr[aria-selected=true]").length === 2`)
	p.clickWords(".bulk", "Attribute …")
	p.await(`document.activeElement?.name === "attribute"`)
	p.checkAccess("attribute")
	p.press("\t", "4711", "\r")
	p.await(`!document.querySelector("dialog")`)
	p.awaitText("2 files: Cost centre is set")
	var list struct {
		FileStatus []struct {
			FileAttributes struct{ AttributeIDToValue map[string]string }
		}
	}
	count := func() (set int) {
		s.mira.Want(200, "GET", s.dossier+"/files", nil).Decode(t, &list)
		for _, f := range list.FileStatus {
			if f.FileAttributes.AttributeIDToValue[d.ID] == "4711" {
				set++
			}
		}
		return set
	}
	servicetest.Await(t, patience, func() bool { return count() == 2 })
}

// TestDossierIsEdited changes a dossier, while somebody else does too.
func TestDossierIsEdited(t *testing.T) {
	s := openSite(t)
	s.upload(t, "march.pdf")
	p := openPage(t, s, "en")
	p.expectFault(`412`)
	p.open(s.consolePath())
	p.signIn("mira")
	p.awaitText("march.pdf")
	p.press("e")
	p.await(`document.activeElement.name === "name"`)
	p.checkAccess("edit")
	s.mira.Want(200, "POST", s.template+"/dossiers",
		map[string]any{"id": s.dossier[len(s.template)+len("/dossiers/"):], "name": "Spring 2026", "description": "from elsewhere"})
	evaluate[bool](p, `(document.activeElement.select(), true)`)
	p.press("Early 2026", "\r")
	p.awaitText("Somebody changed this dossier meanwhile.")
	p.checkAccess("stale")
	p.clickWords("dialog form", "Keep mine")
	p.await(`!document.querySelector("dialog .banner")`)
	evaluate[bool](p, `(document.querySelector("dialog [name=description]").value = "mine", document.querySelector("dialog `+
		`form").requestSubmit(), true)`)
	p.await(`!document.querySelector("dialog") && document.querySelector("h1").innerText === "Early 2026"`)
	p.awaitText("mine")
}

// selectTrashed selects the row of what stood at a path of the API.
func selectTrashed(path string) string {
	return `tr[data-trash="` + path[strings.LastIndex(path, "/")+1:] + `"]`
}

// TestTrash restores a file, and deletes another and a dossier for good.
func TestTrash(t *testing.T) {
	s := openSite(t)
	first, second := s.upload(t, "march.pdf"), s.upload(t, "april.pdf")
	s.mira.Want(204, "DELETE", first, nil)
	s.mira.Want(204, "DELETE", second, nil)
	for _, language := range []string{"de", "en"} {
		p := openPage(t, s, language)
		p.open("/console/trash")
		p.signIn("mira")
		p.awaitText("april.pdf")
		p.checkAccess("trash")
		if language == "de" {
			continue
		}
		p.awaitText("2 of 2 entries")
		p.clickWords(selectTrashed(first), "Restore")
		p.await(`!document.querySelector("main").innerText.includes("march.pdf")`)
		s.mira.Want(200, "GET", first, nil)
		p.clickWords(selectTrashed(second), "Delete for good")
		p.await(`document.activeElement.matches("dialog input") && document.querySelector("dialog .danger").disabled`)
		p.checkAccess("erase")
		p.press("april.pdf", "\r")
		p.awaitText("The trash is empty.")
		s.mira.Want(404, "GET", second, nil)
		s.mira.Want(204, "DELETE", s.dossier, nil)
		p.awaitText("Spring 2026")
		p.clickWords(selectTrashed(s.dossier), "Delete for good")
		p.await(`document.activeElement.matches("dialog input")`)
		p.press("Spring 2026", "\r")
		p.awaitText("The trash is empty.")
		s.mira.Want(404, "GET", s.dossier, nil)
	}
}

// TestTrashAsksForAnotherName restores a file whose name another one has meanwhile: a name that is refused, too, stays in its field.
func TestTrashAsksForAnotherName(t *testing.T) {
	s := openSite(t)
	first := s.upload(t, "march.pdf")
	s.mira.Want(204, "DELETE", first, nil)
	s.upload(t, "march.pdf")
	s.upload(t, "april.pdf")
	p := openPage(t, s, "en")
	p.expectFault(`409`)
	p.open(s.consolePath())
	p.signIn("mira")
	p.await(`document.querySelectorAll("tr[data-file]").length === 2`)
	p.press("5")
	p.clickWords(selectTrashed(first), "Restore")
	p.await(`document.activeElement?.matches("dialog [name=name]") && document.activeElement.value === "march (2).pdf"`)
	p.checkAccess("another-name")
	evaluate[bool](p, `(document.activeElement.select(), true)`)
	p.press("april.pdf", "\r")
	p.await(`document.querySelector("dialog .banner.error")?.innerText.includes("A file with this name exists") && ` +
		`document.querySelector("dialog [name=name]").value === "april.pdf"`)
	evaluate[bool](p, `(document.querySelector("dialog [name=name]").select(), true)`)
	p.press("may.pdf", "\r")
	p.awaitText("may.pdf is back")
	p.await(`!document.querySelector("dialog") && !document.querySelector("tr[data-trash]")`)
	var f struct{ Filename string }
	if s.mira.Want(200, "GET", first, nil).Decode(t, &f); f.Filename != "may.pdf" {
		t.Errorf("the file is called %s, want %q", f.Filename, "may.pdf")
	}
	p.press("1")
	p.await(rowNames + `.includes("may.pdf")`)
}

// TestTrashOfManyFiles reads a trash of more files than an answer holds, and brings all of them back.
func TestTrashOfManyFiles(t *testing.T) {
	s := openSite(t)
	const files = 620
	s.fillDossier(t, files, file.SoftDeleted{PurgeAt: time.Now().Add(time.Hour)})
	p := openPage(t, s, "en")
	p.open("/console/trash")
	p.signIn("mira")
	p.awaitText("100 of 620 entries")
	p.clickWords("main", "Show more")
	p.awaitText("600 of 620 entries")
	p.clickWords("main", "Show more")
	p.await(`document.querySelectorAll("tr[data-trash]").length === 620`)
	evaluate[bool](p, `(document.querySelector("thead input").click(), true)`)
	p.clickWords("main", "Restore 620 entries")
	p.awaitText("The trash is empty.")
	var list struct{ Total int }
	s.mira.Want(200, "GET", s.dossier+"/files?limit=1", nil).Decode(t, &list)
	if list.Total != files {
		t.Errorf("%d files are back, want %d", list.Total, files)
	}
}

// TestListOfManyDossiers reads more dossiers than a page holds, and has the service choose some of them.
func TestListOfManyDossiers(t *testing.T) {
	s := openSite(t)
	const dossiers = 120 // and that of the site
	var last struct{ ID string }
	for i := range dossiers {
		body := map[string]any{"name": fmt.Sprintf("Dossier %03d", i), "dueDate": "2999-01-01T00:00:00Z"}
		if i == 7 {
			body["dueDate"] = "2001-01-01T00:00:00Z"
		}
		s.mira.Want(201, "POST", s.template+"/dossiers", body).Decode(t, &last)
	}
	s.mira.Want(200, "POST", s.template+"/dossiers/"+last.ID+"/archive", nil)
	failed := s.mira.Upload(s.dossier, "damaged.pdf", []byte("%PDF-1.7 and no more"))
	s.mira.AwaitDone(s.dossier + "/files/" + failed)
	p := openPage(t, s, "en")
	p.open("/console/dossiers")
	p.signIn("mira")
	p.awaitText("100 of 120 dossiers.")
	p.checkAccess("first")
	if got := evaluate[string](p, `[...document.querySelectorAll(".filters button")].map((b) => b.innerText.replace(/\s+/g, " `+
		`")).join(", ")`); got !=
		"Active 120, Mine 120, Owned by me 120, Overdue 1, With errors 1, New results 0, Archived 1" {
		t.Errorf("the lists are %q, want each list with its number", got)
	}
	p.clickWords("main", "Show more")
	p.awaitText("120 dossiers")
	p.press("/", "dossier 04")
	p.await(rowNames + ` === "` + namesOf(49, 40) + `"`)
	p.awaitText("10 dossiers")
	p.clickWords(".filters", "Overdue")
	p.awaitText("Nothing fits the filters.")
	if got := evaluate[string](p, `[...document.querySelectorAll(".empty .chip")].map((c) => c.innerText).join(", ")`); got != "Overdue, dossier 04" {
		t.Errorf("the filters of the empty list are %q, want %q", got, "Overdue, dossier 04")
	}
	p.checkAccess("filtered to nothing")
	p.clickWords(".empty", "Clear filters")
	p.awaitText("100 of 120 dossiers.")
	p.clickWords(".filters", "Overdue")
	p.await(rowNames + ` === "Dossier 007"`)
	p.clickWords(".filters", "Archived")
	p.await(rowNames + ` === "Dossier 119"`)
	p.clickWords(".filters", "New results")
	p.awaitText("Nothing fits the filters.")
	p.clickWords(".filters", "With errors")
	p.await(rowNames + ` === "Spring 2026"`)
	for _, screen := range []struct{ path, until string }{
		{"/console/", `document.querySelector("#list-recent .count")?.innerText === "120" && ` +
			`document.querySelector("#list-trouble .count")?.innerText === "2"`},
		{s.consolePath(), `document.querySelector("tr[data-file]")`},
	} {
		p.open(screen.path)
		p.await(screen.until)
		if read := evaluate[int](p, dossiersRead); read > 30 {
			t.Errorf("%s may read %d dossiers, want no more than it shows", screen.path, read)
		}
	}
}

// dossiersRead is how many dossiers the page has asked for at most.
const dossiersRead = `performance.getEntriesByType("resource").map((r) => new URL(r.name)).filter((u) => u.pathname.endsWith("/api/dossiers"))
	.reduce((n, u) => n + (u.searchParams.getAll("dossierId").length || Number(u.searchParams.get("limit") ?? 1000)), 0)`

// namesOf returns the names of numbered dossiers, from one down to another.
func namesOf(from, to int) string {
	var names []string
	for i := from; i >= to; i-- {
		names = append(names, fmt.Sprintf("Dossier %03d", i))
	}
	return strings.Join(names, " ")
}
