package console

import (
	"fmt"
	"reflect"
	"slices"
	"testing"

	"github.com/chromedp/chromedp/kb"

	"github.com/seed-62a36931/docket/service/servicetest"
)

// cellHere is the cell of the table that has the focus.
const cellHere = `document.activeElement?.matches("td[role=gridcell]")`

// TestTableIsCorrectedByKeys goes through the values of all files of a dossier, corrects one, takes that back, and checks
// another, without a mouse.
func TestTableIsCorrectedByKeys(t *testing.T) {
	s := openSite(t)
	s.useFields(t)
	first := s.store(t, "a.pdf", writePDF(numberedSheets(1, 3)...))
	second := s.store(t, "b.pdf", writePDF(numberedSheets(1, 3)...))
	for _, language := range []string{"en", "de"} {
		t.Run(language, func(t *testing.T) {
			p := openPage(t, s, language)
			p.open(s.consolePath())
			p.signIn("ada")
			p.await(`document.querySelector("tr[data-file]")`)
			p.press("2")
			p.await(`document.querySelectorAll("td[role=gridcell]").length === 6`)
			p.checkAccess("table")
			p.press("j", kb.ArrowRight)
			p.await(cellHere + ` && document.activeElement.innerText.includes("V00001")`)
			p.press("\r")
			p.await(`document.activeElement?.matches("td input") && document.querySelector("img.crop")?.naturalWidth > 0`)
			p.checkAccess("table-field")
			p.press("gone", "\x1b")
			p.await(cellHere + ` && document.activeElement.innerText.includes("V00001")`)
			value := func(file string, want ...string) {
				t.Helper()
				servicetest.Await(t, patience, func() bool { return slices.Equal(s.values(t, file)["Field_V00001"], want) })
				p.await(`!document.querySelector("td.saving")`)
			}
			p.press("\r")
			p.await(`document.activeElement?.matches("td input")`)
			p.press("W"+language, "\t")
			value(second, "W"+language)
			p.await(cellHere + ` && document.activeElement.innerText.includes("V00002")`)
			p.press("u")
			value(second, "V00001")
			p.press("k", kb.ArrowLeft, " ")
			p.await(cellHere + ` && document.querySelector("td .mark-checked")`)
			evaluate[bool](p, `(window.gone = 0, window.watch = new MutationObserver(() => { if (!document.querySelector("td `+
				`.mark-checked")) gone++; }), watch.observe(document.body, {childList: true, subtree: true}), true)`)
			servicetest.Await(t, patience, func() bool { return slices.Equal(s.listChecked(t, first), []string{"Field_V00001"}) })
			if gone := evaluate[int](p, `(watch.disconnect(), gone)`); gone > 0 {
				t.Errorf("the mark was gone %d times before it was taken back, want at most 0", gone)
			}
			p.press("u")
			servicetest.Await(t, patience, func() bool { return len(s.listChecked(t, first)) == 0 })
			p.await(`!document.querySelector("td .mark-checked")`)
			p.open(s.consolePath() + "/table?component=field_v00002")
			p.await(`[...document.querySelectorAll("img.crop")].filter((i) => i.naturalWidth > 0).length === 2`)
			p.checkAccess("table-column")
			p.press("1")
			p.await(`document.querySelector("tr[data-file]")`)
		})
	}
}

