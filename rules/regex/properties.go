package regex

import (
	"strings"
	"sync"
	"unicode"
)

// classes holds the predefined classes of Java, in the notation of Go. \d, \w and \s are
// about ASCII unless a flag says otherwise.
var classes = map[byte]string{
	'd': `0-9`, 'w': `a-zA-Z0-9_`, 's': ` \t\n\x0b\f\r`,
	'h': ` \t\x{a0}\x{1680}\x{180e}\x{2000}-\x{200a}\x{202f}\x{205f}\x{3000}`,
	'v': `\n\x0b\f\r\x{85}\x{2028}\x{2029}`,
}

// wide holds the classes that follow Unicode with UNICODE_CHARACTER_CLASS.
var wide = map[byte]string{
	'd': `\p{Nd}`, 'w': `\p{L}\p{M}\p{Nd}\p{Nl}\p{Pc}\x{200c}\x{200d}\x{24b6}-\x{24e9}`, 's': `\t-\r\x{85}\p{Z}`,
}

// posix holds the classes of POSIX, which are limited to ASCII.
var posix = map[string]string{
	"Lower": "a-z", "Upper": "A-Z", "ASCII": `\x00-\x7f`, "Alpha": "a-zA-Z", "Digit": "0-9", "Alnum": "a-zA-Z0-9", "Space": ` \t\n\x0b\f\r`,
	"Punct": "!-/:-@\\[-`{-~", "Blank": ` \t`, "XDigit": "0-9a-fA-F", "Cntrl": `\x00-\x1f\x7f`, "Graph": "!-~", "Print": " -~",
	"L1": `\x00-\x{ff}`, "all": `\x00-\x{10ffff}`, "LC": `\p{Lu}\p{Ll}\p{Lt}`, "LD": `\p{L}\p{Nd}`,
}

// java holds the classes named after the tests of java.lang.Character.
var java = map[string]string{
	"javaLowerCase": `\p{Ll}\x{aa}\x{ba}`, "javaUpperCase": `\p{Lu}`, "javaTitleCase": `\p{Lt}`, "javaDigit": `\p{Nd}`,
	"javaLetter":        `\p{L}`,
	"javaLetterOrDigit": `\p{L}\p{Nd}`, "javaSpaceChar": `\p{Z}`, "javaISOControl": `\x00-\x1f\x7f-\x{9f}`,
	"javaWhitespace": `\t-\r\x1c-\x20\x{1680}\x{2000}-\x{2006}\x{2008}-\x{200a}\x{2028}\x{2029}\x{205f}\x{3000}`,
	"javaAlphabetic": `\p{L}\p{Nl}`,
}

// binary holds the binary properties of Unicode, by their names in lower case.
var binary = map[string]string{
	"alphabetic": `\p{L}\p{Nl}`, "letter": `\p{L}`, "digit": `\p{Nd}`, "uppercase": `\p{Lu}`, "lowercase": `\p{Ll}\x{aa}\x{ba}`,
	"titlecase":   `\p{Lt}`,
	"punctuation": `\p{P}`, "control": `\p{Cc}`, "white_space": `\t-\r\x{85}\p{Z}`, "whitespace": `\t-\r\x{85}\p{Z}`,
	"ideographic": `\p{Han}`,
	"hex_digit":   `0-9a-fA-F\x{ff10}-\x{ff19}\x{ff21}-\x{ff26}\x{ff41}-\x{ff46}`,
	"hexdigit":    `0-9a-fA-F\x{ff10}-\x{ff19}\x{ff21}-\x{ff26}\x{ff41}-\x{ff46}`,
	"assigned":    `\p{L}\p{M}\p{N}\p{P}\p{S}\p{Z}\p{Cc}\p{Cf}\p{Co}\p{Cs}`, "alnum": `\p{L}\p{Nl}\p{Nd}`,
}

