package console

import (
	"context"
	"fmt"
	"io/fs"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/fetch"
	"github.com/chromedp/cdproto/network"
	cdppage "github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"
)

// A shown screen has an address, and something that is there once it is drawn.
type shown struct{ name, path, until string }

// screens returns all screens of a site, with a file.
func (s *site) screens(file string) []shown {
	return []shown{
		{"home", "/console/", `document.querySelector("main h1") && document.body.innerText.includes("march.pdf")`},
		{"dossiers", "/console/dossiers", `document.querySelector("tbody tr")`},
		{"dossier", s.consolePath(), `document.querySelector("tr[data-file]")`},
		{"review", reviewPath(file), rowFocused + ` && ` + pageVisible + ` && document.querySelector("dk-pages text")`},
		{"table", s.consolePath() + "/table", `document.querySelector("td[role=gridcell]")`},
		{"downloads", "/console/downloads", `document.querySelector("main h1")`},
		{"trash", "/console/trash", `document.querySelector("main h1")`},
	}
}

// tabStops returns all that Tab should reach, and sets out to note what it reaches.
const tabStops = `(() => {
	const stops = [...document.querySelectorAll("a[href],button,input,select,textarea,[tabindex]")].filter((e) => e.tabIndex >= 0 && !e.disabled && e.type !== "hidden" && e.checkVisibility({visibilityProperty: true}));
	window.stops = new Map(stops.map((e) => [e, 0]));
	window.unseen = [];
	document.activeElement?.blur();
	return stops.length;
})()`

// noteStop notes where the focus is, and returns how many controls it has not reached.
const noteStop = `(() => {
	const e = document.activeElement;
	if (window.stops.has(e)) {
		window.stops.set(e, window.stops.get(e) + 1);
		const style = getComputedStyle(e);
		if (style.outlineStyle === "none" || parseFloat(style.outlineWidth) < 2) window.unseen.push(e.outerHTML.slice(0, 120));
	}
	return [...window.stops].filter(([s, n]) => !n && s.isConnected).length;
})()`

// TestTabReachesEverything goes through each screen by Tab alone: every control is reached, nothing
// holds the focus, and it can be seen wherever it is.
func TestTabReachesEverything(t *testing.T) {
	s := openSite(t)
	file := s.upload(t, "march.pdf")
	p := openPage(t, s, "en")
	p.open("/console/")
	p.signIn("mira")
	for _, screen := range s.screens(file) {
		p.open(screen.path)
		p.await(screen.until)
		stops := evaluate[int](p, tabStops)
		left := stops
		for n := 0; left > 0 && n < 2*stops+20; n++ { // it may begin anywhere, and go around once
			p.press("\t")
			left = evaluate[int](p, noteStop)
		}
		if left > 0 {
			t.Errorf("%s: Tab does not reach %q, want left at most 0",
				screen.name, evaluate[[]string](p,
					`[...window.stops].filter(([s, n]) => !n && s.isConnected).map(([s]) => s.outerHTML.slice(0, 160))`))
		}
		if twice := evaluate[int](p, `[...window.stops.values()].filter((n) => n > 2).length`); twice > 0 {
			t.Errorf("%s: Tab comes back to %d controls, want at most 0", screen.name, twice)
		}
		if unseen := evaluate[[]string](p, `[...new Set(window.unseen)]`); len(unseen) > 0 {
			t.Errorf("%s: the focus is not seen on %q, want none", screen.name, unseen)
		}
		if stops < 5 {
			t.Errorf("%s has %d controls, want at least 5", screen.name, stops)
		}
	}
}

// longMark stands in each message that was made longer.
const longMark = "ſ"

// lengthen returns the words of a language with each message two fifths longer, and in other letters.
func lengthen(words string) string {
	message := regexp.MustCompile(`: ('(?:[^'\\]|\\.)*')`)
	text := regexp.MustCompile(`'((?:[^'\\]|\\.)*)'$`)
	return message.ReplaceAllStringFunc(words, func(m string) string {
		return text.ReplaceAllStringFunc(m, func(quoted string) string {
			inner := quoted[1 : len(quoted)-1]
			more := (len(inner)*2 + 4) / 5
			return "'" + inner + " " + strings.TrimSpace(strings.Repeat(longMark+"öñġér ", more/7)) + longMark +
				strings.Repeat("x", more%7) + "'"
		})
	})
}