// TestTableMessagesUndoTheirOwn corrects two values of a file: the message of the first one takes that back, and not the last.
func TestTableMessagesUndoTheirOwn(t *testing.T) {
	s := openSite(t)
	s.useFields(t)
	file := s.store(t, "a.pdf", writePDF(numberedSheets(1, 2)...))
	p := openPage(t, s, "en")
	p.open(s.consolePath() + "/table")
	p.signIn("ada")
	p.await(`document.querySelector("td[role=gridcell]")`)
	for i := range 2 {
		p.press("j")
		if i > 0 {
			p.press(kb.ArrowRight)
		}
		p.await(fmt.Sprintf(cellHere+` && document.activeElement.innerText.includes("V0000%d")`, i))
		p.press("\r")
		p.await(`document.activeElement?.matches("td input")`)
		p.press(fmt.Sprint("W", i), "\t")
		servicetest.Await(t, patience, func() bool {
			return slices.Equal(s.values(t, file)[fmt.Sprint("Field_V0000", i)], []string{fmt.Sprint("W", i)})
		})
		p.await(`!document.querySelector("td.saving")`)
	}
	p.undoByMessage("Field V00000 is corrected")
	servicetest.Await(t, patience, func() bool { return slices.Equal(s.values(t, file)["Field_V00000"], []string{"V00000"}) })
	if got := s.values(t, file)["Field_V00001"]; !slices.Equal(got, []string{"W1"}) {
		t.Errorf("the other value is %q, want W1", got)
	}
}

// TestTableBringsCorrectionsBack takes the corrections of rows back in the table, and undoes that: each row stands for the same
// extracted one as before.
func TestTableBringsCorrectionsBack(t *testing.T) {
	s := openSite(t)
	file := s.upload(t, "march.pdf")
	type row struct {
		Value, OriginalValue string
		BasedOn              *string
	}
	read := func() (rows []row, corrected bool) {
		var found struct {
			ComponentDetails []struct {
				TechnicalName   string
				Overridden      *struct{}
				ComponentValues []row
			}
		}
		s.mira.Want(200, "GET", file+"/components?includeDetails=true", nil).Decode(t, &found)
		for _, c := range found.ComponentDetails {
			if c.TechnicalName == "line_items" {
				return c.ComponentValues, c.Overridden != nil
			}
		}
		return nil, false
	}
	extracted, _ := read()
	values := []any{map[string]any{"value": "new", "basedOn": ""},
		map[string]any{"value": extracted[0].Value, "basedOn": *extracted[0].BasedOn},
		map[string]any{"value": "other", "basedOn": *extracted[2].BasedOn}}
	s.mira.Want(204, "POST", file+"/component-overrides", map[string]any{"name": "Line_Items", "componentValues": values})
	want, _ := read()
	p := openPage(t, s, "en")
	p.open(s.consolePath() + "/table?component=line_items")
	p.signIn("mira")
	p.await(`document.querySelector("td[role=gridcell]")?.innerText.includes("other")`)
	p.press("j", "r")
	servicetest.Await(t, patience, func() bool { _, corrected := read(); return !corrected })
	p.await(`!document.querySelector("td.saving")`)
	p.press("u")
	servicetest.Await(t, patience, func() bool { _, corrected := read(); return corrected })
	if got, _ := read(); !reflect.DeepEqual(got, want) {
		t.Errorf("got %+v, want %+v", got, want)
	}
}

// TestTableOfManyFiles draws some rows of many, and reads more of them on the way down.
func TestTableOfManyFiles(t *testing.T) {
	s := openSite(t)
	s.useFields(t)
	const files = 130
	var entries []string
	for i := range files {
		entries = append(entries, fmt.Sprintf("file-%03d.pdf", i), string(writePDF(numberedSheets(1, 2)...)))
	}
	for _, id := range s.mira.UploadFile(s.dossier, "all.zip", servicetest.Zip(t, entries...)).FileIDs {
		s.mira.AwaitDone(s.dossier + "/files/" + id)
	}
	p := openPage(t, s, "en")
	p.open(s.consolePath() + "/table")
	p.signIn("ada")
	p.await(`document.querySelector("td[role=gridcell]")`)
	if n := evaluate[int](p, `document.querySelectorAll("tbody tr[aria-rowindex]").length`); n > 60 {
		t.Errorf("%d rows are drawn, want at most 60", n)
	}
	for range files {
		p.press("j")
	}
	p.await(cellHere + fmt.Sprintf(` && document.activeElement.closest("tr").getAttribute("aria-rowindex") === "%d"`, files+1))
}

