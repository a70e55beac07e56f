package bundle

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io"
	"maps"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"go.yaml.in/yaml/v3"

	"github.com/seed-62a36931/docket/domain/template"
	"github.com/seed-62a36931/docket/rules/check"
)

// A field reads the value of one key of a mapping.
type field func(key string, value *yaml.Node)

// fields are the keys that a mapping may have.
type fields map[string]field

// A decoder reads values of template.yaml, and collects what is wrong with them.
type decoder struct {
	limits   Limits
	taken    map[string]bool // kinds and names that must stand once
	problems []template.BundleError
}

// parseDocument parses template.yaml to its only document; it returns nil after a problem.
// The columns of the parser count characters.
func (r *decoder) parseDocument(content []byte) *yaml.Node {
	in := yaml.NewDecoder(bytes.NewReader(content))
	var doc, more yaml.Node
	if err := in.Decode(&doc); errors.Is(err, io.EOF) {
		r.reportProblem(fileManifest, 1, 1, "The file is empty")
		return nil
	} else if err != nil {
		r.reportSyntax(err)
		return nil
	}
	switch err := in.Decode(&more); {
	case errors.Is(err, io.EOF):
		return doc.Content[0]
	case err != nil:
		r.reportSyntax(err)
	default:
		r.reportAt(&more, "The file must hold one document")
	}
	return nil
}

var syntaxError = regexp.MustCompile(`^yaml: (?:line (\d+): )?(.*)$`)

// reportSyntax reports an error of the parser, which gives a line at best.
func (r *decoder) reportSyntax(err error) {
	line, message := 1, err.Error()
	if m := syntaxError.FindStringSubmatch(message); m != nil {
		message = m[2]
		if n, err := strconv.Atoi(m[1]); err == nil && n > 0 {
			line = n
		}
	}
	r.reportProblem(fileManifest, line, 1, "The file is no valid YAML: %s", message)
}

// readObject reads a mapping: each key at most once, and only the given keys.
func (r *decoder) readObject(n *yaml.Node, what string, keys fields, required ...string) {
	if n.Kind != yaml.MappingNode {
		r.reportAt(n, "%s must be a mapping", what)
		return
	}
	seen := map[string]bool{}
	for i := 0; i+1 < len(n.Content); i += 2 {
		key, value := n.Content[i], n.Content[i+1]
		read, known := keys[key.Value]
		switch {
		case key.Kind != yaml.ScalarNode || !known:
			r.reportAt(key, "Unknown key: %s%s", key.Value, keys.suggestKey(key.Value))
		case seen[key.Value]:
			r.reportAt(key, "The key %s stands here twice", key.Value)
		default:
			read(key.Value, value)
		}
		seen[key.Value] = true
	}
	for _, key := range required {
		if !seen[key] {
			r.reportAt(n, "%s is required", key)
		}
	}
}

// suggestKey returns the key that an unknown one probably stands for, or else all keys.
func (f fields) suggestKey(key string) string {
	names := slices.Sorted(maps.Keys(f))
	return cmp.Or(check.SuggestName(key, names), "; there are "+strings.Join(names, ", "))
}

// readList reads each item of a sequence.
func (r *decoder) readList(item func(*yaml.Node)) field {
	return func(key string, n *yaml.Node) {
		if n.Kind != yaml.SequenceNode {
			r.reportAt(n, "%s must be a list", key)
			return
		}
		if len(n.Content) > r.limits.Definitions {
			r.reportAt(n, "%s must not have more than %d items", key, r.limits.Definitions)
			return
		}
		for _, c := range n.Content {
			item(c)
		}
	}
}

// readScalar returns the text of a plain or quoted value with one of these tags.
func (r *decoder) readScalar(key string, n *yaml.Node, kind string, tags ...string) (string, bool) {
	if n.Kind != yaml.ScalarNode || !slices.Contains(tags, n.ShortTag()) {
		r.reportAt(n, "%s must be %s", key, kind)
		return "", false
	}
	return n.Value, true
}

