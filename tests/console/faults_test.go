package console

import "testing"

// Faults of the network, as a page meets them.
const (
	networkIsCut    = `(window.sent ??= window.fetch, window.fetch = () => Promise.reject(new TypeError("cut")), dispatchEvent(new Event("offline")), true)`
	oneAnswerIsLost = `(window.lost = 0, window.fetch = (address, o) => window.sent(address, o).then(a => { if (o?.method === "POST" && !window.lost++) throw new TypeError("lost"); return a; }), dispatchEvent(new Event("online")), true)`
	networkIsThere  = `(window.fetch = window.sent, true)`
)

// TestTypedTextSurvivesACut saves a correction while the network is away: it is told, what was typed
// stays in its field, and once the network is back it is stored once, though an answer is lost.
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
	p.await(`document.querySelector(".toast.bad") && document.querySelector(".edit input")?.value === "X-4711"`)
	p.awaitText("What you typed is kept.")
	evaluate[bool](p, oneAnswerIsLost)
	p.await(`!document.querySelector("main > .banner")`)
	evaluate[bool](p, `(document.querySelector(".edit input").focus(), true)`)
	p.press("\r")
	p.await(`!document.querySelector(".edit") && !document.querySelector(".saving") && document.body.innerText.includes("1 of ")`)
	if lost := evaluate[int](p, `window.lost`); lost < 2 {
		t.Errorf("%d writes were sent, want one whose answer was lost, and more", lost)
	}
	evaluate[bool](p, networkIsThere)
	if got := s.values(t, file)["Invoice_Number"]; len(got) != 1 || got[0] != "X-4711" {
		t.Errorf("the number is %q", got)
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
		t.Errorf("the history tells of %d corrections", n)
	}
}

// TestPartsThatDoNotLoad asks for parts of the page that the service does not send at first: that is told, what was typed
// stays, and asking again shows them.
func TestPartsThatDoNotLoad(t *testing.T) {
	s, g := openSiteBehind(t)
	file := s.upload(t, "march.pdf")
	p := openPageBehind(t, s, g)
	p.open(reviewPath(file))
	p.signIn("ada")
	p.await(rowFocused + ` && ` + pageVisible)
	if loaded := evaluate[bool](p, loadedPart("parts/edit.js")); loaded {
		t.Error("the field of a value is loaded before anybody asks for it")
	}
	p.press("\r")
	p.await(fieldOpen)
	p.press("X-4711")
	g.refuse("GET", "parts/panel.js", 503)
	p.click(`.review-head [aria-pressed]`)
	p.awaitText("This part of the page could not be loaded.")
	p.await(`document.querySelector(".edit input").value === "X-4711"`)
	p.click(`.review-head [aria-pressed]`)
	p.await(`document.querySelector("dk-explanation") && document.querySelector(".edit input").value === "X-4711"`)
}

// loadedPart tells whether a page has loaded a module.
func loadedPart(name string) string {
	return `performance.getEntriesByType("resource").some((r) => r.name.endsWith("` + name + `"))`
}