// TestTwoPeopleOnOneCell lets somebody else change the value of a cell that is being typed in: what was typed stays, both
// are shown, and one's own or theirs is taken.
func TestTwoPeopleOnOneCell(t *testing.T) {
	s := openSite(t)
	s.useFields(t)
	file := s.store(t, "a.pdf", writePDF(numberedSheets(1, 2)...))
	override := func(by *servicetest.Caller, value string) {
		by.Want(204, "POST", file+"/component-overrides",
			map[string]any{"name": "Field_V00000", "componentValues": []any{map[string]any{"value": value}}})
	}
	p := openPage(t, s, "en")
	p.expectFault(`412`)
	p.open(s.consolePath() + "/table")
	p.signIn("ada")
	p.await(`document.querySelector("td[role=gridcell]")`)
	conflict := func(value string) string {
		return `document.querySelector("td .conflict")?.innerText.includes("` + value + `")`
	}
	edit := func(text string) {
		p.press("j", "k", "\r")
		p.await(`document.activeElement?.matches("td input")`)
		p.press(text)
	}
	edit("mine")
	override(s.mira, "theirs")
	p.press("\r")
	p.await(conflict("mira set this to “theirs” meanwhile.") + ` && document.querySelector("td input").value === "mine"`)
	p.checkAccess("table-conflict")
	if got := s.values(t, file)["Field_V00000"]; !slices.Equal(got, []string{"theirs"}) {
		t.Errorf("the value of somebody else is %q, want %v", got, []string{"theirs"})
	}
	p.clickWords("td .conflict", "Keep mine")
	p.await(`document.activeElement?.matches("td input") && !document.querySelector(".conflict")`)
	p.press("\r")
	servicetest.Await(t, patience, func() bool { return slices.Equal(s.values(t, file)["Field_V00000"], []string{"mine"}) })
	p.await(`!document.querySelector("td.saving")`)

	edit("more")
	override(s.ada, "from another browser")
	p.press("\r")
	p.await(conflict("from another browser") + ` && document.querySelector("td input").value === "more"`)
	p.clickWords("td .conflict", "Take theirs")
	p.await(cellHere + ` && document.activeElement.innerText.includes("from another browser") && !document.querySelector("td input")`)
	if got := s.values(t, file)["Field_V00000"]; !slices.Equal(got, []string{"from another browser"}) {
		t.Errorf("the value is %q, want %v", got, []string{"from another browser"})
	}
}

// TestTableOpensEveryValue opens a cell with several values, the lines of an invoice, and corrects the second by keys alone.
func TestTableOpensEveryValue(t *testing.T) {
	s := openSite(t)
	file := s.upload(t, "march.pdf")
	found, _ := s.lines(t, file)
	p := openPage(t, s, "en")
	p.open(s.consolePath() + "/table")
	p.signIn("ada")
	p.await(`document.querySelector("td[role=gridcell]")`)
	at := evaluate[int](p, `document.querySelector("dk-grid").source.columns.findIndex((c) => c.name === "line_items")`)
	p.press("j", "k")
	for range at {
		p.press(kb.ArrowRight)
	}
	p.await(cellHere + fmt.Sprintf(` && document.activeElement.dataset.column === "%d" && `+
		`document.activeElement.querySelector(".mark-several")`, at))
	p.press("\r")
	p.await(lineFocused + fmt.Sprintf(` && document.querySelectorAll("dk-line-items tbody th").length === %d`, len(found)))
	columns := p.lineColumns()
	p.checkAccess("table-lines")
	p.press(kb.ArrowDown, "second", "\r")
	want := slices.Clone(found)
	want[1] = found[1].with(columns[0], "second")
	p.awaitLines(s, file, want)
	p.await(allStored)
	p.press("\x1b")
	p.await(cellHere + ` && !document.querySelector("dk-line-items")`)
	p.press("u")
	p.awaitLines(s, file, found)
}

