package rules

import (
	"embed"
	"fmt"
	"path"
	"strings"
	"sync"
)

// memberFiles say what each class and member is, with an example and its result.
// Their form:
//
//	## Class
//	is what it is.
//
//	method(Params) Result
//	    sentence; an overload without one shares that of the overload before it
//	    example → result
//
// A constant is an entry with a bare name. An example may have statements before
// its last expression; one that ends in a semicolon builds components, and its
// result is "name=value, name=value".
//
//go:embed reference/members
var memberFiles embed.FS

// An entry holds what the handbook says about one overload or constant.
type entry struct {
	signature, sentence string
	examples            []example
}

type example struct{ code, result string }

// classDescription holds the sentence and the entries of a class, in the order of its member
// file. Its group is the name of the file in words: "java-maps.txt" becomes "Java maps".
type classDescription struct {
	name, group, sentence string
	entries               []*entry
}

// descriptions returns the classes of the member files, by name.
var descriptions = sync.OnceValue(func() map[string]*classDescription {
	files, err := memberFiles.ReadDir("reference/members")
	if err != nil {
		panic(err)
	}
	all := map[string]*classDescription{}
	for _, f := range files {
		text, err := memberFiles.ReadFile(path.Join("reference/members", f.Name()))
		if err != nil {
			panic(err)
		}
		words := strings.ReplaceAll(strings.TrimSuffix(f.Name(), ".txt"), "-", " ")
		if err := readDescriptions(string(text), strings.ToUpper(words[:1])+words[1:], all); err != nil {
			panic(fmt.Sprintf("%s: %v", f.Name(), err))
		}
	}
	return all
})

// readDescriptions reads a member file and adds its classes, which form a group, to all.
func readDescriptions(text, group string, all map[string]*classDescription) error {
	var class *classDescription
	for i, line := range strings.Split(text, "\n") {
		content := strings.TrimSpace(line)
		name, heading := strings.CutPrefix(line, "## ")
		switch {
		case content == "":
		case heading:
			if all[name] != nil {
				return fmt.Errorf("line %d: %s is described twice", i+1, name)
			}
			class = &classDescription{name: name, group: group}
			all[name] = class
		case class == nil:
			return fmt.Errorf("line %d stands before the first class", i+1)
		case line != content && len(class.entries) == 0:
			return fmt.Errorf("line %d belongs to no member", i+1)
		case line != content:
			class.entries[len(class.entries)-1].addLine(content)
		case class.sentence == "" && len(class.entries) == 0:
			class.sentence = content
		default:
			class.entries = append(class.entries, &entry{signature: content})
		}
	}
	return nil
}

// addLine adds an indented line to the entry: an example with its result, or the sentence.
func (e *entry) addLine(line string) {
	if code, result, ok := strings.Cut(line, " → "); ok {
		e.examples = append(e.examples, example{code, result})
		return
	}
	e.sentence = strings.TrimSpace(e.sentence + " " + line)
}

// entryFor returns the entry of an overload or constant. An entry without a sentence gets
// that of the nearest entry of the same name before it.
func (d *classDescription) entryFor(signature string) *entry {
	if d == nil {
		return nil
	}
	sentences := map[string]string{}
	for _, e := range d.entries {
		name, _, _ := strings.Cut(e.signature, "(")
		if e.sentence != "" {
			sentences[name] = e.sentence
		}
		if e.signature == signature {
			return &entry{signature, sentences[name], e.examples}
		}
	}
	return nil
}
