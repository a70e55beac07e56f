package console

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"testing"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"github.com/seed-62a36931/docket/service/servicetest"
)

// The grid of lines, and one of its cells, have the focus.
const (
	lineFocused = `document.activeElement?.matches("dk-line-items td.here")`
	lineField   = `document.activeElement?.matches("dk-line-items td input")`
	allStored   = `document.querySelector("dk-line-items") && !document.querySelector("dk-line-items td.saving")`
)

// A line is what a row has, by column.
type line map[string]string

// lines reads the lines of an invoice from the API, and whether somebody has corrected them.
func (s *site) lines(t *testing.T, file string) (out []line, corrected bool) {
	t.Helper()
	var read struct {
		ComponentDetails []struct {
			Name            string
			Overridden      *struct{}
			ComponentValues []struct {
				Cells []struct{ Column, Value string }
			}
		}
	}
	s.mira.Want(200, "GET", file+"/components?includeDetails=true", nil).Decode(t, &read)
	for _, c := range read.ComponentDetails {
		if c.Name != "Line_Items" {
			continue
		}
		corrected = c.Overridden != nil
		for _, v := range c.ComponentValues {
			l := line{}
			for _, cell := range v.Cells {
				l[cell.Column] = cell.Value
			}
			out = append(out, l)
		}
	}
	return out, corrected
}

// awaitLines waits until the API has lines.
func (p *page) awaitLines(s *site, file string, want []line) {
	p.t.Helper()
	for end := time.Now().Add(patience); ; time.Sleep(20 * time.Millisecond) {
		got, _ := s.lines(p.t, file)
		if reflect.DeepEqual(got, want) {
			return
		}
		if time.Now().After(end) {
			p.fail("the lines are\n%v\nwant\n%v", got, want)
		}
	}
}

// paste pastes a text where the focus is, as a spreadsheet has it on the clipboard.
func (p *page) paste(text string) {
	p.t.Helper()
	quoted, err := json.Marshal(text)
	if err != nil {
		p.t.Fatal(err)
	}
	evaluate[bool](p, `(() => { const data = new DataTransfer(); data.setData("text/plain", `+string(quoted)+`);
		return document.activeElement.dispatchEvent(new ClipboardEvent("paste", {clipboardData: data, bubbles: true, cancelable: true})) || true; })()`)
}

// copyText returns what copying puts on the clipboard where the focus is.
func (p *page) copyText() string {
	p.t.Helper()
	return evaluate[string](p, `(() => { const data = new DataTransfer();
		document.activeElement.dispatchEvent(new ClipboardEvent("copy", {clipboardData: data, bubbles: true, cancelable: true}));
		return data.getData("text/plain"); })()`)
}

// holdKey presses a key with others held down, given by their bits: 1 Alt, 2 Control, 8 Shift.
func (p *page) holdKey(held int64, key string) {
	p.t.Helper()
	p.do(chromedp.Func(func(ctx context.Context, t *chromedp.Target) error {
		for _, r := range key {
			for _, event := range keyEvents(r) {
				event.Modifiers, event.Text, event.UnmodifiedText = held, "", ""
				if _, err := cdp.Call(ctx, t, input.DispatchKeyEvent, *event); err != nil {
					return err
				}
			}
		}
		return nil
	}))
}

// clickMiddle clicks the middle of what a selector finds, once it is in sight.
func (p *page) clickMiddle(selector string) {
	p.t.Helper()
	quoted, err := json.Marshal(selector)
	if err != nil {
		p.t.Fatal(err)
	}
	p.await(`document.querySelector(` + string(quoted) + `)`)
	at := evaluate[point](p, `(() => { const e = document.querySelector(`+string(quoted)+
		`); e.scrollIntoView({block: "nearest", inline: "nearest"});
		const box = e.getBoundingClientRect(); return {X: box.left + box.width / 2, Y: box.top + box.height / 2}; })()`)
	p.drag(at)
}

// openLines opens the lines of an invoice in a review.
func (s *site) openLines(t *testing.T, file, username string) *page {
	t.Helper()
	p := openPage(t, s, "en")
	p.openLinesOf(file, username)
	return p
}

