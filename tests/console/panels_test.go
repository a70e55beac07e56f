package console

import (
	"context"
	"fmt"
	"slices"
	"testing"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"github.com/seed-62a36931/docket/service/servicetest"
)

// Modifiers of a key, as the browser counts them.
const (
	ctrl  = 2
	shift = 8
)

// pressWith presses a key that writes nothing, with modifiers.
func (p *page) pressWith(modifiers int64, key, code string) {
	p.t.Helper()
	p.do(chromedp.Func(func(ctx context.Context, t *chromedp.Target) error {
		for _, kind := range []input.DispatchKeyEventType{input.DispatchKeyEventTypeRawKeyDown, input.DispatchKeyEventTypeKeyUp} {
			if _, err := cdp.Call(ctx, t, input.DispatchKeyEvent,
				input.DispatchKeyEventParams{Type: kind, Modifiers: modifiers, Key: key, Code: code}); err != nil {
				return err
			}
		}
		return nil
	}))
}

// openFields opens the review of a file of two pages, of which the second repeats the first word of the first; it has
// been replaced once, after a correction.
func openFields(t *testing.T, language string) (*site, string, *page) {
	t.Helper()
	s := openSite(t)
	s.useFields(t)
	s.root.Want(201, "POST", s.template+"/file-attribute-definitions",
		map[string]any{"name": "Cost centre", "type": "TEXT", "editable": true})
	file := s.store(t, "a.pdf", writePDF(numberedSheets(1, 4)...))
	s.mira.Want(204, "POST", file+"/component-overrides",
		map[string]any{"name": "Field_V00001", "componentValues": []any{map[string]any{"value": "W00001"}}})
	s.store(t, "a.pdf", writePDF(sheet{lines: []string{"This is V00001", "and V00002"}},
		sheet{lines: []string{"and again V00001", "V00007 comes new"}}))
	s.mira.Want(200, "PUT", file+"/assignee", map[string]any{"assigneeId": s.adaID})
	p := openPage(t, s, language)
	p.open(reviewPath(file))
	p.signIn("ada")
	p.await(rowFocused + ` && ` + pageVisible)
	return s, file, p
}

// TestPanelsByKeys opens what stands beside the pages, and works with it, without a mouse.
func TestPanelsByKeys(t *testing.T) {
	for _, language := range []string{"en", "de"} {
		t.Run(language, func(t *testing.T) {
			s, file, p := openFields(t, language)
			p.press("d")
			p.await(`document.querySelectorAll(".diff li").length > 0`)
			changed := evaluate[[]string](p, `[...document.querySelectorAll(".diff del, .diff ins")].map((e) => e.innerText)`)
			if slices.Sort(changed); !slices.Equal(changed, []string{"+ V00001, V00001", "+ V00007", "− V00000", "− V00001", "− V00003"}) {
				t.Errorf("the differences are %q, want what was added and removed", changed)
			}
			p.checkAccess("differences")
			p.press("d")
			p.await(`!document.querySelector("dk-panel") && ` + rowFocused)

			p.press("f")
			p.await(`document.activeElement?.matches("dk-find input")`)
			p.press("again v00001")
			p.await(`document.querySelectorAll("dk-find li").length === 1 && document.querySelector("[data-page='2'] .offered")`)
			p.checkAccess("find")
			p.press("\x1b")
			p.await(`!document.querySelector("dk-panel") && !document.querySelector(".offered") && ` + rowFocused)

			p.press(".")
			p.await(`document.activeElement?.matches(".choices button")`)
			p.checkAccess("row-menu")
			p.chooseByArrows(map[string]string{"en": "Explanation", "de": "Erklärung"}[language])
			p.await(`document.querySelector("dk-explanation")?.innerText.includes("Field.0.0")`)
			p.checkAccess("explanation")
			p.press(".")
			p.await(`document.activeElement?.matches(".choices button")`)
			p.chooseByArrows(map[string]string{"en": "Entities", "de": "Entitäten"}[language])
			p.await(`document.querySelectorAll("dk-entities li").length === 4`)
			p.checkAccess("entities")
			p.press(".")
			p.await(`document.activeElement?.matches(".choices button")`)
			p.chooseByArrows(map[string]string{"en": "Attributes", "de": "Attribute"}[language])
			p.await(`document.activeElement?.matches("dk-attributes input")`)
			p.checkAccess("attributes")
			p.press("4711", "\r")
			p.await(rowFocused)
			attribute := func() string {
				var f struct {
					FileAttributes struct{ AttributeIDToValue map[string]string }
				}
				s.mira.Want(200, "GET", file, nil).Decode(t, &f)
				for _, v := range f.FileAttributes.AttributeIDToValue {
					return v
				}
				return ""
			}
			servicetest.Await(t, patience, func() bool { return attribute() == "4711" })
			s.mira.AwaitDone(file)
			p.await(`document.querySelector("dk-attributes input").value === "4711"`)
			p.press("u")
			servicetest.Await(t, patience, func() bool { return attribute() == "" })
			p.press("h")
			p.await(`document.querySelector("dk-history li")`)
			p.press("h")
			p.await(`!document.querySelector("dk-panel") && ` + rowFocused)
		})
	}
}

