package console

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// setWindow makes the window so large; a window of 1280 x 800 at 200 % has 640 x 400.
func (p *page) setWindow(width, height int64) {
	p.t.Helper()
	p.do(chromedp.EmulateViewport(width, height, chromedp.EmulateScale(1)))
	p.await(fmt.Sprintf("innerWidth === %d && innerHeight === %d", width, height))
	evaluate[bool](p, `new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done(true))))`)
}

// A rect is where an element stands in the window, in CSS px.
type rect struct{ X, Y, Width, Height float64 }

func (r rect) right() float64  { return r.X + r.Width }
func (r rect) bottom() float64 { return r.Y + r.Height }

// overlaps reports whether two places have something in common.
func (r rect) overlaps(o rect) bool {
	return r.X < o.right() && o.X < r.right() && r.Y < o.bottom() && o.Y < r.bottom()
}

// rectOf returns the place of the first element that a selector finds.
func (p *page) rectOf(selector string) rect {
	p.t.Helper()
	return evaluate[rect](p, `(({x, y, width, height}) => ({x, y, width, height}))(document.querySelector('`+selector+
		`').getBoundingClientRect())`)
}

// TestReviewHasRoom opens a review in windows of several sizes: pages and components have room enough to work with, beside each
// other or one below the other, and all of both can be reached; the navigation is a column of icons with names.
func TestReviewHasRoom(t *testing.T) {
	s := openSite(t)
	file := s.upload(t, "march.pdf")
	p := openPage(t, s, "en")
	p.open(reviewPath(file))
	p.signIn("ada")
	p.await(rowFocused + ` && ` + pageVisible + ` && ` + loadedParts("panel", "around"))
	for _, w := range []struct{ width, height int64 }{{1280, 800}, {1024, 768}, {800, 600}, {640, 400}, {390, 844}, {320, 800},
		{320, 400}} {
		for _, panel := range []bool{false, true} {
			t.Run(fmt.Sprintf("%dx%d, panel %t", w.width, w.height, panel), func(t *testing.T) {
				p.setWindow(w.width, w.height)
				if open := evaluate[bool](p, `!!document.querySelector("dk-panel")`); open != panel {
					p.press("h")
					p.await(fmt.Sprintf(`!!document.querySelector("dk-panel") === %t`, panel))
				}
				p.shoot(fmt.Sprintf("%d-%d-%t", w.width, w.height, panel))
				pages, list := p.rectOf("dk-pages"), p.rectOf(".review > .list")
				if pages.Height < 220 || pages.Width < 280 {
					t.Errorf("the pages have %.0f x %.0f px, want pages.Height at least 220 and pages.Width at least 280",
						pages.Width, pages.Height)
				}
				if list.Height < 170 || list.Width < 220 {
					t.Errorf("the components have %.0f x %.0f px, want list.Height at least 170 and list.Width at least 220",
						list.Width, list.Height)
				}
				if panel && w.width == 1280 && pages.Width < 480 {
					t.Errorf("beside a panel the pages are %.0f px wide", pages.Width)
				}
				if panel {
					if r := p.rectOf(".panel"); r.Height < 200 || r.Width < 220 || r.overlaps(pages) {
						t.Errorf("the panel stands at %v, the pages at %v", r, pages)
					}
				}
				if hidden := evaluate[float64](p,
					`(() => { const main = document.querySelector("main"), r = document.querySelector(".review");
					return r.getBoundingClientRect().bottom - main.getBoundingClientRect().bottom - (main.scrollHeight - main.clientHeight - main.scrollTop); })()`); hidden > 1 {
					t.Errorf("%.0f px of the review cannot be reached, want at most 1", hidden)
				}
				if wide := evaluate[int](p, `document.documentElement.scrollWidth - innerWidth`); wide > 0 {
					t.Errorf("the page is %d px too wide, want at most 0", wide)
				}
				if w.width > 600 {
					if side := p.rectOf("nav.side"); side.Width > 60 || side.X != 0 {
						t.Errorf("the navigation stands at %v, want side.Width at most 60 and side.X = 0", side)
					}
				}
			})
		}
	}
	p.setWindow(1280, 800)
	names := evaluate[[]string](p, `[...document.querySelectorAll("nav.side a")].map((a) => a.title && a.textContent.trim())`)
	if len(names) < 3 || names[0] != "Home" {
		t.Errorf("the icons of the navigation are called %q, want len(names) at least 3 and names[0] = %q", names, "Home")
	}
}