// speakAtLength lets a page read words that are longer than those of any language.
func (p *page) speakAtLength() {
	p.t.Helper()
	words, err := fs.ReadFile(sources, "lang/en.js")
	if err != nil {
		p.t.Fatal(err)
	}
	longer := []byte(lengthen(string(words)))
	answer := func(e *fetch.EventRequestPaused) chromedp.Action[chromedp.Void] {
		return chromedp.Func(func(ctx context.Context, t *chromedp.Target) error {
			_, err := cdp.Call(ctx, t, fetch.FulfillRequest,
				fetch.FulfillRequestParams{RequestID: e.RequestID, ResponseCode: 200, Body: longer,
					ResponseHeaders: []*fetch.HeaderEntry{{Name: "Content-Type", Value: "text/javascript; charset=utf-8"}}})
			return err
		})
	}
	err = chromedp.Listen(p.tab, func(event any) {
		if e, ok := event.(*fetch.EventRequestPaused); ok {
			go func() { // it must not wait for itself
				// the page is gone
				if err := chromedp.Do(p.tab, answer(e)); err != nil && !strings.Contains(err.Error(), "Invalid InterceptionId") {
					p.note("the words are not sent: " + err.Error())
				}
			}()
		}
	})
	if err != nil {
		p.t.Fatal(err)
	}
	p.do(chromedp.Func(func(ctx context.Context, t *chromedp.Target) error {
		if _, err := cdp.Call(ctx, t, network.SetCacheDisabled, network.SetCacheDisabledParams{CacheDisabled: true}); err != nil {
			return err
		}
		_, err := cdp.Call(ctx, t, fetch.Enable, fetch.EnableParams{Patterns: []*fetch.RequestPattern{{URLPattern: "*/parts/en-*.js"}}})
		return err
	}))
}

// clipped returns what is wider than its place: the page itself, and words of buttons and links.
const clipped = `[...(document.documentElement.scrollWidth > innerWidth ? [document.documentElement.scrollWidth - innerWidth + " px beside the page"] : []),
	...[...document.querySelectorAll("button,a[href],th,label,h1,h2")].filter((e) => e.checkVisibility() && !e.closest(".hidden,.skip") && e.scrollWidth > e.clientWidth + 1 && e.clientWidth && getComputedStyle(e).display !== "inline")
		.map((e) => e.innerText + ": " + e.scrollWidth + " px in " + e.clientWidth)]`

// TestLongWordsHaveRoom shows each screen in a language whose words are two fifths longer than English
// ones, as wide as a screen, a phone and the narrowest of these.
func TestLongWordsHaveRoom(t *testing.T) {
	s := openSite(t)
	file := s.upload(t, "march.pdf")
	p := openPage(t, s, "en")
	p.open("/console/")
	p.signIn("mira")
	p.speakAtLength()
	for _, screen := range s.screens(file) {
		for _, width := range []int64{1280, 390, 320} {
			p.do(chromedp.EmulateViewport(width, 800, chromedp.EmulateScale(1)))
			p.open(screen.path)
			p.await(fmt.Sprintf("innerWidth === %d", width))
			p.await(screen.until + ` && document.body.innerText.includes("` + longMark + `")`)
			p.shoot(fmt.Sprintf("%s-%d", screen.name, width))
			if found := evaluate[[]string](p, clipped); len(found) > 0 {
				t.Errorf("%s, %d px: %q, want none", screen.name, width, found)
			}
		}
	}
}

