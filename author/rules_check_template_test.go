package author

import (
	"path/filepath"
	"strings"
	"testing"
)

// TestCheckHoldsRulesAgainstTheirTemplate checks a template whose component rules
// name a component that it does not define.
func TestCheckHoldsRulesAgainstTheirTemplate(t *testing.T) {
	dir := orderTemplate(t, map[string]string{
		"../template.yaml": "format: 1\nname: Orders\nentities:\n  - {displayName: Order number}\n  - {displayName: Due, " +
			"hasDictionary: true}\n" +
			"components:\n  - {technicalName: OrderNumber, displayName: N}\n  - {technicalName: Due_Dates, displayName: " +
			"D}\ncomponentMappings:\n  - {file: mappings/a.csv}\n",
		"../mappings/a.csv": "search_value,mapped_value\n1,2\n", "../dictionaries/due.txt": "soon\n",
	})
	code, out, _ := tool(t, "", "rules", "check", dir)
	file := filepath.Join(dir, componentRuleFile)
	if code != 0 || !strings.Contains(out, file+":16:51: warning: rule \"Component.0.1: due\": the component Due_Date is not "+
		"defined in the template, did you mean Due_Dates?\n") ||
		strings.Contains(out, "Order_Number is not defined") {
		t.Errorf("got %d %s, want 0 and one warning about Due_Date", code, out)
	}
	if !strings.Contains(out, "\n5 files checked: no errors, 3 warnings\n") { // two of them: no stock queries
		t.Errorf("not all files are counted: %s, want %q in it", out, "\n5 files checked: no errors, 3 warnings\n")
	}
}

// A check whose names are misspelt is not made, which nobody would notice.
func TestCheckWarnsOfNamesThatChecksDoNotHave(t *testing.T) {
	dir := orderTemplate(t, map[string]string{
		"../template.yaml": "format: 1\nname: Orders\nentities:\n  - {displayName: Order number}\n  - {displayName: Due}\n" +
			"components:\n  - {technicalName: Order_Number, displayName: N}\n" +
			"  - {technicalName: Due_Date, displayName: D, columns: [{technicalName: a, displayName: A}], checks: [sum(a) = " +
			"OrderNumber, a = Order_Numbr unless b]}\n",
	})
	code, out, _ := tool(t, "", "rules", "check", dir)
	at := filepath.Join(dir, manifestFile) + ":8:125: warning: "
	for _, name := range []string{"Order_Numbr", "b"} {
		if want := at + `the check "a = Order_Numbr unless b" of Due_Date names ` + name + ", which is no component"; code != 0 || !strings.Contains(out, want) {
			t.Errorf("%d %s; want %s", code, out, want)
		}
	}
	if strings.Contains(out, "names OrderNumber") || strings.Contains(out, "names a,") {
		t.Errorf("names that are there are warned of: %s, want no %q in out and no %q in out", out, "names OrderNumber", "names a,")
	}
}

func TestAFaultyTemplateHasNoWarningsThatFollow(t *testing.T) {
	dir := orderTemplate(t,
		map[string]string{"../template.yaml": "format: 1\nname: Orders\nentities:\n  - {displayName: Order number, rnk: 1}\n  - " +
			"{displayName: Due}\n"})
	if code, out, _ := tool(t, "", "rules", "check", dir); code != 1 || strings.Contains(out, "is not defined in the template") {
		t.Errorf("%d %s, want code = 1 and no %q in out", code, out, "is not defined in the template")
	}
}

func TestAnExcerptShowsWhereItIsCut(t *testing.T) {
	line := strings.Repeat("a", 100) + strings.Repeat("b", 100) + strings.Repeat("c", 100)
	for _, c := range []struct {
		column      int
		first, last string
	}{{0, "a", "…"}, {150, "…", "…"}, {299, "…", "c"}, {300, "…", "c"}} {
		text, at := excerptAround(line, c.column)
		if !strings.HasPrefix(text, c.first) || !strings.HasSuffix(text, c.last) || len([]rune(text)) != excerptWidth {
			t.Errorf("column %d: %s, want it to begin with %v, it to end with %v and len([]rune(text)) = %v", c.column, text,
				c.first, c.last, excerptWidth)
		}
		if marked := append([]rune(text), 0)[at]; c.column < 300 && marked != rune(line[c.column]) {
			t.Errorf("column %d: the mark is under %c, want it at %c", c.column, marked, line[c.column])
		}
	}
	if text, at := excerptAround("short", 3); text != "short" || at != 3 {
		t.Errorf("%s %d, want text = %q and at = 3", text, at, "short")
	}
}

func TestTheHelpOfTestsNamesTheHandbook(t *testing.T) {
	help := testCommand{}.Help()
	if !strings.Contains(help, `docs/rule-tests.md tells all in "Files of tests"`) || !strings.Contains(help, "[image] LOGO") {
		t.Error(help)
	}
}
