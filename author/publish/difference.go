package publish

import (
	"bytes"
	"cmp"
	"crypto/sha256"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"

	"github.com/seed-62a36931/docket/adapters/bundle"
	"github.com/seed-62a36931/docket/domain/template"
	"github.com/seed-62a36931/docket/internal/terminal"
)

// A partDifference lists the differences of one file in two bundles.
type partDifference struct {
	file  string
	lines []string
}

// diffBundles returns what differs between two bundles, a file each: settings and definitions as
// template.yaml.
func diffBundles(before, after template.Bundle) []partDifference {
	olds, news := filesOf(before), filesOf(after)
	names := slices.SortedFunc(maps.Keys(unionOf(olds, news)), func(a, b string) int {
		return cmp.Or(strings.Compare(sortKey(a), sortKey(b)), strings.Compare(a, b))
	})
	var out []partDifference
	for _, name := range names {
		if lines := diffFiles(olds[name], news[name]); len(lines) > 0 {
			out = append(out, partDifference{name, lines})
		}
	}
	return out
}

// sortKey puts template.yaml first and folders last.
func sortKey(name string) string {
	switch {
	case name == manifestFile:
		return "0"
	case strings.Contains(name, "/"):
		return "2"
	}
	return "1"
}

func unionOf[V any](a, b map[string]V) map[string]V {
	out := maps.Clone(a)
	maps.Copy(out, b)
	return out
}

// A bundleFile is the content of a file of a bundle, as text where it is one.
type bundleFile struct {
	there  bool
	text   string
	binary []byte
}

// filesOf returns the files of a bundle by their names; mappings and reports have the name by
// which rules and people know them.
func filesOf(b template.Bundle) map[string]bundleFile {
	out := map[string]bundleFile{manifestFile: {true, bundle.Manifest(b), nil}}
	for name, content := range map[string][]byte{
		entityRulesFile: b.EntityRules, componentRulesFile: b.ComponentRules, dateFormatsFile: b.DateFormats,
	} {
		if content != nil {
			out[name] = bundleFile{true, string(content), nil}
		}
	}
	for _, d := range b.Dictionaries {
		out[dictionaryKey(d)] = bundleFile{true, string(template.TermsText(d.Terms)), nil}
	}
	for _, m := range b.Mappings {
		text, err := template.DecodeText(m.Content, m.Encoding)
		if err != nil {
			out["mappings/"+m.Name] = bundleFile{true, "", m.Content}
			continue
		}
		out["mappings/"+m.Name] = bundleFile{true, string(text), nil}
	}
	for _, r := range b.Reports {
		out["reports/"+r.Name] = bundleFile{true, "", r.Content}
	}
	return out
}

// diffFiles returns the difference of two files: nothing if they are equal.
func diffFiles(before, after bundleFile) []string {
	if before.binary == nil && after.binary == nil {
		return diffTexts(before.text, after.text)
	}
	if before.there && after.there && bytes.Equal(before.binary, after.binary) {
		return nil
	}
	var out []string
	if before.there {
		out = append(out, "-"+describeBytes(before))
	}
	if after.there {
		out = append(out, "+"+describeBytes(after))
	}
	return out
}

func describeBytes(f bundleFile) string {
	return fmt.Sprintf("%s, SHA-256 %.12x", terminal.FormatBytes(int64(len(f.binary))), sha256.Sum256(f.binary))
}

// printDifference prints what differs between two bundles, under the names of both.
func printDifference(w io.Writer, before, after string, parts []partDifference) error {
	var out strings.Builder
	fmt.Fprintf(&out, "--- %s\n+++ %s\n", before, after)
	for _, p := range parts {
		fmt.Fprintf(&out, "%s\n%s\n", p.file, strings.Join(p.lines, "\n"))
	}
	_, err := io.WriteString(w, out.String())
	return err
}