// openLinesOf signs in and opens the lines of an invoice in a review.
func (p *page) openLinesOf(file, username string) {
	p.t.Helper()
	p.open(reviewPath(file) + "?component=Line_Items")
	p.signIn(username)
	p.await(rowFocused + ` && document.querySelector(".about .cells") && ` + pageVisible)
	// messages stay
	evaluate[bool](p, `(window.setTimeout = ((wait) => (run, ms, ...more) => wait(run, ms > 5000 ? 1e8 : ms, ...more))(setTimeout), true)`)
}

// cellAt is the selector of a cell of the lines, from 0.
func cellAt(row, column int) string {
	return fmt.Sprintf(`dk-line-items td[data-row="%d"][data-column="%d"]`, row, column)
}

// lineColumns are the columns of the lines as the grid has them.
func (p *page) lineColumns() []string {
	p.t.Helper()
	return evaluate[[]string](p, `document.querySelector("dk-line-items dk-grid").source.columns.map((c) => c.name)`)
}

// undoMessage takes back by its message what words tell.
func (p *page) undoMessage(words string) {
	p.t.Helper()
	p.atMessage(words, `shown.querySelector("button").focus()`) // from now on no other takes its place
	p.press("\r")
}

// with returns a line with another text in a column.
func (l line) with(column, text string) line {
	out := maps.Clone(l)
	if out[column] = text; text == "" {
		delete(out, column)
	}
	return out
}

// TestLinesByKeys corrects, adds, removes and pastes lines of an invoice by keys alone, takes each change back by its own
// message, not in their order, and approves one more: the service has exactly that.
func TestLinesByKeys(t *testing.T) {
	s := openSite(t)
	file := s.upload(t, "march.pdf")
	found, _ := s.lines(t, file)
	if len(found) < 3 {
		t.Fatalf("the invoice has %d lines, want at least 3", len(found))
	}
	p := s.openLines(t, file, "ada")
	p.press("s")
	p.await(lineFocused)
	columns := p.lineColumns()
	p.checkAccess("lines")
	// Row 3, cell 2: from cell 1 by two keys beside the text.
	p.press(kb.ArrowDown, kb.ArrowDown)
	p.press(kb.ArrowRight, "7", "\r")
	want := slices.Clone(found)
	want[2] = found[2].with(columns[1], "7")
	p.awaitLines(s, file, want)
	// A row between the first and the second; the first is removed; five are pasted from the added one on.
	p.goToFirst()
	p.holdKey(1, "\r")
	p.awaitCell(1, 0)
	p.goToFirst()
	p.holdKey(1, kb.Backspace)
	p.awaitLines(s, file, want[1:])
	p.awaitCell(0, 0)
	p.paste("a\t1\n\"b\t\"\"quoted\"\"\"\t2\nc | d\t3\nd\t4\ne\t5\n")
	pasted := append([]line{{}}, want[1:]...)
	for i, text := range []string{"a", "b\t\"quoted\"", "c | d", "d", "e"} {
		if i == len(pasted) {
			pasted = append(pasted, line{})
		}
		pasted[i] = pasted[i].with(columns[0], text).with(columns[1], fmt.Sprint(i+1))
	}
	p.awaitLines(s, file, pasted)
	p.await(allStored)
	p.holdKey(8, kb.ArrowRight)
	p.holdKey(8, kb.ArrowDown)
	p.await(`document.querySelectorAll("dk-line-items td.chosen").length === 4`)
	if got := p.copyText(); got != "a\t1\n\"b\t\"\"quoted\"\"\"\t2" {
		t.Errorf("copied: %q, want %q", got, "a\t1\n\"b\t\"\"quoted\"\"\"\t2")
	}
	p.checkAccess("lines-corrected")
	// Each is taken back by its own message.
	p.undoMessage("cells pasted")
	p.awaitLines(s, file, want[1:])
	p.undoMessage("Row 3, ")
	p.awaitLines(s, file, found[1:])
	p.undoMessage("Row added")
	p.undoMessage("Row removed")
	p.awaitLines(s, file, found)
	servicetest.Await(t, patience, func() bool { _, corrected := s.lines(t, file); return !corrected })
	p.await(fmt.Sprintf(`document.querySelectorAll("dk-line-items tbody th").length === %d`, len(found)))
	// Keys take back, and make again.
	p.await(allStored + ` && !!document.querySelector("dk-line-items td.here")`)
	evaluate[bool](p, `(document.querySelector("dk-line-items td.here").focus(), true)`)
	p.goToFirst()
	p.press("final", "\r")
	want = append([]line{found[0].with(columns[0], "final")}, found[1:]...)
	p.awaitLines(s, file, want)
	p.holdKey(2, "z")
	p.awaitLines(s, file, found)
	p.holdKey(2, "y")
	p.awaitLines(s, file, want)
	p.await(allStored)
	p.approve(s, file)
	if got, _ := s.lines(t, file); !reflect.DeepEqual(got, want) {
		t.Errorf("the lines are\n%v\nwant\n%v", got, want)
	}
}