// TestDialogsAreAccessible holds the dialogs that no other test opens against axe, in both languages.
func TestDialogsAreAccessible(t *testing.T) {
	s := openSite(t)
	s.expect(t, "invoice_number", map[string]any{"format": "NUMBER"})
	file := s.upload(t, "drop-0000.pdf")
	for _, language := range []string{"en", "de"} {
		t.Run(language, func(t *testing.T) {
			p := openPage(t, s, language)
			p.expectFault(`401`)
			p.open(s.consolePath())
			p.signIn("mira")
			check := func(name, open, until string) {
				t.Helper()
				evaluate[bool](p, `(`+open+`, true)`)
				p.await(until)
				p.checkAccess(name)
				p.press("\x1b")
				p.await(`!document.querySelector("dialog[open], .menu")`)
			}
			p.await(`document.querySelector("tr[data-file] input")`)
			check("more", `document.querySelector(".title [aria-haspopup=menu]").click()`,
				`document.querySelectorAll(".menu .choices button").length >= 3`)
			evaluate[bool](p, `(document.querySelector(".title [aria-haspopup=menu]").click(), true)`)
			p.await(`document.querySelectorAll(".menu .choices button").length >= 3`)
			check("archive", `[...document.querySelectorAll(".menu .choices button")].at(-2).click()`,
				`document.querySelector("dialog[open] .danger")`)
			p.dropFiles([]byte("%PDF-1.4"), 1)
			check("same-name", `0`, `document.querySelectorAll("dialog[open] footer button").length === 3`)
			evaluate[bool](p, `(document.querySelector("tr[data-file] input").click(), true)`)
			p.await(`document.querySelector(".bulk")`)
			check("step", `document.querySelectorAll(".bulk button")[2].click()`,
				`document.querySelectorAll("dialog[open] .choices button").length >= 3`)
			s.mira.Want(200, "PUT", file+"/assignee", map[string]any{"assigneeId": s.miraID(t)})
			p.open(reviewPath(file))
			p.await(rowFocused)
			check("add", `document.querySelector(".list > button:last-of-type").click()`,
				`document.querySelector("dialog[open] input[name=name]")`)
			p.press("a")
			check("open", `0`, `document.querySelector("dialog[open] .danger")`)
			evaluate[int](p, `fetch("/console/sign-out", {method: "POST"}).then((a) => a.status)`)
			p.press("i")
			p.await(`document.querySelector("dialog[open] a[target=_blank]")`)
			p.checkAccess("sign-in-again")
		})
	}
}

// miraID returns the id of mira's account.
func (s *site) miraID(t *testing.T) string {
	t.Helper()
	var me struct{ ID string }
	s.mira.Want(200, "GET", "/api/me", nil).Decode(t, &me)
	return me.ID
}

// TestClockOfTheBrowserIsWrong works with a browser whose clock is a day behind, and one a day ahead.
func TestClockOfTheBrowserIsWrong(t *testing.T) {
	s := openSite(t)
	for n, days := range []int{-1, 1} {
		file := s.upload(t, fmt.Sprintf("clock-%d.pdf", n))
		p := openPage(t, s, "en")
		p.do(chromedp.Func(func(ctx context.Context, t *chromedp.Target) error {
			_, err := cdp.Call(ctx, t, cdppage.AddScriptToEvaluateOnNewDocument,
				cdppage.AddScriptToEvaluateOnNewDocumentParams{Source: fmt.Sprintf(`{
				const off = %d * 86400000, Real = Date;
				Date = class extends Real { constructor(...given) { if (given.length) super(...given); else super(Real.now() + off); } static now() { return Real.now() + off; } };
			}`, days)})
			return err
		}))
		p.open(reviewPath(file))
		p.signIn("ada")
		p.await(rowFocused + ` && ` + pageVisible)
		p.press("\r")
		p.await(fieldOpen)
		p.press("X-1", "\r")
		p.await(nothingOpen + ` && document.body.innerText.includes("1 of ")`)
		if got := s.values(t, file)["Invoice_Number"]; !slices.Equal(got, []string{"X-1"}) {
			t.Errorf("%d days: the number is %q, want %v", days, got, []string{"X-1"})
		}
		s.ada.Want(204, "POST", file+"/component-overrides",
			map[string]any{"name": "Currency", "componentValues": []any{map[string]any{"value": "CHF"}}})
		p.awaitText("CHF")
	}
}
