package rules

import (
	"regexp"
	"strings"
	"testing"
)

// A block is a block of code of the handbook: what stands behind its opening marks,
// its text, and the line below it.
type block struct{ info, text, below string }

func blocks(page string) []block {
	var out []block
	rest := page
	for {
		_, after, found := strings.Cut(rest, "\n```")
		if !found {
			return out
		}
		info, body, _ := strings.Cut(after, "\n")
		text, tail, _ := strings.Cut(body, "```\n")
		below, _, _ := strings.Cut(tail, "\n")
		out, rest = append(out, block{info, text, below}), "\n"+tail
	}
}

const everyGlobal = imports + entityGlobals

// TestCodeOfTheGuideCompiles checks the rules that the handbook shows.
func TestCodeOfTheGuideCompiles(t *testing.T) {
	checked := 0
	for _, b := range blocks(Reference()) {
		side, head := Entity, everyGlobal
		switch b.info {
		case "drl entity":
		case "drl component":
			side, head = Component, imports+componentGlobals
		default:
			continue
		}
		checked += strings.Count(b.text, "rule \"")
		_, problems := Compile(side, []byte(head+b.text))
		for _, p := range problems {
			t.Errorf("%s: %s", strings.Split(head+b.text, "\n")[p.Line-1], p.Message)
		}
	}
	if checked < 30 {
		t.Errorf("only %d rules are checked", checked)
	}
}

// TestMistakesOfTheGuideAreToldAsItSays looks at the mistakes that the handbook shows.
func TestMistakesOfTheGuideAreToldAsItSays(t *testing.T) {
	seen := 0
	for _, b := range blocks(Reference()) {
		if b.info != "drl mistake" {
			continue
		}
		seen++
		_, r := Check(Entity, []byte("global EntityCreationService entityCreationService\n"+b.text))
		said, told := strings.TrimPrefix(b.below, "> "), false
		for _, p := range append(r.Errors, r.Warnings...) {
			told = told || strings.Contains(p.Message, said)
		}
		if !told {
			t.Errorf("%s\nis not told as %q but %v", b.text, said, r)
		}
	}
	if seen < 8 {
		t.Errorf("only %d mistakes are shown", seen)
	}
}

// TestTheGuideShowsTheSample finds every line of the sample document on the page.
func TestTheGuideShowsTheSample(t *testing.T) {
	tree := sample()
	for _, l := range tree.Lines {
		if text := tree.TextOf(l.Span); !strings.Contains(guide, text) {
			t.Errorf("the guide does not show %q", text)
		}
	}
}

var (
	headingLine = regexp.MustCompile(`(?m)^#{1,6} (.*)$`)
	innerLink   = regexp.MustCompile(`\]\(#([^)]*)\)`)
	noAnchor    = regexp.MustCompile(`[^a-z0-9 -]`)
)

// TestLinksOfTheHandbookLeadToHeadings follows every link inside of the page; each
// class that has a heading must be in the index.
func TestLinksOfTheHandbookLeadToHeadings(t *testing.T) {
	page, headings := Reference(), map[string]bool{}
	for _, m := range headingLine.FindAllStringSubmatch(page, -1) {
		headings[strings.ReplaceAll(noAnchor.ReplaceAllString(strings.ToLower(m[1]), ""), " ", "-")] = true
	}
	linked := map[string]bool{}
	for _, m := range innerLink.FindAllStringSubmatch(page, -1) {
		if linked[m[1]] = true; !headings[m[1]] {
			t.Errorf("no heading is #%s", m[1])
		}
	}
	_, classes, _ := strings.Cut(page, "\n## Classes of the document\n")
	for _, m := range headingLine.FindAllStringSubmatch(classes, -1) {
		if name := strings.ToLower(m[1]); !strings.Contains(name, " ") && !linked[name] {
			t.Errorf("the index leaves out %s", m[1])
		}
	}
}
