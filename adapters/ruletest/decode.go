package ruletest

import (
	"errors"
	"fmt"
	"io"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"go.yaml.in/yaml/v3"

	"github.com/seed-62a36931/docket/document"
)

// Parse reads a file of tests: a case, or a list of them under cases. With problems it
// returns the cases that could be read.
func Parse(content []byte) ([]Case, []Problem) {
	f := ReadTests(content)
	return f.Cases, f.Problems
}

// A File holds the cases and problems of a file of tests.
type File struct {
	Cases    []Case
	Unread   int  // cases that could not be read
	Broken   bool // no case can be told from another
	Problems []Problem
}

// ReadTests reads a file of tests like Parse, and also counts the cases that could not be
// read.
func ReadTests(content []byte) File {
	r := &reading{}
	if len(content) > MaxBytes {
		r.reportProblem(1, 1, "the file is larger than %d bytes", MaxBytes)
		return File{Broken: true, Problems: r.problems}
	}
	root := r.parseDocument(content)
	if root == nil || r.hasAlias(root) {
		return File{Broken: true, Problems: r.problems}
	}
	if root.Kind == yaml.MappingNode && len(root.Content) > 0 && root.Content[0].Value == "cases" {
		r.readObject(root, fields{"cases": r.readList(r.readCase)})
	} else {
		r.readCase(root)
	}
	r.checkNames()
	return File{Cases: r.cases, Unread: r.tried - len(r.cases), Broken: r.tried == 0 && len(r.problems) > 0, Problems: r.problems}
}

// ParseText reads a document in light text.
func ParseText(content []byte) (*document.Tree, []Problem) {
	blocks, problems := blocksOf(strings.ToValidUTF8(string(content), "\ufffd"))
	return treeOf(blocks), problems
}

// reading is the state of reading one file.
type reading struct {
	cases    []Case
	tried    int // cases that were looked at
	problems []Problem
}

func (r *reading) reportProblem(line, column int, format string, args ...any) {
	r.problems = append(r.problems, Problem{max(line, 1), max(column, 1), fmt.Sprintf(format, args...)})
}

func (r *reading) reportAt(n *yaml.Node, format string, args ...any) {
	r.reportProblem(n.Line, n.Column, format, args...)
}

var syntaxError = regexp.MustCompile(`^yaml: (?:line \d+: )?(.*)$`)

// parseDocument parses the file to its only document; it returns nil after a problem.
func (r *reading) parseDocument(content []byte) *yaml.Node {
	from := &byLine{rest: content}
	in := yaml.NewDecoder(from)
	var doc, more yaml.Node
	err := in.Decode(&doc)
	if err == nil {
		if err = in.Decode(&more); errors.Is(err, io.EOF) {
			return doc.Content[0]
		}
		if err == nil {
			r.reportAt(&more, "the file must hold one document")
			return nil
		}
	} else if errors.Is(err, io.EOF) {
		r.reportProblem(1, 1, "the file is empty")
		return nil
	}
	message := err.Error()
	if m := syntaxError.FindStringSubmatch(message); m != nil {
		message = m[1]
	}
	r.reportProblem(brokenLine(content, from.lines), 1, "the file is no valid YAML: %s", message)
	return nil
}

// hasAlias refuses anchors and aliases: a few of them can expand to any size.
func (r *reading) hasAlias(n *yaml.Node) bool {
	if n.Kind == yaml.AliasNode || n.Anchor != "" {
		r.reportAt(n, "anchors and aliases are not allowed")
		return true
	}
	return slices.ContainsFunc(n.Content, r.hasAlias)
}

// A field reads the value of a key.
type field func(value *yaml.Node)

type fields map[string]field

// readObject reads a mapping: each key at most once, and only the given keys.
func (r *reading) readObject(n *yaml.Node, keys fields) bool {
	if n.Kind != yaml.MappingNode {
		r.reportAt(n, "this must be a mapping with %s", knownKeys(keys))
		return false
	}
	seen := map[string]bool{}
	for i := 0; i+1 < len(n.Content); i += 2 {
		key, value := n.Content[i], n.Content[i+1]
		read, ok := keys[key.Value]
		switch {
		case key.Kind != yaml.ScalarNode || !ok:
			r.reportAt(key, "unknown key %s; there are %s", key.Value, knownKeys(keys))
		case seen[key.Value]:
			r.reportAt(key, "the key %s stands here twice", key.Value)
		default:
			read(value)
		}
		seen[key.Value] = true
	}
	return true
}

func knownKeys(keys fields) string {
	var names []string
	for name := range keys {
		names = append(names, name)
	}
	slices.Sort(names)
	return strings.Join(names, ", ")
}

// readList reads each item of a sequence.
func (r *reading) readList(item func(*yaml.Node)) field {
	return func(n *yaml.Node) {
		if n.Kind != yaml.SequenceNode {
			r.reportAt(n, "this must be a list")
			return
		}
		if len(n.Content) > MaxCases {
			r.reportAt(n, "this list must not have more than %d items", MaxCases)
			return
		}
		for _, c := range n.Content {
			item(c)
		}
	}
}

// readText reads a scalar as it is written: 017 stays 017.
func (r *reading) readText(into *string) field {
	return func(n *yaml.Node) {
		if n.Kind != yaml.ScalarNode || n.ShortTag() == "!!null" {
			r.reportAt(n, "this must be a text")
			return
		}
		*into = n.Value
	}
}

func (r *reading) readOptional(into **string) field {
	return func(n *yaml.Node) {
		s, before := "", len(r.problems)
		if r.readText(&s)(n); len(r.problems) == before {
			*into = &s
		}
	}
}

// readNumber reads a whole number not below least.
func (r *reading) readNumber(into *int, least int) field {
	return func(n *yaml.Node) {
		v, err := strconv.Atoi(n.Value)
		if n.Kind != yaml.ScalarNode || err != nil || v < least {
			r.reportAt(n, "this must be a whole number from %d on", least)
			return
		}
		*into = v
	}
}

func (r *reading) readFlag(into *bool) field {
	return func(n *yaml.Node) {
		if n.Kind != yaml.ScalarNode || n.Value != "true" && n.Value != "false" {
			r.reportAt(n, "this must be true or false")
			return
		}
		*into = n.Value == "true"
	}
}
