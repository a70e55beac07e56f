package console

import (
	"context"
	"fmt"
	"reflect"
	"slices"
	"testing"
	"time"

	"github.com/chromedp/cdproto/browser"
	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/chromedp"

	"github.com/seed-62a36931/docket/service/servicetest"
)

// setClipboardAccess lets the page use the clipboard of its browser, or refuses it.
func (p *page) setClipboardAccess(setting browser.PermissionSetting) {
	p.t.Helper()
	for _, name := range []string{"clipboard-read", "clipboard-write"} {
		p.do(chromedp.Func(func(ctx context.Context, t *chromedp.Target) error {
			_, err := cdp.Call(ctx, t, browser.SetPermission, browser.SetPermissionParams{
				Permission: &browser.PermissionDescriptor{Name: name, AllowWithoutSanitization: true}, Setting: setting, Origin: p.origin})
			return err
		}))
	}
}

// fillClipboard puts a text on the clipboard of the browser, as another program does.
func (p *page) fillClipboard(text string) {
	p.t.Helper()
	within, cancel := context.WithTimeout(p.tab, patience)
	defer cancel()
	fill := fmt.Sprintf(`navigator.clipboard.writeText(%q).then(() => true)`, text)
	if _, err := chromedp.Run(within, chromedp.Evaluate[bool](fill, chromedp.EvalAwaitPromise)); err != nil {
		p.fail("the clipboard does not take a text: %v", err)
	}
}

// clickButton clicks the first button in what a selector finds that begins with some words, by mouse.
func (p *page) clickButton(within, words string) {
	p.t.Helper()
	p.clickAt(fmt.Sprintf(`[...document.querySelectorAll(%q)].find((b) => !b.disabled && b.innerText.trim().startsWith(%q))`,
		within+" button", words))
}

// approveByMouse closes the lines and approves the file, also when something is asked first.
func (p *page) approveByMouse(s *site, file string) {
	p.t.Helper()
	p.clickButton("dk-line-items", "Close the rows")
	p.await(rowFocused + ` && !document.querySelector("dk-line-items")`)
	p.clickButton(".review-head", "Approve")
	p.await(`document.querySelector("dialog[open]") || !document.querySelector("dk-review")`)
	if evaluate[bool](p, `!!document.querySelector("dialog[open]")`) {
		p.clickAt(`document.querySelector("dialog[open] footer .main")`)
	}
	servicetest.Await(p.t, patience, func() bool { return s.workflow(p.t, file) == "APPROVED" })
}

// fillByMouse clicks a cell of the lines, then a word of the page, and returns the word.
func (p *page) fillByMouse(row, column int) string {
	p.t.Helper()
	p.clickMiddle(cellAt(row, column))
	p.awaitCell(row, column)
	word := evaluate[string](p, `[...document.querySelectorAll("dk-pages text")].map((w) => w.textContent.trim()).find((w) => `+
		`/^[A-Z][a-z]{4,}$/.test(w))`)
	evaluate[bool](p,
		fmt.Sprintf(`([...document.querySelectorAll("dk-pages text")].find((w) => w.textContent.trim() === `+
			`%q).scrollIntoView({block: "center"}), true)`, word))
	p.drag(p.wordAt(word, .5, .5))
	return word
}

// changeLinesByMouse corrects a cell, adds a row, removes one and pastes what the clipboard has over all, and takes each
// back by its own message.
func (p *page) changeLinesByMouse(s *site, file string, found []line, columns []string) {
	p.t.Helper()
	want := slices.Clone(found)
	want[2] = found[2].with(columns[1], p.fillByMouse(2, 1))
	p.awaitLines(s, file, want)
	p.await(allStored)
	p.clickMiddle(cellAt(0, 0))
	p.clickButton(".grid-tools", "Row below")
	p.awaitCell(1, 0)
	p.clickMiddle(cellAt(0, 0))
	p.clickButton(".grid-tools", "Remove row")
	p.awaitLines(s, file, want[1:])
	p.awaitCell(0, 0)
	pasted := append([]line{{}}, want[1:]...)
	for i, text := range []string{"a", "b", "c", "d", "e"} {
		if i == len(pasted) {
			pasted = append(pasted, line{})
		}
		pasted[i] = pasted[i].with(columns[0], text).with(columns[1], fmt.Sprint(i+1))
	}
	p.clickMiddle(cellAt(0, 0))
	p.clickButton(".grid-tools", "Paste")
	p.awaitLines(s, file, pasted)
	p.await(allStored)
	p.clickMessage("cells pasted")
	p.awaitLines(s, file, want[1:])
	p.await(allStored)
	p.clickMessage("Row 3, ")
	p.awaitLines(s, file, found[1:])
	p.await(allStored)
	p.clickMessage("Row added")
	p.clickMessage("Row removed")
	p.awaitLines(s, file, found)
}

// TestLinesArePastedByMouse corrects the second cell of row 3 with a word of the page, adds a row, removes the first,
// pastes five, takes each back by its own message, not in their order, pastes again and approves the file, by mouse
// alone; approving is taken back, too.
func TestLinesArePastedByMouse(t *testing.T) {
	s := openSite(t)
	file := s.upload(t, "march.pdf")
	found, _ := s.lines(t, file)
	p := openPageFor(t, s, "en", t.TempDir(), 9*time.Minute) // pages of one browser have one clipboard
	p.openLinesOf(file, "ada")
	p.clickButton(".about", "Rows")
	p.await(lineFocused)
	columns := p.lineColumns()
	p.setClipboardAccess(browser.PermissionSettingGranted)
	p.fillClipboard("a\t1\nb\t2\nc\t3\nd\t4\ne\t5\n")
	want := slices.Clone(found)
	for i, text := range []string{"a", "b", "c", "d", "e"} {
		if 1+i == len(want) {
			want = append(want, line{})
		}
		want[1+i] = want[1+i].with(columns[0], text).with(columns[1], fmt.Sprint(i+1))
	}
	paste := func() {
		t.Helper()
		p.clickMiddle(cellAt(1, 0))
		p.awaitCell(1, 0)
		p.clickButton(".grid-tools", "Paste")
	}
	// A browser that refuses is told of, and nothing changes.
	p.setClipboardAccess(browser.PermissionSettingDenied)
	paste()
	p.awaitText("The browser does not give the clipboard away: press Ctrl+V in a cell.")
	if got, corrected := s.lines(t, file); corrected || !reflect.DeepEqual(got, found) {
		t.Errorf("the lines are\n%v\nwant\n%v", got, found)
	}
	p.setClipboardAccess(browser.PermissionSettingGranted)
	p.changeLinesByMouse(s, file, found, columns)
	servicetest.Await(t, patience, func() bool { _, corrected := s.lines(t, file); return !corrected })
	p.await(allStored)
	paste()
	p.awaitLines(s, file, want)
	p.await(allStored)
	p.approveByMouse(s, file)
	p.clickMessage("march.pdf: Approved")
	servicetest.Await(t, patience, func() bool { return s.workflow(t, file) == "UNDER_REVIEW" })
	p.await(`document.querySelector("h1")?.innerText === "march.pdf"`)
	if got, _ := s.lines(t, file); !reflect.DeepEqual(got, want) {
		t.Errorf("the lines are\n%v\nwant\n%v", got, want)
	}
}
