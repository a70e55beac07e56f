package rules

import (
	"fmt"
	"math/rand/v2"
	"strconv"
	"strings"
	"testing"
	"unicode/utf16"
)

// TestOffsetsOfAMatcherAreThoseOfATextRange on 10,000 random texts with umlauts, ligatures, emoji and Arabic:
// m.start() counts units of UTF-16, as computed here from the definition, and a TextRange of m.start()
// and m.end() marks what was matched.
func TestOffsetsOfAMatcherAreThoseOfATextRange(t *testing.T) {
	const documents, texts = 50, 200
	entity := compileOK(t, EntityRules, `
import java.util.regex.*;
rule "O.0.0: mark what a Matcher finds" when $p: Paragraph() then
    int base = $p.getTextRange().start();
    Matcher m = Pattern.compile("№\\d+[äﬁ😀ع]?").matcher($p.getTextBlock().toString());
    while (m.find()) {
        int start = m.start();
        int end = m.end();
        entityCreationService.byTextRange(new TextRange(base + start, base + end), "mark", EntityType.ENTITY, $p)
            .ifPresent(e -> e.apply("O.0.0", start + " " + end));
    }
end
`)
	component := compileOK(t, ComponentRules, `rule "O.0.0" when $e: Entity() then componentCreationService.create("O.0.0", `+
		`"Mark", $e.getValue(), ""); end`)
	r := rand.New(rand.NewPCG(3, 9))
	for range documents {
		b := newTree().section("Größe 😀")
		want := map[string]string{}
		for n := range texts {
			before, mark, after := randomText(r), fmt.Sprintf("№%d%s", n, []string{"", "ä", "ﬁ", "😀", "ع"}[r.IntN(5)]), randomText(r)
			b.paragraph(before + mark + " " + after)
			start := len(utf16.Encode([]rune(before)))
			want[mark] = fmt.Sprint(start, " ", start+len(utf16.Encode([]rune(mark))))
		}
		result, err := Run(t.Context(), entity, component, Input{Tree: b.tree()})
		if err != nil || len(result.Failures) > 0 || len(result.Entities) != texts {
			t.Fatalf("%d entities, %v, %v; want %d", len(result.Entities), result.Failures, err, texts)
		}
		for _, e := range result.Entities {
			if want[e.Value] != e.Reason {
				t.Errorf("%s stands at %q, want %q", strconv.QuoteToASCII(e.Value), e.Reason, want[e.Value])
			}
		}
	}
}

// randomText returns a text of letters of one to four bytes, which ends and begins without a blank.
func randomText(r *rand.Rand) string {
	pieces := []string{"a", "Z", " b", "ä", "ö", "ß", "é", "e\u0301", "ﬁ", "ﬄ", "Ĳ", "😀", "👩\u200d🔬", "🇩🇪", "𝔘", "ع", "مرحبا",
		"ﷺ", "\u200f", "中", ", ", "-"}
	var text strings.Builder
	for range r.IntN(30) {
		text.WriteString(pieces[r.IntN(len(pieces))])
	}
	return "x" + text.String() + "x"
}
