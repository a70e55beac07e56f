package check

import "testing"

func TestGroupsNeedTheFocus(t *testing.T) {
	const never = ": the rule never fires: the agenda group G never gets the focus"
	tests := []struct{ name, rules, want string }{
		{"nobody gives it", `rule "A" agenda-group "G" when then end`, `"G" when then end` + never},
		{"single quotes", `rule "A" agenda-group 'G' when then end`, `'G' when then end` + never},
		{"no group", `rule "A" when then end`, ""},
		{"the main group", `rule "A" agenda-group "MAIN" when then end rule "B" agenda-group "DEFAULT" when then end rule "C" ` +
			`agenda-group "" when then end`, ""},
		{"a group with the focus", `rule "A" agenda-group "FIRST" when then end`, ""},
		{"auto-focus", `rule "A" agenda-group "G" auto-focus when then end rule "B" agenda-group "G" when then end`, ""},
		{"setFocus", `rule "A" agenda-group "G" when then end rule "B" when then drools.setFocus("G"); end`, ""},
		{"setFocus of another", `rule "A" agenda-group "G" when then end rule "B" when then drools.setFocus("H"); end`,
			`"G" when then end rule "B" when then drools.setFocus("H")` + never},
		{"nearly the right one", `rule "A" agenda-group "FRIST" when then end`,
			`"FRIST" when then end: the rule never fires: the agenda group FRIST never gets the focus, did you mean FIRST?`},
		{"setFocus of a computed group", `rule "A" agenda-group "G" when then end rule "B" when then drools.setFocus(g()); end`, ""},
		{"from the head of the file", "agenda-group \"G\"\nrule \"A\" when then end", `"A" when then end` + never},
		{"another word like it in the rule", "agenda-group \"G\"\nrule \"A\" when then f(\"agenda-group\", 'x'); end",
			`"A" when then f("agenda-group", 'x')` + never},
		{"the word without a name behind it", "agenda-group \"G\"\nrule A when then /* agenda-group */ end",
			`A when then /* agenda-group */ end` + never},
		{"setFocus with more values", `rule "A" agenda-group "G" when then end rule "B" when then drools.setFocus("G", 1); ` +
			`x.setFocus(); end`, `"G" when then end rule "B" when then drools.setFocus("G", 1)` + never},
		{"setFocus of no string", `rule "A" agenda-group "G" when then end rule "B" when then drools.setFocus(1); end`,
			`"G" when then end rule "B" when then drools.setFocus(1)` + never},
		{"two rules", `rule "A" agenda-group "G" when then a(); end rule "B" agenda-group "G" when then b(); end`,
			`"G" when then a()` + never + "\n" + `"G" when then b()` + never},
		{"the next rule has one", "agenda-group \"G\"\nrule \"A\" when then end rule \"B\" agenda-group \"GG\" auto-focus when " +
			"then end", `"A" when then end rule "B" agenda-group "GG" auto-focus when then end` + never},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			file := parseFile(t, tt.rules)
			if got := places(file, CheckGroups(file, []string{"FIRST"})); got != tt.want {
				t.Errorf("got\n%s\nwant\n%s", got, tt.want)
			}
		})
	}
}

func TestRememberedTermsNeedASearch(t *testing.T) {
	const search = ` rule "B" agenda-group "LOCAL_DICTIONARY_ADDS" when then service.by(model.getLocalSearch()); end`
	const never = ": the term is remembered, and no rule looks for remembered terms (getLocalSearch)"
	tests := []struct{ name, rules, want string }{
		{"nobody searches", `rule "A" when then dictionary.recommendEverywhere(x); end`, "recommendEverywhere(x)" + never},
		{"told once", `rule "A" when then dictionary.addLocalDictionaryEntry(x); dictionary.recommendEverywhere(x); end`,
			"addLocalDictionaryEntry(x)" + never},
		{"authors", `rule "A" when then dictionary.addMultipleAuthorsAsRecommendation(x); end`,
			"addMultipleAuthorsAsRecommendation(x)" + never},
		{"a rule searches", `rule "A" when then dictionary.recommendEverywhere(x); end` + search, ""},
		{"in a lambda", `rule "A" when then l.forEach(x -> dictionary.recommendEverywhere(x)); end` + search, ""},
		{"nothing is remembered", search, ""},
		{"outside of the group", `rule "B" when then service.by(model.getLocalSearch()); end`,
			"getLocalSearch()): remembered terms are looked for outside of the agenda group LOCAL_DICTIONARY_ADDS: other rules run before"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			file := parseFile(t, tt.rules)
			if got := places(file, CheckGroups(file, []string{"LOCAL_DICTIONARY_ADDS"})); got != tt.want {
				t.Errorf("got\n%s\nwant\n%s", got, tt.want)
			}
		})
	}
}
