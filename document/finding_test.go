package document

import (
	"os"
	"reflect"
	"regexp"
	"strings"
	"testing"
)

// Findings of one kind and place become one, and no count is lost, however many there are.
func TestFindingsAreBounded(t *testing.T) {
	box := &Rect{X: 1, Width: 2, Height: 3}
	got := BoundFindings([]Finding{
		{Kind: FindingPicturesNotRead, Page: 2, Box: box, Count: 1, Values: true},
		{Kind: FindingHiddenTextLeftOut, Page: 2, Box: box, Count: 5},
		{Kind: FindingHiddenTextLeftOut, Page: 2, Box: box, Count: 2, Values: true},
		{Kind: FindingTextLost, Place: "Data!A1"},
	})
	want := []Finding{
		{Kind: FindingPicturesNotRead, Page: 2, Box: box, Count: 1, Values: true},
		{Kind: FindingHiddenTextLeftOut, Page: 2, Count: 7, Values: true},
		{Kind: FindingTextLost, Place: "Data!A1", Count: 1},
	}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("got %+v, want %+v", got, want)
	}
	var many []Finding
	for page := range MaxFindings + 1 {
		many = append(many, Finding{Kind: FindingWatermarkLeftOut, Page: page + 1, Box: box, Count: 3})
	}
	got = BoundFindings(append(many, Finding{Kind: FindingDynamicForm, Count: 1, Values: true}))
	want = []Finding{{Kind: FindingWatermarkLeftOut, Count: 3 * (MaxFindings + 1)}, {Kind: FindingDynamicForm, Count: 1, Values: true}}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("of many: got %+v, want %+v", got, want)
	}
}

// Every kind has a sentence here, words in both languages of the console, and a place in the documentation.
func TestKindsOfFindingsAreExplained(t *testing.T) {
	read := func(name string) string {
		content, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		return string(content)
	}
	kinds := regexp.MustCompile(`FindingKind += "([A-Z_]+)"`).FindAllStringSubmatch(read("finding.go"), -1)
	if len(kinds) != len(findingSentences) {
		t.Errorf("got %d kinds with %d sentences", len(kinds), len(findingSentences))
	}
	english, german, docs := read("../adapters/console/assets/lang/en.js"), read("../adapters/console/assets/lang/de.js"),
		read("../docs/layout.md")
	for _, k := range kinds {
		if _, ok := findingSentences[FindingKind(k[1])]; !ok {
			t.Errorf("%s has no sentence", k[1])
		}
		for where, text := range map[string]string{"English": english, "German": german} {
			if !strings.Contains(text, "'finding."+k[1]+"'") {
				t.Errorf("%s has no words in %s", k[1], where)
			}
		}
		if !strings.Contains(docs, "`"+k[1]+"`") {
			t.Errorf("%s is not in docs/layout.md", k[1])
		}
	}
}