// approve closes the lines, and approves the file by keys.
func (p *page) approve(s *site, file string) {
	p.t.Helper()
	p.press("\x1b")
	p.await(rowFocused + ` && !document.querySelector("dk-line-items")`)
	p.press("a")
	p.await(`document.querySelector("dialog[open]") || !document.querySelector("dk-review")`)
	if evaluate[bool](p, `!!document.querySelector("dialog[open]")`) {
		p.press("a")
	}
	servicetest.Await(p.t, patience, func() bool {
		var status struct{ WorkflowStatus string }
		s.mira.Want(200, "GET", file, nil).Decode(p.t, &status)
		return status.WorkflowStatus == "APPROVED"
	})
}

// goToFirst goes to the first cell of the lines.
func (p *page) goToFirst() {
	p.t.Helper()
	p.await(lineFocused)
	p.holdKey(2, kb.Home)
	p.awaitCell(0, 0)
}

// awaitCell waits until a cell of the lines has the focus.
func (p *page) awaitCell(row, column int) {
	p.t.Helper()
	p.await(lineFocused + fmt.Sprintf(` && document.activeElement.matches('[data-row="%d"][data-column="%d"]')`, row, column))
}

// TestLinesByMouse does the same by mouse alone: words come from the page.
func TestLinesByMouse(t *testing.T) {
	s := openSite(t)
	file := s.upload(t, "march.pdf")
	found, _ := s.lines(t, file)
	p := s.openLines(t, file, "ada")
	p.clickWords(".about", "Rows")
	p.await(lineFocused + ` && document.querySelector("dk-pages .picking")`)
	columns := p.lineColumns()
	word := evaluate[string](p, `[...document.querySelectorAll("dk-pages text")].map((w) => w.textContent.trim()).find((w) => `+
		`/^[A-Z][a-z]{4,}$/.test(w))`)
	take := func(want []line) {
		t.Helper()
		p.await(fmt.Sprintf(`[...document.querySelectorAll("dk-pages text")].some((w) => w.textContent.trim() === %q)`, word))
		evaluate[bool](p,
			fmt.Sprintf(`([...document.querySelectorAll("dk-pages text")].find((w) => w.textContent.trim() === `+
				`%q).scrollIntoView({block: "center"}), true)`, word))
		p.drag(p.wordAt(word, .5, .5))
		p.awaitLines(s, file, want)
		p.await(allStored)
	}
	p.clickMiddle(cellAt(2, 0))
	p.awaitCell(2, 0)
	p.await(`document.querySelector(".offered")`) // its box is lit
	want := slices.Clone(found)
	want[2] = found[2].with(columns[0], word)
	take(want)
	p.clickMiddle(cellAt(0, 0))
	p.clickWords(".grid-tools", "Row below")
	p.awaitCell(1, 0)
	want = append([]line{want[0], {columns[0]: word}}, want[1:]...)
	take(want)
	p.clickMiddle(cellAt(0, 0))
	p.clickWords(".grid-tools", "Remove row")
	p.awaitLines(s, file, want[1:])
	p.await(allStored)
	p.clickMiddle(cellAt(0, 0))
	p.clickWords(".grid-tools", "Row down")
	p.awaitLines(s, file, append([]line{want[2], want[1]}, want[3:]...))
	p.await(allStored)
	p.clickMessage("Row moved")
	p.awaitLines(s, file, want[1:])
	p.clickMessage("Row removed")
	p.awaitLines(s, file, want)
	// The height follows the edge, and is kept with the account.
	height := `document.querySelector("dk-line-items").offsetHeight`
	before := evaluate[float64](p, height)
	edge := evaluate[point](p, `(() => { const b = document.querySelector(".rows-edge").getBoundingClientRect(); return {X: `+
		`b.left + 300, Y: b.top + 3}; })()`)
	p.drag(edge, point{edge.X, edge.Y - 30}, point{edge.X, edge.Y - 60})
	p.await(fmt.Sprintf(height+` > %g`, before+40))
	p.press("\x1b")
	servicetest.Await(t, patience, func() bool {
		var me struct{ Preferences map[string]string }
		s.ada.Want(200, "GET", "/api/me", nil).Decode(t, &me)
		return me.Preferences["rows"] != ""
	})
}

