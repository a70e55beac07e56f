package console

import (
	"fmt"
	"strings"
	"testing"
	"time"
)

// said is what the history on the page says, newest first.
const said = `[...document.querySelectorAll("dk-history li span")].map((e) => e.innerText).join("\n")`

// TestHistoryNamesFilesAndPeople reads the history of a dossier in both languages: it names files, which it leads to, people and
// components as people call them, and is narrowed by file, person, kind and day in its address.
func TestHistoryNamesFilesAndPeople(t *testing.T) {
	s := openSite(t)
	s.root.Want(200, "PUT", "/api/users/"+s.adaID,
		map[string]any{"firstName": "Ada", "lastName": "Byron", "roles": []string{"USER"}, "active": true})
	first, second := s.upload(t, "march.pdf"), s.upload(t, "april.pdf")
	s.ada.Want(204, "POST", first+"/component-overrides",
		map[string]any{"name": "Supplier_Name", "componentValues": []any{map[string]any{"value": "ACME AG"}}})
	s.ada.Want(204, "PUT", first+"/component-checks", map[string]any{"checked": []string{"Supplier_Name"}, "unchecked": []string{}})
	s.ada.Want(200, "PUT", second+"/assignee", map[string]any{"assigneeId": s.adaID})
	id := s.dossier[len(s.template)+len("/dossiers/"):]
	s.mira.Want(200, "POST", s.template+"/dossiers", map[string]any{"id": id, "name": "Spring 2026", "memberIds": []string{s.miraID(t)}})
	s.mira.Want(200, "POST", s.template+"/dossiers",
		map[string]any{"id": id, "name": "Spring 2026", "memberIds": []string{s.miraID(t), s.adaID}})
	path := s.consolePath() + "/history"
	for language, want := range map[string][]string{
		"en": {"april.pdf Ada Byron assigned the file to Ada Byron",
			"march.pdf Ada Byron corrected Supplier: Northgate Tools Ltd → ACME AG", "march.pdf Ada Byron checked Supplier",
			"mira changed the dossier: Members (removed: Ada Byron)", "mira changed the dossier: Members (added: Ada Byron)",
			"mira created the dossier"},
		"de": {"april.pdf Ada Byron hat die Datei Ada Byron zugewiesen", "march.pdf Ada Byron hat Supplier",
			"mira hat das Dossier angelegt",
			"Mitglieder (entfernt: Ada Byron)"},
	} {
		p := openPage(t, s, language)
		p.open(path)
		p.signIn("mira")
		p.await(`document.querySelector("dk-history li")`)
		all := evaluate[string](p, said)
		for _, words := range want {
			if !strings.Contains(all, words) {
				t.Errorf("%s: the history does not say %q:\n%s", language, words, all)
			}
		}
		if strings.Contains(all, "_") || strings.Contains(all, "adaada") {
			t.Errorf("%s: technical names:\n%s, want no %q in all and no %q in all", language, all, "_", "adaada")
		}
		p.checkAccess("history")
	}
	p := openPage(t, s, "en")
	p.open(path)
	p.signIn("mira")
	p.await(`document.querySelector("[aria-label=Person] option[value='` + s.adaID + `']")`)
	p.choose("Person", "Ada Byron")
	p.await(`location.search.includes("who=") && !document.querySelector("dk-history").innerText.includes("mira")`)
	p.choose("Kind", "Values")
	p.await(`document.querySelectorAll("dk-history li").length === 2 && location.search.includes("kind=values")`)
	p.choose("Kind", "Kind: any")
	p.choose("Person", "Person: any")
	p.press("/", "april.pdf")
	p.await(`location.search.includes("file=") && document.querySelector(".filters .chip").innerText.includes("april.pdf") &&
		[...document.querySelectorAll("dk-history li a")].every((a) => a.innerText === "april.pdf") && document.querySelector("dk-history li")`)
	p.checkAccess("history of a file")
	evaluate[bool](p, `(location.reload(), true)`)
	p.await(`document.querySelector(".filters .chip")?.innerText.includes("april.pdf") && document.querySelector("dk-history li a")`)
	p.click(".filters .chip button")
	p.await(`!location.search.includes("file=")`)
	evaluate[bool](p, `(() => { const f = document.querySelector(".filters [type=date]"); f.value = "`+
		time.Now().AddDate(0, 0, -2).Format("2006-01-02")+`"; return f.dispatchEvent(new Event("change", {bubbles: true})); })()`)
	p.awaitText("Nothing has happened that fits.")
	p.clickWords(".filters", "Clear filters")
	p.await(`document.querySelectorAll("dk-history li").length > 5 && location.search === ""`)
	p.click("dk-history li a")
	p.await(`location.pathname.startsWith("/console/review/") && document.querySelector("h1")?.innerText.endsWith(".pdf")`)
}

// TestLongHistoriesPage reads a history of more events than a page has; what happens meanwhile stands in front, and nothing that
// was read goes.
func TestLongHistoriesPage(t *testing.T) {
	s := openSite(t)
	file := s.upload(t, "march.pdf")
	const changes = 230
	for i := range changes {
		s.mira.Want(204, "POST", file+"/component-overrides",
			map[string]any{"name": "Supplier_Name", "componentValues": []any{map[string]any{"value": fmt.Sprintf("v%d", i)}}})
	}
	p := openPage(t, s, "en")
	p.open(s.consolePath() + "/history?kind=values")
	p.signIn("mira")
	p.await(`document.querySelectorAll("dk-history li").length === 100`)
	p.clickWords("dk-history", "Show more")
	p.await(`document.querySelectorAll("dk-history li").length === 200`)
	s.mira.Want(204, "POST", file+"/component-overrides",
		map[string]any{"name": "Supplier_Name", "componentValues": []any{map[string]any{"value": "the last"}}})
	p.await(`document.querySelector("dk-history li").innerText.includes("the last") && document.querySelectorAll("dk-history ` +
		`li").length === 201`)
	p.clickWords("dk-history", "Show more")
	p.await(fmt.Sprintf(`document.querySelectorAll("dk-history li").length === %d && !document.querySelector("dk-history `+
		`button")`, changes+1))
}
