package check

import (
	"slices"
	"strings"

	"github.com/seed-62a36931/docket/rules/syntax"
)

// localDictionary is the agenda group whose rules run first, and in which remembered
// terms are searched for.
const localDictionary = "LOCAL_DICTIONARY_ADDS"

// CheckResultQuery warns that a file lacks the query by which its result is read. Without it,
// all facts of the class are taken.
func CheckResultQuery(f *syntax.File, query string) []syntax.Problem {
	if query == "" {
		return nil
	}
	var names []string
	for _, q := range f.Queries {
		if names = append(names, q.Name); q.Name == query {
			return nil
		}
	}
	message := `the file has no query "` + query + `", by which its result is read`
	if meant := NearestName(query, names); meant != "" {
		message += `: is it what "` + meant + `" should be?`
	}
	return []syntax.Problem{{Message: message}}
}

// CheckGroups warns of rules in agenda groups that never get the focus, except those in
// focused, which get it by themselves, and of remembered terms that no rule searches
// for in time.
func CheckGroups(f *syntax.File, focused []string) []syntax.Problem {
	return append(findUnfocused(f, focused), findUnsearched(f)...)
}

// focusedGroups returns the groups that get the focus; known is false when a rule computes
// which group it gives the focus to.
func focusedGroups(f *syntax.File, groups []string) (all []string, known bool) {
	all, known = append([]string{"", "MAIN", "DEFAULT"}, groups...), true
	for _, r := range f.Rules {
		if r.Attrs.AutoFocus {
			all = append(all, r.Attrs.AgendaGroup)
		}
		visitConsequences(r, func(node any) {
			c, ok := node.(*syntax.Call)
			if !ok || c.Name != "setFocus" || len(c.Args) != 1 {
				return
			}
			literal, _ := c.Args[0].(*syntax.Literal)
			if literal == nil {
				known = false
				return
			}
			name, _ := literal.Value.(string)
			all = append(all, name)
		})
	}
	return all, known
}

// findUnfocused returns warnings for the rules of groups that never get the focus.
func findUnfocused(f *syntax.File, groups []string) []syntax.Problem {
	all, known := focusedGroups(f, groups)
	if !known {
		return nil
	}
	var out []syntax.Problem
	for _, r := range f.Rules {
		if g := r.Attrs.AgendaGroup; !slices.Contains(all, g) {
			out = append(out, syntax.Problem{
				Offset:  groupAt(f, r),
				Message: "the rule never fires: the agenda group " + g + " never gets the focus" + SuggestName(g, all),
			})
		}
	}
	return out
}

// groupAt returns the offset at which a rule names its agenda group. It is the
// offset of the rule's name when the group comes from the head of the file.
func groupAt(f *syntax.File, r *syntax.Rule) int {
	const word = "agenda-group"
	text := f.Source.Text[r.Pos():max(r.End, r.Pos())]
	before, behind, _ := strings.Cut(text, word)
	name := strings.IndexAny(behind, `"'`)
	if !strings.HasPrefix(behind[name+1:], r.Attrs.AgendaGroup) {
		return r.NameAt
	}
	return r.Pos() + len(before) + len(word) + name
}

// findUnsearched warns when terms are remembered and no rule searches for them, or only
// outside the group that runs first.
func findUnsearched(f *syntax.File) []syntax.Problem {
	remembered, searched := -1, false
	var out []syntax.Problem
	for _, r := range f.Rules {
		visitConsequences(r, func(node any) {
			c, ok := node.(*syntax.Call)
			switch {
			case !ok:
			case c.Name == "getLocalSearch":
				searched = true
				if r.Attrs.AgendaGroup != localDictionary {
					out = append(out, syntax.Problem{
						Offset: c.Pos(),
						Message: "remembered terms are looked for outside of the agenda group " + localDictionary +
							": other rules run before",
					})
				}
			case remembered < 0 && (c.Name == "recommendEverywhere" || c.Name == "addLocalDictionaryEntry" ||
				c.Name == "addMultipleAuthorsAsRecommendation"):
				remembered = c.Pos()
			}
		})
	}
	if remembered >= 0 && !searched {
		out = append(out, syntax.Problem{
			Offset:  remembered,
			Message: "the term is remembered, and no rule looks for remembered terms (getLocalSearch)",
		})
	}
	return out
}
