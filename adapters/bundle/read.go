package bundle

import (
	"errors"
	"fmt"
	"path"
	"slices"
	"strings"

	"go.yaml.in/yaml/v3"

	"github.com/seed-62a36931/docket/domain"
	"github.com/seed-62a36931/docket/domain/template"
)

// reading is the state of reading one bundle.
type reading struct {
	decoder
	from      files
	used      map[string]bool       // files that belong to the bundle
	mappings  map[string]*yaml.Node // by name
	paths     map[string]string     // of the files of mappings and report templates, by kind and name
	failed    map[string]bool       // technical names of entities that have something wrong
	ranks     map[int]string        // which entity has a rank, and its line
	displayed int                   // file attributes in the file list
	parsed    bool                  // template.yaml is YAML, so that it can be told what belongs to it
	reports   []template.BundleReport
	b         template.Bundle
}

func problemAt(file string, line, column int, message string) template.BundleError {
	return template.BundleError{File: file, Line: line, Column: column, Message: message}
}

// readAll reads all files. An error concerns the source of the files, not their content.
func (r *reading) readAll() (template.Bundle, error) {
	r.used[fileReadme], r.used[fileManifest] = true, true
	r.b = defaultBundle()
	manifest, err := r.fileContent(fileManifest, r.limits.Manifest)
	if err != nil {
		return r.b, err
	}
	if manifest == nil && !r.hasFile(fileManifest) {
		r.reportProblem(fileManifest, 1, 1, "The file is missing")
	}
	if manifest != nil {
		r.readManifest(manifest)
	}
	for _, f := range []struct {
		name  string
		limit int64
		into  *[]byte
	}{
		{fileEntityRules, r.limits.Rules, &r.b.EntityRules},
		{fileComponentRules, r.limits.Rules, &r.b.ComponentRules},
		{fileDateFormats, r.limits.DateFormats, &r.b.DateFormats},
	} {
		if *f.into, err = r.fileContent(f.name, f.limit); err != nil {
			return r.b, err
		}
	}
	if r.parsed {
		err = errors.Join(r.contentOfMappings(), r.contentOfReports(), r.readDictionaries())
		r.unknownFiles()
	}
	return r.b, err
}

// unknownFiles reports files that nothing reads, which are mostly misspelt.
func (r *reading) unknownFiles() {
	for _, name := range r.from.fileNames() {
		if !r.used[name] {
			r.reportProblem(name, 1, 1, "The file does not belong to the template")
		}
	}
}

// isRepeated reports whether a name of a kind occurred in the bundle before.
func (r *decoder) isRepeated(kind, name string) bool {
	key := kind + "\n" + name
	before := r.taken[key]
	r.taken[key] = true
	return before
}

func (r *reading) hasFile(name string) bool {
	_, found := slices.BinarySearch(r.from.fileNames(), name)
	return found
}

// fileContent returns the bytes of a file, never nil when it exists; nil when it does not, or
// is too large, which is reported as a problem.
func (r *reading) fileContent(name string, limit int64) ([]byte, error) {
	if !r.hasFile(name) {
		return nil, nil
	}
	r.used[name] = true
	b, err := r.from.readFile(name, limit)
	switch {
	case errors.Is(err, errTooLarge):
		r.reportProblem(name, 1, 1, "The file is larger than %d bytes", limit)
		return nil, nil
	case err != nil:
		return nil, fmt.Errorf("read %s of the bundle: %w", name, err)
	case b == nil:
		b = []byte{}
	}
	return b, nil
}

// contentOfMappings reads the csv files that template.yaml names.
func (r *reading) contentOfMappings() error {
	kept := r.b.Mappings[:0]
	for _, m := range r.b.Mappings {
		file := r.paths[folderMappings+m.Name]
		if !r.hasFile(file) {
			r.reportAt(r.mappings[m.Name], "File not found: %s", file)
			continue
		}
		content, err := r.fileContent(file, r.limits.Mapping.Bytes)
		if err != nil {
			return err
		}
		if content == nil {
			continue
		}
		columns, lines, err := template.MeasureMapping(content, m.Encoding, m.Delim, r.limits.Mapping)
		if err != nil {
			r.reportLines(file, err)
			continue
		}
		m.Columns, m.Lines, m.Content = columns, lines, content
		kept = append(kept, m)
	}
	r.b.Mappings = kept
	return nil
}

// contentOfReports reads the files of the report templates. Their content is checked by
// the code that fills them.
func (r *reading) contentOfReports() error {
	for _, t := range r.reports {
		content, err := r.fileContent(r.paths[folderReports+t.Name], r.limits.Report)
		if err != nil {
			return err
		}
		if t.Content = content; content != nil {
			r.b.Reports = append(r.b.Reports, t)
		}
	}
	return nil
}

// reportLines reports the problems in a file of lines.
func (r *decoder) reportLines(file string, err error) {
	line, message := 1, err.Error()
	if at := (*template.TextError)(nil); errors.As(err, &at) {
		line = at.Line
	}
	if f := (*domain.Fault)(nil); errors.As(err, &f) {
		message = f.Message
	}
	r.reportProblem(file, line, 1, "%s", message)
}

// readDictionaries reads the lists of terms of the entities.
func (r *reading) readDictionaries() error {
	for _, name := range r.from.fileNames() {
		dir, base := path.Split(name)
		stem, isText := strings.CutSuffix(base, ".txt")
		if dir != folderDictionaries || !isText {
			continue
		}
		content, err := r.fileContent(name, r.limits.Dictionary.Bytes)
		if err != nil {
			return err
		}
		entity, list := stem, template.ListEntries
		for _, other := range []string{template.ListFalsePositives, template.ListFalseRecommendations} {
			if s, ok := strings.CutSuffix(stem, "."+other); ok {
				entity, list = s, other
			}
		}
		if !r.hasDictionary(name, entity) || content == nil {
			continue
		}
		terms, err := template.ParseTerms(content, r.limits.Dictionary)
		if err != nil {
			r.reportLines(name, err)
			continue
		}
		r.b.Dictionaries = append(r.b.Dictionaries, template.Dictionary{Entity: entity, List: list, Terms: terms})
	}
	return nil
}

// hasDictionary reports whether an entity may have terms, and reports a problem if it
// may not.
func (r *reading) hasDictionary(file, entity string) bool {
	i := slices.IndexFunc(r.b.Entities, func(d template.Definition) bool { return d.TechnicalName == entity })
	switch {
	case i < 0 && (r.failed[entity] || r.failed[""]): // it follows from what is told already
	case i < 0:
		r.reportProblem(file, 1, 1, "No entity has the technical name %s", entity)
	case !r.b.Entities[i].HasDictionary:
		r.reportProblem(file, 1, 1, "The entity %s has no dictionary", entity)
	default:
		return true
	}
	return false
}