// chooseByArrows goes through the choices of a menu or dialog to one and takes it.
func (p *page) chooseByArrows(words string) {
	p.t.Helper()
	for range 12 {
		if evaluate[string](p, `document.activeElement.innerText.trim()`) == words {
			p.press("\r")
			p.await(`!document.querySelector("dialog[open], .menu")`)
			return
		}
		p.press(kb.ArrowDown)
	}
	p.fail("there is no choice %s", words)
}

// TestViewOfThePagesByKeys goes through pages and places, changes their size, and shows boxes and small pictures.
func TestViewOfThePagesByKeys(t *testing.T) {
	_, _, p := openFields(t, "en")
	scrolled := `document.querySelector("dk-pages").scrollTop`
	p.press(kb.End)
	p.await(scrolled + ` > 200`)
	p.press(kb.Home)
	p.await(scrolled + ` < 50`)
	p.press("\t") // the second place of the value stands on the second page
	p.await(scrolled + ` > 200 && ` + rowFocused)
	p.press("\t")
	p.await(`!` + rowFocused)
	p.press("l")
	p.await(`document.activeElement?.matches("dk-pages")`)
	p.press("l")
	p.await(rowFocused)

	boxes := func() int { return evaluate[int](p, `document.querySelectorAll("dk-pages .mark").length`) }
	before := boxes()
	p.press("e")
	p.await(fmt.Sprintf(`document.querySelectorAll("dk-pages .mark").length > %d`, before))
	p.press("e", "e")
	p.await(fmt.Sprintf(`document.querySelectorAll("dk-pages .mark").length === %d`, before))

	p.press("t")
	p.await(`[...document.querySelectorAll("dk-thumbs img")].filter((i) => i.naturalWidth > 0).length === 2`)
	p.checkAccess("thumbs")
	p.press("t")
	p.await(`!document.querySelector("dk-thumbs")`)

	size := `(() => { const {offsetWidth: w, offsetHeight: h} = document.querySelector(".page"); return `
	p.press("0")
	p.await(size + `h <= document.querySelector("dk-pages").clientHeight; })()`)
	p.press("w")
	p.await(size + `h > document.querySelector("dk-pages").clientHeight; })()`)
	p.press("+")
	p.await(`document.querySelector(".tools .soft")`)
	p.press("w")
	evaluate[bool](p, `(document.querySelector(".tools button:last-child").focus(), true)`)
	p.press("\r")
	p.await(size + `w > h; })() && document.querySelector(".page image")`)
	missed := evaluate[int](p, `[...document.querySelectorAll(".page .mark rect")].filter((r) => { const b = r.getBoundingClientRect();
		return ![...document.querySelectorAll(".page text")].some((text) => { const x = text.getBoundingClientRect(), [mx, my] = [b.left + b.width / 2, b.top + b.height / 2];
			return text.textContent.trim().startsWith("V") && mx > x.left && mx < x.right && my > x.top && my < x.bottom; }); }).length`)
	if missed > 0 || boxes() == 0 {
		t.Errorf("%d boxes of turned pages miss their words, want missed at most 0 and boxes() other than 0", missed)
	}
}