// blocks holds the blocks of Unicode that documents use.
var blocks = map[string]string{
	"basiclatin": `\x00-\x7f`, "latin1supplement": `\x{80}-\x{ff}`, "latinextendeda": `\x{100}-\x{17f}`,
	"latinextendedb": `\x{180}-\x{24f}`,
	"greek":          `\x{370}-\x{3ff}`, "greekandcoptic": `\x{370}-\x{3ff}`, "cyrillic": `\x{400}-\x{4ff}`, "hebrew": `\x{590}-\x{5ff}`,
	"arabic":             `\x{600}-\x{6ff}`,
	"generalpunctuation": `\x{2000}-\x{206f}`, "superscriptsandsubscripts": `\x{2070}-\x{209f}`, "currencysymbols": `\x{20a0}-\x{20cf}`,
	"letterlikesymbols": `\x{2100}-\x{214f}`, "numberforms": `\x{2150}-\x{218f}`, "arrows": `\x{2190}-\x{21ff}`,
	"mathematicaloperators": `\x{2200}-\x{22ff}`,
	"boxdrawing":            `\x{2500}-\x{257f}`, "geometricshapes": `\x{25a0}-\x{25ff}`, "cjkunifiedideographs": `\x{4e00}-\x{9fff}`,
}

// propertySet returns the characters of \p{name}; ok is false for an unknown name.
func (p *parser) propertySet(name string) (s set, ok bool) {
	if p.flags&UnicodeClasses != 0 {
		if s, ok := unicodePosix(name); ok {
			return s, true
		}
	}
	if key, value, named := strings.Cut(name, "="); named {
		switch strings.ToLower(key) {
		case "gc", "general_category":
			return categorySet(value)
		case "sc", "script":
			return scriptSet(value)
		case "blk", "block":
			return blockSet(value)
		}
		return nil, false
	}
	for _, table := range []map[string]string{posix, java} {
		if class, known := table[name]; known {
			return setOf(class), true
		}
	}
	if rest, is := strings.CutPrefix(name, "Is"); is {
		if class, known := binary[strings.ToLower(rest)]; known {
			return setOf(class), true
		}
		if s, known := categorySet(rest); known {
			return s, true
		}
		return scriptSet(rest)
	}
	if rest, in := strings.CutPrefix(name, "In"); in {
		return blockSet(rest)
	}
	return categorySet(name)
}

// unicodePosix returns a class of POSIX as it is with UNICODE_CHARACTER_CLASS.
func unicodePosix(name string) (set, bool) {
	class, known := map[string]string{
		"Lower": binary["lowercase"], "Upper": binary["uppercase"], "Alpha": binary["alphabetic"], "Digit": `\p{Nd}`,
		"Alnum": binary["alnum"], "Space": wide['s'], "Punct": `\p{P}`, "Cntrl": `\p{Cc}`, "Blank": classes['h'],
		"XDigit": binary["hex_digit"],
	}[name]
	if !known {
		return nil, false
	}
	return setOf(class), true
}

func categorySet(name string) (set, bool) {
	if unicode.Categories[name] == nil || len(name) > 2 {
		return nil, false
	}
	return setOf(`\p{` + name + `}`), true
}

// scriptSet returns the characters of a script, by its name or its code of four letters.
func scriptSet(name string) (set, bool) {
	if strings.EqualFold(name, "Unknown") || strings.EqualFold(name, "Zzzz") {
		return unknownScript(), true
	}
	if known := scriptOf(name); known != "" {
		name = known
	}
	for known, table := range unicode.Scripts {
		if strings.EqualFold(known, name) {
			return tableSet(table), true
		}
	}
	return nil, false
}

// unknownScript returns the characters that no script has.
var unknownScript = sync.OnceValue(func() set {
	var all []set
	for _, table := range unicode.Scripts {
		all = append(all, tableSet(table))
	}
	return union(all...).complement()
})

func blockSet(name string) (set, bool) {
	class, known := blocks[strings.ToLower(strings.NewReplacer("_", "", "-", "", " ", "").Replace(name))]
	if !known {
		return nil, false
	}
	return setOf(class), true
}
