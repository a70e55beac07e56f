package console

import (
	"fmt"
	"testing"

	"github.com/chromedp/chromedp"

	"github.com/seed-62a36931/docket/service/servicetest"
)

// topOfFocus is how far the row with the focus is below the top of the window, in px; -1 without one.
const topOfFocus = `Math.round(document.activeElement.closest("tr")?.getBoundingClientRect().top ?? -1)`

// readMany brings so many files into the dossier, file-000.pdf first, and waits until they are processed. It
// returns their paths.
func (s *site) readMany(t *testing.T, files int) (paths []string) {
	t.Helper()
	var entries []string
	for i := range files {
		entries = append(entries, fmt.Sprintf("file-%03d.pdf", i), string(writePDF(numberedSheets(1, 5)...)))
	}
	for _, id := range s.mira.UploadFile(s.dossier, "all.zip", servicetest.Zip(t, entries...)).FileIDs {
		paths = append(paths, s.dossier+"/files/"+id)
		s.mira.AwaitDone(paths[len(paths)-1])
	}
	return paths
}

// TestListKeepsItsPlace comes back to a list of many files, by back and by reload: it has its order, its filter, its rows, what was
// chosen, and the focus where it was; and the review goes through the files of that list, more than an answer holds.
func TestListKeepsItsPlace(t *testing.T) {
	s := openSite(t)
	const files = 530
	paths := s.readMany(t, files)
	p := openPage(t, s, "en")
	p.open(s.consolePath() + "?sort=-filename")
	p.signIn("ada")
	p.await(rowNames + `.startsWith("file-529.pdf")`)
	p.press("/", "file-")
	p.await(`location.search.includes("q=file-")`)
	p.await(`(scrollTo(0, document.body.scrollHeight), document.querySelectorAll("tr[data-file]").length >= 400)`)
	for _, name := range []string{"file-528.pdf", "file-180.pdf"} {
		p.click(`input[aria-label="Choose ` + name + `"]`)
	}
	const row = `[...document.querySelectorAll("[data-row]")].find((a) => a.innerText === "file-179.pdf")`
	evaluate[bool](p, `(`+row+`.scrollIntoView({block: "center"}), `+row+`.focus({preventScroll: true}), true)`)
	top := evaluate[int](p, topOfFocus)
	evaluate[bool](p, `(document.activeElement.click(), true)`)
	p.await(`document.querySelector(".review-head")?.innerText.includes("351 of ") && document.querySelector("h1").innerText ` +
		`=== "file-179.pdf"`)
	p.press("n")
	p.await(`document.querySelector("h1").innerText === "file-178.pdf"`)
	holds := func() {
		t.Helper()
		p.await(fmt.Sprintf(`document.activeElement.innerText === "file-179.pdf" && Math.abs(%s - %d) <= 2`, topOfFocus, top))
		p.await(`document.querySelector("th[aria-sort=descending]") && document.querySelector("[type=search]").value === "file-"`)
		p.await(`[...document.querySelectorAll("tr[aria-selected=true] [data-row]")].map((a) => a.innerText).join() === ` +
			`"file-528.pdf,file-180.pdf"`)
	}
	evaluate[bool](p, `(history.go(-2), true)`)
	holds()
	p.do(chromedp.Reload())
	holds()
	p.press("j")
	p.await(`document.activeElement.innerText === "file-178.pdf"`)
	p.press("/", "17")
	p.await(rowNames + `.startsWith("file-179.pdf file-178.pdf") && !location.search.includes("rows=")`) // another list, from its beginning

	walk := func(from, to int) {
		t.Helper()
		for n := from + 1; n <= to; n++ {
			p.press("n")
			p.await(fmt.Sprintf(`document.querySelector("h1")?.innerText === "file-%03d.pdf"`, n))
			p.await(fmt.Sprintf(`document.querySelector(".review-head")?.innerText.includes("%d of %d")`, n+1, files))
		}
	}
	p.open(s.consolePath() + "?show=review&sort=filename")
	p.await(`document.querySelectorAll("[data-row]")[90]?.innerText === "file-090.pdf"`)
	evaluate[bool](p, `(document.querySelectorAll("[data-row]")[90].click(), true)`)
	p.awaitText(fmt.Sprintf("91 of %d", files))
	walk(90, 103)
	p.open(reviewPath(paths[519]) + "?queue=review:filename")
	p.awaitText(fmt.Sprintf("520 of %d", files))
	walk(519, 529)
	p.press("n")
	p.await(`location.search.includes("show=review") && document.activeElement.innerText === "file-529.pdf"`)
}
