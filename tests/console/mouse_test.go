package console

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"github.com/seed-62a36931/docket/service/servicetest"
)

// A point is one of the window.
type point struct{ X, Y float64 }

// drag moves the mouse with its left button down, through points.
func (p *page) drag(through ...point) {
	p.t.Helper()
	event := func(kind input.DispatchMouseEventType, at point, buttons int64) {
		p.do(chromedp.Func(func(ctx context.Context, t *chromedp.Target) error {
			_, err := cdp.Call(ctx, t, input.DispatchMouseEvent, input.DispatchMouseEventParams{Type: kind, X: at.X, Y: at.Y,
				Button: input.MouseButtonLeft, Buttons: buttons, ClickCount: 1})
			return err
		}))
	}
	event(input.DispatchMouseEventTypeMousePressed, through[0], 1)
	for _, at := range through[1:] {
		event(input.DispatchMouseEventTypeMouseMoved, at, 1)
	}
	event(input.DispatchMouseEventTypeMouseReleased, through[len(through)-1], 0)
}

// wordAt returns the point in a word of the page, in parts of its width and height.
func (p *page) wordAt(word string, x, y float64) point {
	p.t.Helper()
	return evaluate[point](p,
		fmt.Sprintf(
			`(() => { const box = [...document.querySelectorAll("dk-pages text")].find(w => w.textContent.trim() === %q).getBoundingClientRect();
		return {X: box.left + %g * box.width, Y: box.top + %g * box.height}; })()`, word, x, y))
}

// place is where the first correction of a file stands, on its page.
func (s *site) place(t *testing.T, file string) (page int, boxes []struct{ Y, Width, Height float64 }) {
	t.Helper()
	var out struct {
		ComponentOverrideModels []struct {
			ComponentValues []struct {
				Places []struct {
					Page  int
					Boxes []struct{ Y, Width, Height float64 }
				}
			}
		}
	}
	s.mira.Want(200, "GET", file+"/component-overrides", nil).Decode(t, &out)
	if m := out.ComponentOverrideModels; len(m) != 1 || len(m[0].ComponentValues) != 1 || len(m[0].ComponentValues[0].Places) != 1 {
		t.Fatalf("got %+v, want one place", out)
	}
	of := out.ComponentOverrideModels[0].ComponentValues[0].Places[0]
	return of.Page, of.Boxes
}

// TestMouseTakesWords selects words of a page, then draws a band over others, while a field is open: also on a page that is turned.
func TestMouseTakesWords(t *testing.T) {
	s := openSite(t)
	lines := []string{"Ordered by Acme Mills today", "Ordered by Stone Works today", "and the rest"}
	file := s.store(t, "upright.pdf", writePDF(sheet{lines: lines}))
	turned := s.store(t, "turned.pdf", writePDF(sheet{lines: lines, rotation: 90}))
	p := openPage(t, s, "en")
	p.open(reviewPath(file))
	p.signIn("ada")
	p.await(pageVisible + ` && document.querySelectorAll("dk-pages text").length === 13`)
	p.await(rowFocused)
	// A drag over words and one beside them are nothing while no field is open.
	p.drag(p.wordAt("Acme", .2, .5), p.wordAt("Mills", .9, .5))
	p.drag(p.wordAt("rest", 2, .5), p.wordAt("and", -.3, 2))
	if evaluate[bool](p, `!!document.querySelector(".edit, .band")`) {
		t.Error("a drag opened a field")
	}
	evaluate[bool](p, `(document.querySelector(".component.current").focus(), true)`)
	p.press("\r")
	p.await(fieldOpen)
	p.drag(p.wordAt("Acme", .2, .5), p.wordAt("Acme", .9, .5), p.wordAt("Mills", .9, .5))
	p.await(`document.querySelector(".edit input").value === "Acme Mills" && document.querySelectorAll(".offered").length === 1`)
	p.await(fieldOpen) // the field has the focus again
	p.shoot("selected")
	// A band takes what has its middle in it, of several lines, and is gone then.
	p.drag(p.wordAt("Mills", 1.2, -.4), p.wordAt("Acme", 1, 0), p.wordAt("by", -.1, 2.4))
	const taken = "by Acme Mills by Stone Works"
	p.await(`document.querySelector(".edit input").value === "` + taken + `"`)
	p.await(`document.querySelectorAll(".offered").length === 2 && !document.querySelector(".band")`)
	p.saveUnexpected()
	page, boxes := s.place(t, file)
	if got := s.values(t, file)["Invoice_Number"]; len(got) != 1 || got[0] != taken {
		t.Errorf("got %q, want %q", got, taken)
	}
	if page != 1 || len(boxes) != 2 || boxes[0].Width < 60 || boxes[1].Y >= boxes[0].Y {
		t.Errorf("got %+v on page %d, want a box for each line on page 1", boxes, page)
	}
	p.open(reviewPath(turned))
	p.await(pageVisible + ` && document.querySelectorAll("dk-pages text").length === 13`)
	p.await(rowFocused)
	p.press("\r")
	p.await(fieldOpen)
	p.drag(p.wordAt("Stone", -.05, -.2), p.wordAt("Stone", .5, .5), p.wordAt("Works", 1.05, 1.2))
	p.await(`document.querySelector(".edit input").value === "Stone Works"`)
	p.saveUnexpected()
	if _, boxes := s.place(t, turned); len(boxes) != 1 || boxes[0].Height < 40 || boxes[0].Width > boxes[0].Height {
		t.Errorf("got %+v, want one box along the page that is turned", boxes)
	}
}