// readText reads a string of at most limit characters. A block loses its final line break.
func (r *decoder) readText(into *string, limit int) field {
	return func(key string, n *yaml.Node) {
		s, ok := r.readScalar(key, n, "a text (put it into quotes)", "!!str")
		if n.Style&(yaml.LiteralStyle|yaml.FoldedStyle) != 0 {
			s = strings.TrimSpace(s)
		}
		switch {
		case !ok:
		case utf8.RuneCountInString(s) > limit:
			r.reportAt(n, "%s must not be longer than %d", key, limit)
		default:
			*into = s
		}
	}
}

// readName reads a text that is not blank, trimmed.
func (r *decoder) readName(into *string, limit int) field {
	return func(key string, n *yaml.Node) {
		s, before := "", len(r.problems)
		r.readText(&s, limit)(key, n)
		if s = strings.TrimSpace(s); s == "" && len(r.problems) == before {
			r.reportAt(n, "%s is required", key)
		}
		*into = s
	}
}

// readLine reads a name without control characters.
func (r *decoder) readLine(into *string, limit int) field {
	return func(key string, n *yaml.Node) {
		r.readName(into, limit)(key, n)
		if strings.ContainsFunc(*into, unicode.IsControl) {
			r.reportAt(n, "%s must not contain control characters", key)
		}
	}
}

// readFlag reads a boolean.
func (r *decoder) readFlag(into *bool) field {
	return func(key string, n *yaml.Node) {
		if s, ok := r.readScalar(key, n, "true or false", "!!bool"); ok {
			*into = strings.EqualFold(s, "true")
		}
	}
}

// readInteger reads a whole number within bounds.
func (r *decoder) readInteger(into *int, least, most int) field {
	return func(key string, n *yaml.Node) {
		s, ok := r.readScalar(key, n, "a whole number", "!!int")
		if !ok {
			return
		}
		v, err := strconv.Atoi(s)
		if err != nil || v < least || v > most {
			r.reportAt(n, "%s must be between %d and %d", key, least, most)
			return
		}
		*into = v
	}
}

// oneOf reads one of the words.
func (r *decoder) oneOf(into *string, words ...string) field {
	return func(key string, n *yaml.Node) {
		if n.Kind != yaml.ScalarNode || !slices.Contains(words, n.Value) {
			r.reportAt(n, "%s must be one of %s", key, strings.Join(words, ", "))
			return
		}
		*into = n.Value
	}
}

var rgb = regexp.MustCompile(`^#[0-9A-Fa-f]{6}$`)

// readColor reads #RRGGBB.
func (r *decoder) readColor(into *string) field {
	return func(key string, n *yaml.Node) {
		if n.Kind != yaml.ScalarNode || !rgb.MatchString(n.Value) {
			r.reportAt(n, "%s is not a color", key)
			return
		}
		*into = n.Value
	}
}

var dateTime = regexp.MustCompile(`^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,9})?(Z|[+-]\d\d:\d\d)$`)

// readMoment reads an RFC 3339 date-time, cut to milliseconds, or null for none.
func (r *decoder) readMoment(into **time.Time) field {
	return func(key string, n *yaml.Node) {
		if n.ShortTag() == "!!null" {
			*into = nil
			return
		}
		t, err := time.Parse(time.RFC3339, n.Value)
		if n.Kind != yaml.ScalarNode || err != nil || !dateTime.MatchString(n.Value) {
			r.reportAt(n, "%s is not a date-time", key)
			return
		}
		t = t.UTC().Truncate(time.Millisecond)
		*into = &t
	}
}

// reportAt reports a problem at a node.
func (r *decoder) reportAt(n *yaml.Node, format string, args ...any) {
	r.reportProblem(fileManifest, max(n.Line, 1), max(n.Column, 1), format, args...)
}

// reportProblem reports a problem at a place of a file.
func (r *decoder) reportProblem(file string, line, column int, format string, args ...any) {
	r.problems = append(r.problems, problemAt(file, line, column, fmt.Sprintf(format, args...)))
}