// TestPageToolsGoToAPage goes to a page by its number, and reads the number of the one in sight.
func TestPageToolsGoToAPage(t *testing.T) {
	s := openSite(t)
	file := s.store(t, "long.pdf", writePDF(numberedSheets(40, 3)...))
	p := openPage(t, s, "en")
	p.open(reviewPath(file))
	p.signIn("ada")
	const number = `document.querySelector(".page-number input")`
	p.await(pageVisible + ` && ` + number + `?.value === "1" && document.querySelector(".page-number").innerText.trim() === "of 40"`)
	if bare := evaluate[int](p, `[...document.querySelectorAll(".tools button")].filter((b) => !b.querySelector("svg.icon") || `+
		`!b.ariaLabel || b.innerText.trim()).length`); bare > 0 {
		t.Errorf("%d tools are not drawn, or have no name, want at most 0", bare)
	}
	const inSight = `(() => { const box = document.querySelector("dk-pages").getBoundingClientRect();
		return document.elementsFromPoint(box.x + box.width / 2, box.y + 60).find((e) => e.matches(".page"))?.dataset.page; })()`
	evaluate[bool](p, `(`+number+`.focus(), true)`)
	p.press("37", "\r")
	p.await(inSight + ` === "37" && ` + number + `.value === "37"`)
	p.press("99", "\r")
	p.await(`document.querySelector("[data-page='40'] img")?.naturalWidth > 0 && ` + number + `.value === "40"`)
	evaluate[bool](p, `(document.querySelector("dk-pages").scrollTop = document.querySelector("[data-page='12']").offsetTop, true)`)
	p.await(number + `.value === "12"`)
}

// TestMenusStandBesideTheirPlaces opens the menus of a row and of a dossier: each stands right at what it is about, within the
// window, and gives the focus back.
func TestMenusStandBesideTheirPlaces(t *testing.T) {
	s := openSite(t)
	file := s.upload(t, "march.pdf")
	p := openPage(t, s, "en")
	p.open(reviewPath(file))
	p.signIn("mira")
	p.await(rowFocused + ` && ` + pageVisible)
	check := func(place string) {
		t.Helper()
		p.await(`document.activeElement?.matches(".menu [role=menuitem]")`)
		menu, at := p.rectOf(".menu"), p.rectOf(place)
		if apart := max(menu.Y-at.bottom(), at.Y-menu.bottom()); apart < 0 || apart > 12 || menu.X > at.right() || menu.right() < at.X {
			t.Errorf("the menu stands at %v, its place at %v", menu, at)
		}
		window := evaluate[[]float64](p, `[innerWidth, innerHeight]`)
		if menu.X < 0 || menu.Y < 0 || menu.right() > window[0] || menu.bottom() > window[1] {
			t.Errorf("the menu stands at %v in a window of %v", menu, window)
		}
	}
	for _, w := range []struct{ width, height int64 }{{1280, 800}, {640, 400}} {
		p.setWindow(w.width, w.height)
		p.press(".")
		check(".component.current")
		p.shoot(fmt.Sprintf("row-%d", w.width))
		first := evaluate[string](p, `document.activeElement.innerText`)
		p.press(kb.ArrowDown)
		p.await(`document.activeElement.matches("[role=menuitem]") && document.activeElement.innerText !== ` + fmt.Sprintf("%q", first))
		p.press("j") // it is no key of the review now
		p.press(kb.Escape)
		p.await(`!document.querySelector(".menu") && ` + rowFocused)
	}
	p.setWindow(1280, 800)
	p.open(s.consolePath())
	p.await(`document.querySelector("tr[data-file]")`)
	p.tabTo(".title [aria-haspopup=menu]")
	p.press("\r")
	check(".title [aria-haspopup=menu]")
	p.checkAccess("menu")
	p.press(kb.Escape)
	p.await(`!document.querySelector(".menu") && document.activeElement.matches(".title [aria-haspopup=menu]")`)
}

// TestMessagesKeepOutOfTheWay reads messages of a review: there is one at a time, at the bottom of the side of the components,
// off the pages and the sum of values; one about a file leaves with it.
func TestMessagesKeepOutOfTheWay(t *testing.T) {
	s := openSite(t)
	file, other := s.upload(t, "march.pdf"), s.upload(t, "april.pdf")
	p := openPage(t, s, "en")
	p.open(reviewPath(file))
	p.signIn("ada")
	p.await(rowFocused + ` && ` + pageVisible)
	const saved = `!document.querySelector(".edit") && !document.querySelector(".saving")`
	for _, value := range []string{"X-1", "X-2"} {
		p.press("\r")
		p.await(fieldOpen)
		p.press(value, "\r")
		p.await(saved + ` && document.body.innerText.includes("` + value + `")`)
		p.press("k")
		p.await(`document.activeElement?.matches(".component.current") && document.activeElement.innerText.includes("` + value + `")`)
	}
	p.await(`document.querySelectorAll(".toast").length === 1 && document.querySelector(".toast").innerText.includes("Undo")`)
	for _, width := range []int64{1280, 800} {
		p.setWindow(width, 800)
		toast := p.rectOf(".toast")
		if toast.X > 60 || toast.bottom() < 740 {
			t.Errorf("%d: the message stands at %v, want toast.X at most 60 and toast.bottom() at least 740", width, toast)
		}
		for _, selector := range []string{"dk-pages", ".sum", "dk-tools", ".review-head"} {
			if r := p.rectOf(selector); r.overlaps(toast) {
				t.Errorf("%d: the message at %v covers %s at %v", width, toast, selector, r)
			}
		}
	}
	p.setWindow(1280, 800)
	evaluate[bool](p, `(document.querySelector("nav.side a").click(), true)`)
	p.await(`document.querySelector("dk-home") && !document.querySelector(".toast")`)
	p.open(reviewPath(other))
	p.await(rowFocused)
}