// TestTableKeepsHeadsInSight scrolls sideways and down: the first column and the heads stay, each over its column, and the piece
// of the page of a cell is shown whole as one comes to it, those of its neighbours are there already.
func TestTableKeepsHeadsInSight(t *testing.T) {
	s := openSite(t)
	s.useFields(t)
	for i := range 30 {
		s.store(t, fmt.Sprintf("file-%02d.pdf", i), writePDF(numberedSheets(1, 16)...))
	}
	p := openPage(t, s, "en")
	p.open(s.consolePath() + "/table")
	p.signIn("ada")
	p.await(`document.querySelector("td[role=gridcell]")`)
	evaluate[bool](p, `(document.querySelector(".grid-scroll").scrollTo(700, 300), true)`)
	p.await(`document.querySelector(".grid-scroll").scrollLeft > 300 && document.querySelector(".grid-scroll").scrollTop > 100`)
	wrong := evaluate[[]string](p, `(() => {
		const box = (e) => e.getBoundingClientRect(), out = [], room = box(document.querySelector(".grid-scroll"));
		const heads = [...document.querySelectorAll("dk-grid thead th")];
		const row = [...document.querySelectorAll("dk-grid tbody tr[aria-rowindex]")].find((tr) => box(tr).top > room.top + 100);
		[...row.children].forEach((cell, i) => { if (Math.abs(box(cell).left - box(heads[i]).left) > 1 || Math.abs(box(cell).right - box(heads[i]).right) > 1) out.push("column " + i + " is not below its head"); });
		for (const cell of [heads[0], row.children[0]]) if (Math.abs(box(cell).left - room.left) > 2) out.push(cell.innerText + " is not at the left");
		for (const head of heads) if (Math.abs(box(head).top - room.top) > 2) out.push(head.innerText + " is not at the top");
		const [x, y] = [room.left + 20, room.top + 10];
		if (document.elementFromPoint(x, y) !== heads[0]) out.push("the first head is covered");
		return out; })()`)
	for _, w := range wrong {
		t.Error(w)
	}
	p.press("j")
	p.await(cellHere + ` && document.querySelector(".cell-here img.crop")?.naturalWidth > 0`)
	if whole := evaluate[bool](p,
		`(() => { const i = document.querySelector(".cell-here img.crop"), b = i.getBoundingClientRect(), r = i.parentElement.getBoundingClientRect();
		return b.left >= r.left - 1 && b.right <= r.right + 1 && b.top >= r.top - 1 && b.bottom <= r.bottom + 1 && Math.abs(i.clientWidth / i.clientHeight - i.naturalWidth / i.naturalHeight) < .1; })()`); !whole {
		t.Error("the piece of the page is cut or stretched")
	}
	asked := `performance.getEntriesByType("resource").filter((r) => r.name.includes(".png?crop")).length`
	p.await(asked + ` >= 4`) // the cell and those around it
	p.press(kb.ArrowRight)
	p.await(cellHere + ` && document.activeElement.dataset.column === "1"`)
	if !evaluate[bool](p, `document.querySelector(".cell-here img.crop")?.naturalWidth > 0`) {
		t.Error("the piece of the page of the next cell is not there")
	}
}

// TestDatesAreOfferedForDates types the first letters of a date: dates alone are offered.
func TestDatesAreOfferedForDates(t *testing.T) {
	s := openSite(t)
	file := s.store(t, "a.pdf", writePDF(sheet{lines: []string{"12 Quay Street", "No. 123 of 12 March 2026", "Telephone 123 4567 89"}}))
	p := openPage(t, s, "en")
	p.open(reviewPath(file) + "?component=Invoice_Date")
	p.signIn("ada")
	p.await(rowFocused + ` && ` + pageVisible)
	p.press("\r")
	p.await(fieldOpen)
	offers := `[...document.querySelectorAll(".edit li")].map((li) => li.firstChild.nextSibling?.textContent ?? li.textContent)`
	p.press(kb.Backspace)
	p.press("12")
	p.await(offers + `.length > 0`)
	if got := evaluate[string](p, `[...document.querySelectorAll(".edit li")].map((li) => li.innerText.replace(/\s*(On `+
		`page|Page|p).*$/i, "").trim()).join("|")`); got != "12 March 2026" {
		t.Errorf("offered: %q, want %q", got, "12 March 2026")
	}
}
