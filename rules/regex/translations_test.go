package regex

import (
	"fmt"
	"hash/crc32"
	"strconv"
	"strings"
	"testing"

	"github.com/seed-62a36931/docket/internal/record"
)

// TestTranslationsAreThoseOnRecord compares what becomes of each expression with the
// lines beside it: its forms for the two matchers, what is known of its matches, or why
// it is refused, with the place. The matches themselves are compared with Java's.
// DOCKET_GOLDEN=new writes the lines anew; read the difference before you keep it.
func TestTranslationsAreThoseOnRecord(t *testing.T) {
	record.HoldEach(t, "testdata/translations.txt", func(line string) string {
		flags, source, _ := strings.Cut(line, "\t")
		return translateExpression(t, flags, source)
	})
}

// translateExpression is the lines of one expression.
func translateExpression(t *testing.T, flags, quoted string) string {
	t.Helper()
	bits, err := strconv.Atoi(flags)
	source, err2 := strconv.Unquote(`"` + strings.NewReplacer(`\`, `\\`, `"`, `\"`, `¶`, `\n`).Replace(quoted) + `"`)
	if err != nil || err2 != nil {
		t.Fatal(flags, quoted, err, err2)
	}
	p, err := Compile(source, bits)
	if err != nil {
		return fmt.Sprintf("\trefused\t%v\n", err)
	}
	var b strings.Builder
	linear, back := brief(p.sourceText(anywhere, false)), brief(p.sourceText(anywhere, true))
	switch {
	case p.linear == nil:
		fmt.Fprintf(&b, "\tback\t%s\n", back)
	case linear == back:
		fmt.Fprintf(&b, "\tboth\t%s\n", back)
	default:
		fmt.Fprintf(&b, "\tlinear\t%s\n\tback\t%s\n", linear, back)
	}
	if of := describeExpression(p); len(of) > 0 {
		fmt.Fprintf(&b, "\tknown\t%s\n", strings.Join(of, ", "))
	}
	return b.String()
}

// describeExpression describes an expression without running it.
func describeExpression(p *Pattern) []string {
	var out []string
	if p.groups > 0 {
		out = append(out, fmt.Sprint(p.groups, " groups"))
	}
	for i, name := range []string{"differs at the end", "differs at lines", "differs at words", "looks behind"} {
		if p.cautions&(1<<i) != 0 {
			out = append(out, name)
		}
	}
	if p.empty {
		out = append(out, "matches nothing")
	}
	if p.rounds {
		out = append(out, "rounds")
	}
	if n := p.Needle(); n != nil {
		out = append(out, fmt.Sprintf("needle %q %v", n.Any, n.Fold))
	}
	if r := p.analysis().reach; r != nil {
		out = append(out, fmt.Sprintf("reach %08x", crc32.ChecksumIEEE(fmt.Append(nil, *r))))
	}
	return out
}

// brief is a text without its middle, for which a sum stands.
func brief(text string) string {
	if len(text) < 200 {
		return strings.ReplaceAll(text, "\n", "¶")
	}
	return fmt.Sprintf("%s … %08x … %s", strings.ToValidUTF8(text[:60], ""), crc32.ChecksumIEEE([]byte(text)),
		strings.ToValidUTF8(text[len(text)-20:], ""))
}
