package console

import (
	"bytes"
	"compress/gzip"
	_ "embed"
	"fmt"
	"io"
	"os"
	"strings"
)

//go:embed testdata/axe.min.js.gz
var axeZipped []byte

var axeSource = func() string {
	z, err := gzip.NewReader(bytes.NewReader(axeZipped))
	if err != nil {
		panic(err)
	}
	b, err := io.ReadAll(z)
	if err != nil {
		panic(err)
	}
	return string(b)
}()

// checkAccess holds what the page shows against all rules of axe, in light and dark, wide and narrow.
func (p *page) checkAccess(screen string) {
	p.t.Helper()
	if found := p.findViolations(screen); len(found) > 0 {
		p.t.Errorf("%s:\n%s, want len(found) = 0", screen, strings.Join(found, "\n"))
	}
}

// A look is a way in which a screen is shown.
type look struct {
	theme string
	width int64 // pixels; 640 is a window of 1280 at 200 %
}

// accessLooks are the looks in which axe sees a screen: each theme and each width once, since colours depend on the one
// and places on the other; with DOCKET_TEST_FULL each width in each theme.
func accessLooks() (all []look) {
	if os.Getenv("DOCKET_TEST_FULL") == "" {
		return []look{{"light", 1280}, {"dark", 390}}
	}
	for _, theme := range []string{"light", "dark"} {
		for _, width := range []int64{1280, 640, 390, 320} {
			all = append(all, look{theme, width})
		}
	}
	return all
}

// findViolations returns what axe finds, and what is wider than the window.
func (p *page) findViolations(screen string) (out []string) {
	p.t.Helper()
	for _, l := range accessLooks() {
		p.setLook(l.theme, l.width)
		p.await(fmt.Sprintf("innerWidth === %d && matchMedia('(prefers-color-scheme: %s)').matches", l.width, l.theme))
		evaluate[bool](p, `new Promise(done => requestAnimationFrame(() => requestAnimationFrame(() => done(true))))`)
		p.shoot(fmt.Sprintf("%s-%s-%d", strings.ReplaceAll(screen, "/", "-"), l.theme, l.width))
		if !evaluate[bool](p, `!!window.axe`) {
			evaluate[bool](p, `(() => { `+axeSource+` })() ?? true`)
		}
		found := evaluate[[]string](p, `(async () => {
			const out = await axe.run(document, {runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"], resultTypes: ["violations"]});
			if (out.passes.length < 10) return ["only " + out.passes.length + " rules passed"];
			return out.violations.flatMap(v => v.nodes.map(n => v.id + ": " + n.html.slice(0, 200) + " " + (n.any[0]?.message ?? n.all[0]?.message ?? n.none[0]?.message ?? ""))); })()`)
		if wide := evaluate[int](p, `document.documentElement.scrollWidth - innerWidth`); wide > 0 {
			found = append(found, fmt.Sprintf("%d px too wide", wide))
		}
		for _, f := range found {
			out = append(out, fmt.Sprintf("%s, %d px: %s", l.theme, l.width, f))
		}
	}
	p.setLook("light", 1280)
	return out
}