// TestPaletteGoesToAnything goes to a dossier, a file and a screen by a few letters.
func TestPaletteGoesToAnything(t *testing.T) {
	s := openSite(t)
	s.upload(t, "march.pdf")
	for _, language := range []string{"en", "de"} {
		p := openPage(t, s, language)
		p.open("/console/")
		p.signIn("ada")
		seek := func(text, want string) {
			t.Helper()
			p.await(`!document.querySelector("dialog[open]")`)
			p.pressWith(ctrl, "k", "KeyK")
			p.await(`document.activeElement?.matches(".palette")`)
			p.press(text)
			p.await(`document.querySelector(".entries [aria-selected=true]")?.innerText.includes("` + want + `")`)
		}
		seek("spr", "Spring 2026")
		p.checkAccess("palette")
		p.press("\r")
		p.await(`document.querySelector("h1")?.innerText === "Spring 2026"`)
		seek("march", "march.pdf")
		p.press("\r")
		p.await(`document.querySelector("h1")?.innerText === "march.pdf"`)
		p.pressWith(ctrl, "k", "KeyK")
		p.await(`document.activeElement?.matches(".palette")`)
		p.press("zzzz")
		p.await(`!document.querySelector(".entries [role=option]")`)
	}
}

// TestPaletteFindsValuesAndActions finds the value of a component, that of an attribute of a dossier and of a file, a template and
// actions, in groups, while somebody types, without a pause; actions show their keys.
func TestPaletteFindsValuesAndActions(t *testing.T) {
	s := openSite(t)
	create := func(what string, of map[string]any) string {
		var d struct{ ID string }
		s.root.Want(201, "POST", s.template+"/"+what+"-definitions", of).Decode(t, &d)
		return d.ID
	}
	region := create("dossier-attribute", map[string]any{"name": "Region", "type": "TEXT", "editable": true})
	centre := create("file-attribute", map[string]any{"name": "Cost centre", "type": "TEXT", "editable": true})
	file := s.upload(t, "march.pdf")
	s.upload(t, "april.pdf")
	s.mira.Want(204, "POST", file+"/component-overrides",
		map[string]any{"name": "Supplier_Name", "componentValues": []any{map[string]any{"value": "Zirkonwerk AG"}}})
	s.mira.Want(204, "PUT", s.dossier+"/attributes", map[string]any{"attributeIdToValue": map[string]string{region: "Quellgebiet"}})
	s.mira.Want(204, "PUT", file+"/attributes", map[string]any{"attributeIdToValue": map[string]string{centre: "KST-4711"}})
	p := openPage(t, s, "en")
	p.open("/console/")
	p.signIn("mira")
	p.awaitText("march.pdf")
	group := func(name string) string {
		return `[...document.querySelectorAll(".entries [role=group]")].find((g) => g.querySelector("h3").innerText === "` +
			name + `")?.innerText.replace(/\s+/g, " ")`
	}
	seek := func(text, in, want string) {
		t.Helper()
		p.await(`!document.querySelector("dialog[open]")`)
		p.pressWith(ctrl, "k", "KeyK")
		p.await(`document.activeElement?.matches(".palette")`)
		p.press(text[:len(text)-1])
		evaluate[bool](p, `(window.took = new Promise((done) => addEventListener("keydown", () => { const from = `+
			`performance.now(); const look = () => `+group(in)+`?.includes("`+want+
			`") ? done(performance.now() - from) : requestAnimationFrame(look); look(); }, {capture: true, once: true})), true)`)
		p.press(text[len(text)-1:])
		p.await(group(in) + `?.includes("` + want + `")`)
		t.Logf("%s: %.0f ms after the last key", text, evaluate[float64](p, `window.took`))
	}
	seek("zirkonw", "Values", "Zirkonwerk AG Supplier Name · march.pdf")
	p.checkAccess("palette of values")
	p.press("\r")
	p.await(`document.querySelector("h1")?.innerText === "march.pdf" && location.search.includes("component=Supplier_Name")`)
	seek("4711", "Values", "KST-4711")
	p.press("\x1b")
	seek("quellg", "Dossiers", "Spring 2026")
	p.press("\x1b")
	seek("invoic", "Templates", "Invoices")
	p.press("\r")
	p.await(`location.search.includes("template=") && ` + rowNames + ` === "Spring 2026"`)
	seek("new dos", "Actions", "New dossier c")
	p.press("\r")
	p.await(`document.querySelector("dialog[open] [name=name]")`)
	p.press("\x1b")
	seek("dark", "Actions", "Dark")
	p.press("\r")
	p.await(`document.documentElement.dataset.theme === "dark"`)
	seek("next file", "Actions", "Review the next file")
	p.press("\r")
	p.await(`location.pathname.startsWith("/console/review/")`)
	p.expectFault(`401`) // of the session that ends
	seek("sign o", "Actions", "Sign out")
	p.press("\r")
	p.await(`document.querySelector("#password")`)
}

