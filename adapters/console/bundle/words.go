package bundle

import (
	"fmt"
	"io/fs"
	"maps"
	"path"
	"regexp"
	"slices"
	"strings"
)

// What a module imports of words, a source with a key and its text a line: what is named asFirst holds
// those that the first entry may draw, and as screens what loads those of a screen by its name; asRest
// is all but the first.
const (
	asFirst  = "?first"
	asScreen = "?screen="
	asRest   = "?rest"
)

var (
	wordLine = regexp.MustCompile(`(?m)^  '([^']+)': .*\n`)
	literal  = regexp.MustCompile(`'([a-z][\w.-]*)'( \+)?|` + "`" + `([a-z][\w.-]*[.-])\$\{`)
)

// words say which of the words of a source a module holds.
type words struct{ source, part string }

// wordsOf returns what an import of words asks for; false for other imports.
func wordsOf(name string) (words, bool) {
	source, part, ok := strings.Cut(name, "?")
	return words{source, "?" + part}, ok
}

// module is the name of the module that holds the words.
func (w words) module() string {
	if w.part == asFirst {
		return w.source
	}
	name := strings.TrimPrefix(strings.TrimPrefix(w.part, asScreen), "?")
	return strings.TrimSuffix(w.source, path.Ext(w.source)) + "-" + name + ".js"
}

// A keySet holds keys of words: whole ones, and the beginnings of those that are put together.
type keySet struct {
	whole  map[string]bool
	begins []string
}

// readKeys collects what may be a key in the texts of modules: what stands there as a text of its own, and
// each beginning such as 'workflow.' + status. More than needed is found, and nothing is missed that a
// module writes down itself.
func readKeys(sources fs.FS, modules []string) (*keySet, error) {
	keys := &keySet{whole: map[string]bool{}}
	for _, name := range modules {
		text, err := fs.ReadFile(sources, name)
		if err != nil {
			return nil, err
		}
		for _, m := range literal.FindAllStringSubmatch(string(text), -1) {
			switch begin := m[1] + m[3]; {
			case m[2] == "" && m[3] == "":
				keys.whole[begin] = true
			case strings.HasSuffix(begin, ".") || strings.HasSuffix(begin, "-"):
				keys.begins = append(keys.begins, begin)
			}
		}
	}
	return keys, nil
}

func (k *keySet) has(key string) bool {
	return k.whole[key] || slices.ContainsFunc(k.begins, func(begin string) bool { return strings.HasPrefix(key, begin) })
}

// A wordSplit tells which words come first, and which with the screens.
type wordSplit struct {
	first   *keySet
	screens map[string]*keySet // by name
}

func readWordSplit(sources fs.FS, g graph, main string, screens []string) (*wordSplit, error) {
	first, err := readKeys(sources, append(g.closure(main), main))
	if err != nil {
		return nil, err
	}
	out := &wordSplit{first: first, screens: map[string]*keySet{}}
	for _, source := range screens {
		name := strings.TrimSuffix(path.Base(source), path.Ext(source))
		if out.screens[name], err = readKeys(sources, append(g.closure(source), source)); err != nil {
			return nil, err
		}
	}
	return out, nil
}

// contents are those of a module of words; lines stay where they are in its source. Without a split all
// come first.
func (s *wordSplit) contents(w words, text string) string {
	screen, ofScreen := strings.CutPrefix(w.part, asScreen)
	out := wordLine.ReplaceAllStringFunc(text, func(line string) string {
		key := wordLine.FindStringSubmatch(line)[1]
		first := s == nil || s.first.has(key)
		if first == (w.part == asFirst) && (!ofScreen || s.screens[screen].has(key)) {
			return line
		}
		return "\n"
	})
	if s == nil || w.part != asFirst {
		return out
	}
	out += "export const screens = {"
	for _, name := range slices.Sorted(maps.Keys(s.screens)) {
		out += fmt.Sprintf("%q: () => import(%q),", name, "./"+path.Base(w.source)+asScreen+name)
	}
	return out + "};\n"
}