// TestWidthAndSideOfComponents makes the components of a review wider by mouse and by keys, and puts them on the
// right; both are kept with the account.
func TestWidthAndSideOfComponents(t *testing.T) {
	s := openSite(t)
	file := s.upload(t, "march.pdf")
	p := openPage(t, s, "en")
	p.open(reviewPath(file))
	p.signIn("ada")
	p.await(rowFocused)
	p.press("k")
	p.await(`document.querySelector(".edge")`)
	const list = `document.querySelector(".list").getBoundingClientRect()`
	if got := evaluate[float64](p, list+".width"); got != 400 {
		t.Errorf("got a width of %g, want 400", got)
	}
	moveEdge := func(side string, from, by float64) {
		t.Helper()
		x := evaluate[float64](p, list+"."+side) + from
		p.drag(point{x, 500}, point{x + by/2, 500}, point{x + by, 500})
	}
	moveEdge("right", 6, 40)
	p.await(list + `.width === 440`)
	evaluate[bool](p, `(document.querySelector(".edge").focus(), true)`)
	p.press(kb.ArrowRight)
	p.await(list + `.width === 450`)
	p.press(kb.End)
	p.await(list + `.width === 480`)
	p.press(kb.Home)
	p.await(list + `.width === 300`)
	p.press(kb.ArrowRight)
	p.await(list + `.width === 310`)
	p.checkAccess("width")
	p.shoot("left")
	kept := func(name, want string) {
		t.Helper()
		servicetest.Await(t, patience, func() bool {
			var me struct{ Preferences map[string]any }
			s.ada.Want(200, "GET", "/api/me", nil).Decode(t, &me)
			return me.Preferences[name] == want
		})
	}
	kept("list", "310")
	evaluate[bool](p, `(document.querySelector(".account").click(), true)`)
	p.await(`document.querySelector("#account select option[value=right]")`)
	evaluate[bool](p, `(() => { const side = document.querySelector("#account select:has([value=right])"); side.value = `+
		`"right"; side.dispatchEvent(new Event("change")); return true; })()`)
	p.await(list + `.right === innerWidth && ` + list + `.width === 310`)
	kept("side", "right")
	p.press("\x1b")
	moveEdge("left", 6, -90)
	p.await(list + `.width === 400`)
	evaluate[bool](p, `(document.querySelector(".component.current").focus(), true)`)
	p.press("h")
	p.await(`document.querySelector(".panel")?.getBoundingClientRect().left === ` +
		`document.querySelector(".review").getBoundingClientRect().left && ` + list + `.right === innerWidth`)
	p.checkAccess("right")
	p.shoot("right")
	p.setLook("light", 390)
	p.await(`document.querySelector("dk-pages").getBoundingClientRect().bottom <= ` + list + `.top && ` + list + `.width === 390`)
}

// TestColourOfPreviews asks for a package with marks of one colour.
func TestColourOfPreviews(t *testing.T) {
	s := openSite(t)
	s.upload(t, "march.pdf")
	p := openPage(t, s, "de")
	p.open(s.consolePath())
	p.signIn("ada")
	p.awaitText("march.pdf")
	sent := `(() => { window.sent = []; const fetched = fetch; window.fetch = (address, o) => { if (o?.body) sent.push(o.body); ` +
		`return fetched(address, o); }; return true; })()`
	evaluate[bool](p, sent)
	p.press("d")
	p.await(`document.querySelector("dialog [name=color]")`)
	p.checkAccess("colour")
	if evaluate[bool](p, `document.querySelector("dialog [name=colored]").checked`) {
		t.Error("another colour is chosen without being asked for")
	}
	evaluate[bool](p, `(() => { const color = document.querySelector("dialog [name=color]"); color.value = "#3366cc"; `+
		`color.dispatchEvent(new Event("input")); return true; })()`)
	p.await(`document.querySelector("dialog [name=colored]").checked`)
	p.shoot("colour")
	p.press("\r")
	p.await(`location.pathname === "/console/downloads"`)
	if got := evaluate[string](p, `sent.join(" ")`); !strings.Contains(got, `"redactionPreviewColor":"#3366cc"`) {
		t.Errorf("the service was asked for %s, want %q in it", got, `"redactionPreviewColor":"#3366cc"`)
	}
}