// TestFilesAreChosenByKeys chooses a range and all files, and assigns them from the menu.
func TestFilesAreChosenByKeys(t *testing.T) {
	s := openSite(t)
	var files []string
	for _, name := range []string{"a.pdf", "b.pdf", "c.pdf"} {
		files = append(files, s.upload(t, name))
	}
	p := openPage(t, s, "en")
	p.open(s.consolePath())
	p.signIn("ada")
	p.await(rowNames + ` === "a.pdf b.pdf c.pdf"`)
	chosen := func(n int) string {
		return fmt.Sprintf(`document.querySelectorAll("tr[data-file][aria-selected=true]").length === %d`, n)
	}
	p.press("j", "x")
	p.await(chosen(1))
	p.press("j")
	p.pressWith(shift, "X", "KeyX")
	p.await(chosen(2))
	p.pressWith(ctrl, "a", "KeyA")
	p.await(chosen(3))
	p.press(".")
	p.await(`document.activeElement?.matches(".choices button")`)
	p.checkAccess("files-menu")
	p.chooseByArrows("Assign to me")
	for _, file := range files {
		servicetest.Await(t, patience, func() bool {
			var f struct{ Assignee string }
			s.mira.Want(200, "GET", file, nil).Decode(t, &f)
			return f.Assignee == s.adaID
		})
	}
	s.ada.Want(200, "PUT", files[0]+"/workflow-status", map[string]any{"workflowStatus": "APPROVED"})
	p.await(`document.querySelector("tr[data-file]").innerText.includes("Approved")`)
	p.await(chosen(3))
	p.clickWords(".bulk", "Assign to …")
	p.await(`document.activeElement?.matches(".choices button")`)
	p.chooseByArrows("mira")
	p.awaitText("2 files are assigned to mira. 1 was left out (a.pdf): File is approved")
	var f struct{ Assignee string }
	s.mira.Want(200, "GET", files[1], nil).Decode(t, &f)
	if f.Assignee != s.miraID(t) {
		t.Errorf("the file is assigned to %s, want mira", f.Assignee)
	}
}

// TestExplanationTellsTheNormalisedValue looks at a total, which the template says is an amount.
func TestExplanationTellsTheNormalisedValue(t *testing.T) {
	s := openSite(t)
	file := s.upload(t, "march.pdf")
	p := openPage(t, s, "en")
	p.open(reviewPath(file) + "?component=Invoice_Total")
	p.signIn("ada")
	p.await(rowFocused + ` && document.activeElement.innerText.includes("Total")`)
	p.press(".")
	p.await(`document.activeElement?.matches(".choices button")`)
	p.chooseByArrows("Explanation")
	p.await(`/^For programs: [0-9]+\.[0-9]{2}( [A-Z]{3})?$/.test(document.querySelector("dk-explanation .normalized")?.innerText)`)
}

// TestRowsAreShownInCells chooses a component whose values are rows of a table: their cells stand below the list, beside the names of
// their columns, and beside the values of a type the form that programs get.
func TestRowsAreShownInCells(t *testing.T) {
	s := openSite(t)
	file := s.upload(t, "march.pdf")
	p := openPage(t, s, "en")
	p.open(reviewPath(file) + "?component=Line_Items")
	p.signIn("ada")
	p.await(rowFocused + ` && document.querySelector(".about .cells")`)
	p.press(kb.ArrowRight, kb.ArrowLeft)
	p.await(`[...document.querySelectorAll(".about .cells tr")].some((tr) => tr.innerText.replace(/\s+/g, " ").trim() === "Amount 358.00")`)
	p.await(`[...document.querySelectorAll(".component .value")].some((v) => /^[0-9]+\.[0-9]{2} = [0-9]+\.[0-9]{2} ` +
		`[A-Z]{3}$/.test(v.innerText.replace(/\s+/g, " ").trim()))`)
	p.checkAccess("cells")
	p.press("k")
	p.await(`!document.querySelector(".about .cells")`)
}