// TestPrintHasTheContent prints a review and a list: what is there, and none of the frame.
func TestPrintHasTheContent(t *testing.T) {
	s := openSite(t)
	file := s.upload(t, "march.pdf")
	p := openPage(t, s, "en")
	p.open(reviewPath(file))
	p.signIn("mira")
	media := func(name string) {
		p.do(chromedp.Func(func(ctx context.Context, t *chromedp.Target) error {
			_, err := cdp.Call(ctx, t, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{Media: name})
			return err
		}))
		p.await(fmt.Sprintf(`matchMedia("print").matches === %t`, name == "print"))
	}
	for _, screen := range []struct{ path, until, content string }{
		{reviewPath(file), pageVisible + ` && document.querySelector(".component")`, ".component,.page"},
		{s.consolePath(), `document.querySelector("tr[data-file]")`, "tr[data-file]"},
	} {
		media("")
		p.open(screen.path)
		p.await(screen.until)
		media("print")
		if shown := evaluate[[]string](p,
			`[...document.querySelectorAll(".top,.side,.tools,button,#toasts,.banner")].filter((e) => `+
				`e.checkVisibility()).map((e) => e.outerHTML.slice(0, 80))`); len(shown) > 0 {
			t.Errorf("%s prints %q, want none", screen.path, shown)
		}
		cut := evaluate[[]string](p, `[...document.querySelectorAll("`+screen.content+
			`")].filter((e) => { for (let at = e.parentElement; at; at = at.parentElement)
			if (getComputedStyle(at).overflowY !== "visible" && at !== document.body && at !== document.documentElement) return true; return !e.checkVisibility(); }).map((e) => e.outerHTML.slice(0, 80))`)
		if len(cut) > 0 {
			t.Errorf("%s cuts off %q, want none", screen.path, cut)
		}
	}
}

// TestClosedTabsAreNoErrors closes tabs while they read: streams of events, pages and lists end, and the log of the service
// has no error.
func TestClosedTabsAreNoErrors(t *testing.T) {
	var s *site
	t.Cleanup(func() { // once the service has ended
		if n := strings.Count(s.Log.String(), "path=/api/events "); n < 3 {
			t.Errorf("%d streams of events have ended, want at least 3", n)
		}
		for line := range strings.Lines(s.Log.String()) {
			if strings.Contains(line, "level=ERROR") {
				t.Error(line)
			}
		}
	})
	s = openSite(t)
	file := s.store(t, "long.pdf", writePDF(numberedSheets(60, 3)...))
	p := openPage(t, s, "en")
	p.expectFault(`ERR_|Failed to load`)
	p.open(reviewPath(file))
	p.signIn("ada")
	for round := range 6 {
		p.open(reviewPath(file))
		p.await(`document.querySelector(".component")`)
		if round%2 == 0 {
			p.await(pageVisible + ` && navigator.locks.query().then(({held}) => held.some((l) => l.name === "docket-live"))`)
			evaluate[bool](p, `(document.querySelector("dk-pages").scrollTop = 1e6, true)`)
		}
		p.do(chromedp.Navigate("about:blank"))
	}
}

// outside returns the buttons and fields that stand out of what holds them, or of a dialog.
const outside = `[...document.querySelectorAll("button,select,input:not([type=range]),.button")].filter((e) => e.checkVisibility() && !e.closest(".hidden,.skip,.side")).filter((e) => {
	const holder = e.closest("dialog") ?? e.parentElement, style = getComputedStyle(holder);
	if (style.display === "contents" || style.display === "inline") return false;
	const a = e.getBoundingClientRect(), b = holder.getBoundingClientRect();
	return a.left < b.left - 2 || a.right > b.right + 2 || holder.localName === "dialog" && holder.scrollHeight <= holder.clientHeight && a.bottom > b.bottom + 2;
}).map((e) => e.outerHTML.slice(0, 120))`

// TestControlsStayInTheirBoxes shows each screen in windows of several sizes.
func TestControlsStayInTheirBoxes(t *testing.T) {
	s := openSite(t)
	file := s.upload(t, "march.pdf")
	p := openPage(t, s, "de")
	p.open("/console/")
	p.signIn("mira")
	for _, screen := range s.screens(file) {
		p.open(screen.path)
		p.await(screen.until)
		for _, w := range []struct{ width, height int64 }{{1280, 800}, {390, 844}, {320, 800}, {640, 400}} {
			p.setWindow(w.width, w.height)
			if found := evaluate[[]string](p, outside); len(found) > 0 {
				t.Errorf("%s, %d x %d: %q, want none", screen.name, w.width, w.height, found)
			}
		}
		p.setWindow(1280, 800)
	}
}