// clickMessage takes back by its message what words tell, by mouse.
func (p *page) clickMessage(words string) {
	p.t.Helper()
	p.atMessage(words, `shown.querySelector("button").focus()`)
	p.clickMiddle("#toasts .toast button")
}

// TestTwoPeopleOnLines lets two people change the same lines at the same time: other cells are both stored, what somebody types
// in a cell that the other has set, or in a row that the other has removed, stays until they say what is to become of it.
func TestTwoPeopleOnLines(t *testing.T) {
	s := openSite(t)
	file := s.upload(t, "march.pdf")
	s.mira.Want(200, "PUT", file+"/assignee", map[string]any{"assigneeId": s.adaID})
	found, _ := s.lines(t, file)
	p, q := s.openLines(t, file, "ada"), s.openLines(t, file, "ada")
	for _, each := range []*page{p, q} {
		each.expectFault(`412`)
		each.press("s")
		each.await(lineFocused)
	}
	columns := p.lineColumns()
	// Other cells, at once.
	p.press("from p", "\r")
	q.press(kb.ArrowRight, "5", "\r")
	want := slices.Clone(found)
	want[0] = found[0].with(columns[0], "from p").with(columns[1], "5")
	p.awaitLines(s, file, want)
	for _, each := range []*page{p, q} {
		each.await(allStored + ` && document.querySelector('` + cellAt(0, 0) +
			`').innerText.includes("from p") && document.querySelector('` + cellAt(0, 1) + `').innerText === "5"`)
	}
	// The same cell: q types while p stores.
	p.goToFirst()
	q.goToFirst()
	q.press("typed by q")
	q.await(lineField)
	p.press("stored by p", "\r")
	q.await(`document.querySelector("dk-line-items td .conflict")?.innerText.includes("stored by p") && ` +
		`document.querySelector("dk-line-items td input").value === "typed by q"`)
	q.checkAccess("lines-conflict")
	q.press("\r", "\r") // the first says that it was seen
	want[0] = want[0].with(columns[0], "typed by q")
	p.awaitLines(s, file, want)
	q.await(allStored)
	p.await(`document.querySelector('` + cellAt(0, 0) + `').innerText.includes("typed by q")`)
	// A row that p removes while q types in it comes back with what q typed.
	p.goToFirst()
	q.goToFirst()
	q.press("kept")
	q.await(lineField)
	p.holdKey(1, kb.Backspace)
	q.await(`document.querySelector("dk-line-items td .conflict") && document.querySelector("dk-line-items td input").value === "kept"`)
	q.clickWords("dk-line-items td .conflict", "Keep mine")
	want[0] = want[0].with(columns[0], "kept")
	p.awaitLines(s, file, want)
	// Theirs is taken.
	p.await(allStored + ` && document.querySelector('` + cellAt(0, 0) + `')?.innerText.includes("kept")`)
	p.goToFirst()
	q.await(allStored)
	q.goToFirst()
	q.press("given up")
	q.await(lineField)
	p.press("theirs", "\r")
	q.await(`document.querySelector("dk-line-items td .conflict")?.innerText.includes("theirs")`)
	q.clickWords("dk-line-items td .conflict", "Take theirs")
	q.await(lineFocused + ` && document.activeElement.innerText.includes("theirs")`)
	want[0] = want[0].with(columns[0], "theirs")
	p.awaitLines(s, file, want)
}
