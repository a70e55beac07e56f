package console

import (
	"encoding/json"
	"io/fs"
	"net/http"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// Faults of the network, as a page meets them.
const (
	networkIsCut = `(window.sent ??= window.fetch, window.fetch = () => Promise.reject(new TypeError("cut")), ` +
		`dispatchEvent(new Event("offline")), true)`
	oneAnswerIsLost = `(window.lost = 0, window.fetch = (address, o) => window.sent(address, o).then(a => { if (o?.method === ` +
		`"POST" && !window.lost++) throw new TypeError("lost"); return a; }), dispatchEvent(new Event("online")), true)`
	networkIsThere = `(window.fetch = window.sent, true)`
)

// TestTypedTextSurvivesACut saves a correction while the network is away: it is told, what was typed stays, marked as on its
// way, and once the network is back it is stored once, though an answer is lost.
func TestTypedTextSurvivesACut(t *testing.T) {
	s := openSite(t)
	file := s.upload(t, "march.pdf")
	p := openPage(t, s, "en")
	p.open(reviewPath(file))
	p.signIn("ada")
	p.await(`document.activeElement.matches(".component.current") && document.querySelector("dk-pages text")`)
	p.press("\r")
	p.await(`document.activeElement.matches(".edit input")`)
	p.press("X-4711")
	evaluate[bool](p, networkIsCut)
	p.press("\r")
	p.await(`document.querySelector(".toast.bad") && document.querySelector(".value.saving")?.innerText.startsWith("X-4711")`)
	p.awaitText("What you typed is kept.")
	if got := s.values(t, file)["Invoice_Number"]; len(got) == 1 && got[0] == "X-4711" {
		t.Error("the network is not cut")
	}
	evaluate[bool](p, oneAnswerIsLost)
	p.await(`!document.querySelector("main > .banner")`)
	p.await(`!document.querySelector(".edit") && !document.querySelector(".saving") && document.body.innerText.includes("1 of ")`)
	if lost := evaluate[int](p, `window.lost`); lost < 2 {
		t.Errorf("%d writes were sent, want one whose answer was lost, and more", lost)
	}
	evaluate[bool](p, networkIsThere)
	if got := s.values(t, file)["Invoice_Number"]; len(got) != 1 || got[0] != "X-4711" {
		t.Errorf("the number is %q, want len(got) = 1 and got[0] = %q", got, "X-4711")
	}
	var overrides struct{ Events []struct{ Type string } }
	s.mira.Want(200, "GET", file+"/history?limit=500", nil).Decode(t, &overrides)
	n := 0
	for _, e := range overrides.Events {
		if e.Type == "component.overridden" {
			n++
		}
	}
	if n != 1 {
		t.Errorf("the history tells of %d corrections, want 1", n)
	}
}

// partsOfReview are the modules that a review loads after its first paint.
var partsOfReview = []string{"account", "acts", "around", "changed", "edit", "empty", "panel", "sign-in-again", "thumbs", "work"}

// loadedParts is true once a page has loaded some modules to their ends.
func loadedParts(names ...string) string {
	return `["` + strings.Join(names, `","`) + `"].every((part) => performance.getEntriesByType("resource").some((r) => ` +
		`r.name.includes("/parts/" + part + "-") && r.responseStatus === 200))`
}

// refuseParts answers no request for some modules from now on.
func (g *gateway) refuseParts(names ...string) {
	g.answer(func(r *http.Request, _ string) (int, bool) {
		return 503, slices.ContainsFunc(names, func(name string) bool { return strings.Contains(r.URL.Path, "/console/a/"+name) })
	})
}

// TestReviewWorksWithoutNetwork cuts a review off once it is drawn: all its parts are there, and nothing is told but the cut.
func TestReviewWorksWithoutNetwork(t *testing.T) {
	s, g := openSiteBehind(t)
	file := s.upload(t, "march.pdf")
	p := openPageBehind(t, s, g)
	p.open(reviewPath(file))
	p.signIn("ada")
	p.await(rowFocused + ` && ` + pageVisible + ` && ` + loadedParts(partsOfReview...))
	g.refuseParts("")
	p.press("\r")
	p.await(fieldOpen)
	p.press("\x1b")
	p.await(`!document.querySelector(".edit")`)
	p.press("t")
	p.await(`document.querySelector("dk-thumbs .thumb")`)
	p.press("t", ".")
	p.await(`document.querySelector(".choices")`)
	p.press("\x1b")
	p.await(`!document.querySelector(".choices")`)
	p.press("?")
	p.await(`document.querySelector(".keys")`)
	p.press("\x1b")
	p.await(`!document.querySelector("dialog[open]")`)
	p.click(`.review-head [aria-pressed]`)
	p.await(`document.querySelector("dk-explanation")`)
	if told := evaluate[string](p, `[...document.querySelectorAll(".toast")].map((e) => e.innerText).join()`); strings.Contains(told, "loaded") {
		t.Errorf("the page tells %q, want no %q in it", told, "loaded")
	}
}

// TestPartsThatDoNotLoad asks for parts of the page that the service does not send: that is told once, what was typed
// stays, and what was asked for is shown as soon as it comes.
func TestPartsThatDoNotLoad(t *testing.T) {
	s, g := openSiteBehind(t)
	file := s.upload(t, "march.pdf")
	p := openPageBehind(t, s, g)
	g.refuseParts("parts/panel")
	p.open(reviewPath(file))
	p.signIn("ada")
	p.await(rowFocused + ` && ` + pageVisible)
	p.press("\r")
	p.await(fieldOpen)
	p.press("X-4711")
	p.click(`.review-head [aria-pressed]`)
	const messages = `[...document.querySelectorAll(".toast")].filter((e) => e.innerText.includes("This part of the page ` +
		`could not be loaded."))`
	p.await(messages + `.length === 1 && document.querySelector(".edit input").value === "X-4711"`)
	g.answer(nothingRefused)
	evaluate[bool](p, `dispatchEvent(new Event("online"))`)
	p.await(`document.querySelector("dk-explanation") && document.querySelector(".edit input").value === "X-4711"`)
	p.await(messages + `.length === 0`)
}

// TestFirstWordsAreThere opens each screen while the service does not send the words of what is loaded later: what is drawn
// first has all of its words.
func TestFirstWordsAreThere(t *testing.T) {
	s, g := openSiteBehind(t)
	file := s.upload(t, "march.pdf")
	words, err := fs.ReadFile(sources, "lang/en.js")
	if err != nil {
		t.Fatal(err)
	}
	var keys []string
	for _, m := range regexp.MustCompile(`(?m)^  '([^']+)':`).FindAllStringSubmatch(string(words), -1) {
		keys = append(keys, m[1])
	}
	known, err := json.Marshal(keys)
	if err != nil || len(keys) < 400 {
		t.Fatalf("%d keys: %v, want no error and len(keys) at least 400", len(keys), err)
	}
	p := openPageBehind(t, s, g)
	p.open("/console/")
	p.signIn("mira")
	g.refuseParts("parts/en-rest-")
	for _, screen := range append(s.screens(file), shown{"history", s.consolePath() + "/history", `document.querySelector("main h1")`},
		shown{"trash of a dossier", s.consolePath() + "/trash", `document.querySelector("main h1")`}) {
		p.open(screen.path)
		p.await(screen.until + ` && !document.querySelector(".skeleton")`)
		found := evaluate[[]string](p, `(() => {
			const keys = new Set(`+string(known)+`);
			const texts = [document.body.innerText, ...[...document.querySelectorAll("*")].flatMap((e) => ["aria-label", "title", "placeholder"].map((a) => e.getAttribute(a) ?? ""))];
			return texts.flatMap((text) => text.split(/[^\w.-]+/)).filter((word) => keys.has(word));
		})()`)
		if len(found) > 0 {
			t.Errorf("%s shows the keys %q, want none", screen.name, found)
		}
	}
}
