package rules

import (
	"strings"
	"testing"
	"unicode/utf8"
)

// TestHalvesOfPairsSurvive takes characters beyond 16 bits apart and puts them together.
func TestHalvesOfPairsSurvive(t *testing.T) {
	javaGives(t, []javaCase{
		{`String a = "\ud83d", b = "\ude00"; out = a + b + "\ud83d\ude00" + (a + b).length() + (a + b).equals("\ud83d\ude00") + ` +
			`a.length() + (int) a.charAt(0) + (int) b.charAt(0) + a.hashCode() + " " + (a + b).hashCode() + a.equals(b) + ` +
			`(a.compareTo(b) < 0);`,
			"😀😀2true1553575683255357 1772899falsetrue"},
		{`char h = '\ud83d', l = '\ude00'; out = "" + h + l; StringBuilder s = new StringBuilder(); ` +
			`s.append(h).append(l).append("x"); out += s + "" + s.length() + s.reverse(); out += h + "" + l; out += ` +
			`String.valueOf(new char[]{h, l}) + (int) h;`,
			"😀😀x3x😀😀😀55357"},
		{`String s = "a😀b"; out = s.length() + s.substring(0, 2).length() + s.substring(0, 2) + s.substring(2) + (int) ` +
			`s.substring(1, 2).charAt(0) + s.substring(1, 3); for (char c : s.toCharArray()) { out += c; } out += ` +
			`String.join("", s.substring(0, 2), s.substring(2)) + s.substring(0, 2).concat(s.substring(2)) + ` +
			`Stream.of(s.substring(0, 2), s.substring(2)).collect(Collectors.joining());`,
			"6a😀b55357😀a😀ba😀ba😀ba😀b"},
		{`Map<String, Integer> m = new HashMap<>(); m.put("\ud83d" + "\ude00", 1); m.put("\ud83d", 2); out = m.get("😀") + "" + ` +
			`m.get("\ud83d") + m.get("\ude00") + "\ud83d\ud83d".length() + "한글".length() + "\ufffd".length();`,
			"12null221"},
	})
}

// TestHalvesOfPairsDoNotLeaveRules holds what rules make of a half to be text.
func TestHalvesOfPairsDoNotLeaveRules(t *testing.T) {
	javaGives(t, []javaCase{{`out = "x" + "😀".substring(0, 1) + "y" + '\ude00';`, "x\ufffdy\ufffd"}})
	entity := compileOK(t, EntityRules, `rule "A.0.0" when then end`)
	component := compileOK(t, ComponentRules, `rule "C.0.0" when then throw new IllegalStateException("no " + '\ud83d'); end`)
	_, err := Run(t.Context(), entity, component, Input{Tree: newTree().section("h").tree()})
	if err == nil || !utf8.ValidString(err.Error()) || !strings.Contains(err.Error(), "no \ufffd") {
		t.Errorf("got %q, want an error, utf8.ValidString(err.Error()) and err.Error() with no �", err)
	}
}
