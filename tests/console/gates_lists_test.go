package console

import (
	"context"
	"fmt"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/chromedp"
)

// timeClick returns how many milliseconds it takes from a click until an expression holds and is painted.
func (g *gates) timeClick(element, holds string) float64 {
	g.t.Helper()
	return evaluate[float64](g.p, `(meters.at = performance.now(), window.met = meters.until(() => `+holds+`), `+element+
		`.click(), window.met)`)
}

// listManyFiles looks at a dossier of 10,000 files.
func (g *gates) listManyFiles() {
	g.s.fillDossier(g.t, 10_000)
	var first, last, typed []float64
	for range 5 {
		g.open("/console/dossiers", `document.querySelector("tbody tr")`)
		link := `document.querySelector("a[data-row][href$='` + g.s.consolePath() + `']")`
		evaluate[bool](g.p, `(performance.clearResourceTimings(), true)`)
		first = append(first, g.timeClick(link, `document.querySelector("tr[data-file]")`))
		if len(first) == 1 {
			g.p.await(`document.querySelectorAll("tr[data-file]").length >= 100`)
			g.most(12, "10,000 files: bytes until the first rows",
				evaluate[float64](g.p, `performance.getEntriesByType("resource").filter((r) => `+
					`r.name.includes("/api/")).reduce((n, r) => n + r.transferSize, 0) / 1000`), 100, "kB")
		}
		sort := `document.querySelector("thead th:nth-child(2) button")`
		g.timeClick(sort, `document.querySelector("th[aria-sort=ascending]") && document.querySelector("[data-row]")?.innerText `+
			`=== "file-00000.pdf"`)
		last = append(last,
			g.timeClick(sort, `document.querySelector("th[aria-sort=descending]") && `+
				`document.querySelector("[data-row]")?.innerText === "file-09999.pdf"`))
		g.p.press("/", "file-0777")
		typed = append(typed,
			g.timeKey("7", `document.querySelectorAll("[data-row]").length === 1 && `+
				`document.querySelector("[data-row]").innerText === "file-07777.pdf"`))
	}
	g.most(12, "the same: first rows", median(first), 500, "ms")
	g.most(12, "the same: its end", median(last), 300, "ms")
	g.most(12, "the same: rows after the last letter of a filter", median(typed), 250, "ms")
}

// cut takes the network from the page for a while, or gives it back.
func (p *page) cut(offline bool) {
	p.t.Helper()
	p.do(chromedp.Func(func(ctx context.Context, t *chromedp.Target) error {
		_, err := cdp.Call(ctx, t, network.EmulateNetworkConditionsByRule, network.EmulateNetworkConditionsByRuleParams{
			MatchedNetworkConditions: []*network.Conditions{{Offline: offline, DownloadThroughput: -1, UploadThroughput: -1}}})
		return err
	}))
}

// dropManyFiles drops 1,000 files and cuts the network twice meanwhile.
func (g *gates) dropManyFiles() {
	const files = 1000
	g.open(g.s.consolePath(), `document.querySelector(".drop")`)
	g.p.expectFault(`ERR_INTERNET_DISCONNECTED|Failed to load`)
	g.p.dropFiles(writePDF(numberedSheets(1, 3)...), files)
	var keys []float64
	stored := func() int { return evaluate[int](g.p, `document.querySelectorAll("tr[data-file]").length`) }
	cuts := 0
	g.p.await(`document.querySelector(".tray li")`)
	for from := time.Now(); !evaluate[bool](g.p, allIsSent); {
		keys = append(keys, g.paint("j", 1)...)
		if cuts < 2 && stored() > 20*(cuts+1) {
			g.p.cut(true)
			time.Sleep(2 * time.Second) // the length of the cut
			g.p.cut(false)
			cuts++
		}
		if time.Since(from) > 20*time.Minute {
			g.p.fail("the files are not sent")
		}
		time.Sleep(100 * time.Millisecond) // somebody presses ten keys a second
	}
	var list struct{ Total int }
	g.s.mira = g.s.SignIn("mira", password) // the token of before may be over
	g.s.mira.Want(200, "GET", g.s.dossier+"/files?limit=1", nil).Decode(g.t, &list)
	g.most(13, fmt.Sprintf("1,000 files dropped, the network cut %d times: lost or twice", cuts),
		float64(max(list.Total-files, files-list.Total)), 0, "")
	g.most(13, "worst key to paint meanwhile", share(1, keys), 200, "ms")
}
