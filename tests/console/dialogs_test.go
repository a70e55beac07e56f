package console

import (
	"fmt"
	"net/http"
	"strings"
	"testing"
)

// givenIn is all that a dialog holds: what was typed and chosen, and what can be chosen.
const givenIn = `JSON.stringify([...document.querySelectorAll("dialog[open] :is(input, select, textarea)")].map((e) => e.type === "checkbox" ? e.checked : e.type === "file" ? e.files.length : e.value)
	.concat([...document.querySelectorAll("dialog[open] .choices button")].map((b) => b.innerText)))`

// refuseWrites answers all that changes something with a status; with 0 all passes.
func (g *gateway) refuseWrites(status int) {
	g.answer(func(r *http.Request, _ string) (int, bool) {
		return status, status != 0 && r.Method != "GET" && strings.HasPrefix(r.URL.Path, "/console/api/")
	})
}

// A storing dialog stores something: how it is opened, and filled in, and what sends it.
type storing struct {
	name, path, until string
	open              func(*page)
	fill, send        string
	stays             bool // when it is stored
}

// submitForm sends the form of a dialog.
const submitForm = `document.querySelector("dialog form").requestSubmit()`

// storingDialogs returns all dialogs that store something.
func (s *site) storingDialogs(file string) []storing {
	row := `document.querySelector("tr[data-file]")`
	bulk := func(words string) func(*page) {
		return func(p *page) {
			p.click("tbody input[type=checkbox]")
			p.clickWords(".bulk", words)
		}
	}
	key := func(keys string) func(*page) { return func(p *page) { p.press(keys) } }
	choice := func(words string) string {
		return `[...document.querySelectorAll("dialog .choices button")].find((b) => b.innerText.trim() === "` + words + `").click()`
	}
	danger := `document.querySelector("dialog .danger").click()`
	return []storing{
		{name: "new dossier", path: "/console/dossiers", until: `document.querySelector("tbody tr")`, open: key("c"), send: submitForm,
			fill: `document.querySelector("dialog [name=name]").value = "Typed", document.querySelector("dialog ` +
				`[name=description]").value = "words", document.querySelector("dialog .people .chip button").click()`},
		{name: "dossier", path: s.consolePath(), until: row, open: key("e"), send: submitForm,
			fill: `document.querySelector("dialog [name=description]").value = "other words"`},
		{name: "attribute", path: s.consolePath(), until: row, open: bulk("Attribute …"), send: submitForm,
			fill: `document.querySelector("dialog [name=value]").value = "4711"`},
		{name: "assignee", path: s.consolePath(), until: row, open: bulk("Assign to …"), send: choice("mira")},
		{name: "step", path: s.consolePath(), until: row, open: bulk("Status …"), send: choice("In review")},
		{name: "package", path: s.consolePath(), until: row, open: key("d"), send: submitForm,
			fill: `document.querySelector("dialog [value=PREVIEW]").click()`},
		{name: "approval", path: reviewPath(file), until: rowFocused, open: key("a"), send: danger},
		{name: "status of dossiers", path: "/console/dossiers", until: `document.querySelector("tbody tr")`,
			open: bulk("Status …"), send: choice("Waiting for paper")},
		{name: "members of dossiers", path: "/console/dossiers", until: `document.querySelector("tbody tr")`,
			open: bulk("Members"), send: submitForm,
			fill: `document.querySelector("dialog dk-people").add("` + s.adaID + `")`},
		{name: "keys", path: "/console/", until: `document.querySelector("main h1")`, open: key("?"),
			send: `document.querySelector("dialog input").click()`, stays: true},
		{name: "erase", path: "/console/trash", until: `document.querySelector("tr[data-trash]")`,
			open: func(p *page) { p.clickWords("tr[data-trash]", "Delete for good") }, send: submitForm,
			fill: `document.querySelector("dialog input").value = "gone.pdf", document.querySelector("dialog ` +
				`input").dispatchEvent(new Event("input"))`},
		{name: "archive", path: "/console/dossiers", until: `document.querySelector("tbody tr")`, open: bulk("Archive"), send: danger},
	}
}

// TestDialogsStayUntilTheyAreStored sends every dialog that stores something to a service that refuses it: each stays, with what
// was typed and chosen, tells what the service says and what can be done next, and closes once it is stored.
func TestDialogsStayUntilTheyAreStored(t *testing.T) {
	s, g := openSiteBehind(t)
	s.root.Want(201, "POST", s.template+"/file-attribute-definitions",
		map[string]any{"name": "Cost centre", "type": "TEXT", "editable": true})
	s.root.Want(201, "POST", s.template+"/dossier-status-definitions", map[string]any{"name": "Waiting for paper"})
	s.expect(t, "invoice_number", map[string]any{"format": "NUMBER"})
	file, gone := s.upload(t, "march.pdf"), s.upload(t, "gone.pdf")
	s.mira.Want(204, "DELETE", gone, nil)
	p := openPageBehind(t, s, g)
	p.open("/console/")
	p.signIn("mira")
	for _, d := range s.storingDialogs(file) {
		p.open(d.path)
		p.await(d.until)
		d.open(p)
		p.await(`document.querySelector("dialog[open] :is(form, .choices, .danger, input)")`)
		if d.fill != "" {
			evaluate[bool](p, `(`+d.fill+`, true)`)
		}
		given := evaluate[string](p, givenIn)
		for _, status := range []int{403, 409, 413, 422, 429, 503} {
			g.refuseWrites(status)
			if d.stays {
				given = evaluate[string](p, `(() => { const [e] = document.querySelectorAll("dialog input"); return `+
					`JSON.stringify([!e.checked]); })()`)
			}
			evaluate[bool](p, `(`+d.send+`, true)`)
			p.await(fmt.Sprintf(`document.querySelector("dialog[open] .banner.error")?.innerText.includes("refused with %d")`, status))
			if now := evaluate[string](p, givenIn); now != given {
				t.Errorf("%s, after %d: the dialog holds %s, want %s", d.name, status, now, given)
			}
			next := map[int]string{403: "Somebody who may|Who may:", 429: "Try again", 503: "Try again"}[status]
			if next == "" {
				next = "Nothing of what you gave is lost"
			}
			if !evaluate[bool](p, `/`+next+`/.test(document.querySelector("dialog[open] .banner.error").innerText)`) {
				t.Errorf("%s, after %d: nothing is said of what can be done next", d.name, status)
			}
		}
		p.checkAccess("refused-" + strings.ReplaceAll(d.name, " ", "-"))
		g.refuseWrites(0)
		p.clickWords("dialog[open] .banner", "Try again")
		if d.stays {
			p.await(`!document.querySelector("dialog .banner")`)
		} else {
			p.await(`!document.querySelector("dialog[open]")`)
		}
	}
	if got := string(s.mira.Want(200, "GET", s.dossier, nil).Body); !strings.Contains(got, "other words") {
		t.Errorf("what was sent at last is not stored: %s, want %q in it", got, "other words")
	}
	s.mira.Want(404, "GET", gone, nil)
}
