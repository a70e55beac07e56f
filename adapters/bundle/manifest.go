package bundle

import (
	"cmp"
	"path"
	"regexp"
	"slices"
	"strings"

	"go.yaml.in/yaml/v3"

	"github.com/seed-62a36931/docket/domain/template"
)

// The largest lengths of texts, in characters.
const (
	longName        = 255 // of templates, mappings and components
	shortName       = 100 // of definitions
	longDescription = 4000
	longPath        = 300 // of a file in a folder
)

// defaults returns a template with the default of every field.
func defaults() template.Bundle { return template.Bundle{Settings: template.DefaultSettings()} }

// manifest reads template.yaml.
func (r *reading) manifest(content []byte) {
	text, err := template.DecodeText(content, template.UTF8)
	if err != nil {
		r.inText(fileManifest, err)
		return
	}
	root := r.document(text)
	if root == nil || r.aliased(root) {
		return
	}
	r.parsed = true
	format, b := 0, &r.b
	keys := fields{
		"format": r.integer(&format, 1, 1), "name": r.line(&b.Name, longName), "description": r.text(&b.Description, longDescription),
		"validFrom": r.moment(&b.ValidFrom), "validTo": r.moment(&b.ValidTo),
		"removeWatermark": r.flag(&b.RemoveWatermark), "keepImageMetadata": r.flag(&b.KeepImageMetadata),
		"ocrByDefault": r.flag(&b.OCRByDefault), "keepHiddenText": r.flag(&b.KeepHiddenText),
		"keepOverlappingObjects": r.flag(&b.KeepOverlapping), "applyDictionaryUpdatesToAllDossiersByDefault": r.flag(&b.ApplyDictionary),
		"downloadFileTypes": r.words(&b.DownloadFileTypes, r.fileType), "retentionHours": r.retention,
		"defaultDossierVisibility": r.oneOf(&b.Visibility, "PRIVATE", "PUBLIC"), "ocrLanguages": r.languages,
		"fileAttributesConfig": r.attributesFile,
		"dossierStatuses":      r.list(r.status), "dossierAttributes": r.list(r.dossierAttribute),
		"fileAttributes": r.list(r.fileAttribute),
		"entities":       r.list(r.entity), "components": r.list(r.component),
		"componentMappings": r.list(r.mapping), "reportTemplates": r.list(r.report),
	}
	r.object(root, fileManifest, keys, "format", "name")
	if b.ValidFrom != nil && b.ValidTo != nil && b.ValidTo.Before(*b.ValidFrom) {
		r.at(root, "validTo must not be before validFrom")
	}
	r.rankEntities()
}

// aliased refuses anchors and aliases: they add nothing to plain text, and a few of
// them can expand to any size.
func (r *reading) aliased(n *yaml.Node) bool {
	if n.Kind == yaml.AliasNode || n.Anchor != "" {
		r.at(n, "Anchors and aliases are not allowed")
		return true
	}
	return slices.ContainsFunc(n.Content, r.aliased)
}

// words reads a list of different words and checks each of them.
func (r *reading) words(into *[]string, check func(*yaml.Node) bool) field {
	return func(key string, n *yaml.Node) {
		out := []string{}
		r.list(func(c *yaml.Node) {
			switch {
			case !check(c):
			case slices.Contains(out, c.Value):
				r.at(c, "%s must not contain duplicates", key)
			default:
				out = append(out, c.Value)
			}
		})(key, n)
		*into = out
	}
}

func (r *reading) fileType(n *yaml.Node) bool {
	before := len(r.problems)
	var ignored string
	r.oneOf(&ignored, template.Original, template.Preview)("downloadFileTypes", n)
	return len(r.problems) == before
}

var language = regexp.MustCompile(`^[A-Za-z][A-Za-z0-9_/]{1,39}$`)

// languages reads 1 to 10 language codes of the text recognition.
func (r *reading) languages(key string, n *yaml.Node) {
	r.words(&r.b.OCRLanguages, func(c *yaml.Node) bool {
		ok := c.Kind == yaml.ScalarNode && language.MatchString(c.Value)
		if !ok {
			r.at(c, "%s must hold language codes", key)
		}
		return ok
	})(key, n)
	if n.Kind == yaml.SequenceNode && (len(n.Content) == 0 || len(n.Content) > 10) {
		r.at(n, "%s must hold 1 to 10 language codes", key)
	}
}

// retention reads hours; null means the default of the workspace.
func (r *reading) retention(key string, n *yaml.Node) {
	if n.ShortTag() == "!!null" {
		return
	}
	hours, before := 0, len(r.problems)
	if r.integer(&hours, 0, template.MaxRetentionHours)(key, n); len(r.problems) == before {
		r.b.RetentionHours = &hours
	}
}

// attributesFile reads how csv files of attributes are written.
func (r *reading) attributesFile(key string, n *yaml.Node) {
	r.object(n, key, fields{
		"keyColumn": r.name(&r.b.AttributesKeyColumn, longName),
		"encoding":  r.encoding(&r.b.AttributesEncoding), "delimiter": r.delimiter(&r.b.AttributesDelimiter),
	})
}

func (r *reading) encoding(into *string) field {
	return func(_ string, n *yaml.Node) {
		if n.Kind != yaml.ScalarNode || !template.KnownEncoding(n.Value) {
			r.at(n, "Unknown encoding: %s", n.Value)
			return
		}
		*into = n.Value
	}
}

func (r *reading) delimiter(into *string) field {
	return func(key string, n *yaml.Node) {
		s, ok := r.scalar(key, n, "a text (put it into quotes)", "!!str")
		if !ok {
			return
		}
		if err := template.CheckDelimiter(s); err != nil {
			r.at(n, "%s", err.Error())
			return
		}
		*into = s
	}
}

// mapping reads the file name and format of a component mapping in csv.
func (r *reading) mapping(n *yaml.Node) {
	file, before := "", len(r.problems)
	m := template.Mapping{Encoding: template.UTF8, Delim: ","}
	r.object(n, "A component mapping", fields{
		"file":      r.line(&file, longPath),
		"fileName":  r.line(&m.FileName, longName),
		"name":      r.line(&m.Name, longName),
		"encoding":  r.encoding(&m.Encoding),
		"delimiter": r.delimiter(&m.Delim),
	}, "file")
	if len(r.problems) > before {
		return
	}
	dir, base := path.Split(file)
	m.FileName = cmp.Or(m.FileName, base)
	m.Name = cmp.Or(m.Name, base)
	switch {
	case dir != folderMappings || !strings.HasSuffix(strings.ToLower(base), ".csv"):
		r.at(n, "file must be mappings/<name>.csv")
	case r.mappings[m.Name] != nil:
		r.at(n, "Component mapping name already exists")
	default:
		r.mappings[m.Name], r.paths[folderMappings+m.Name] = n, file
		r.b.Mappings = append(r.b.Mappings, template.BundleMapping{Mapping: m})
	}
}

// report reads the file name and purpose of a report template.
func (r *reading) report(n *yaml.Node) {
	var file string
	var t template.ReportTemplate
	r.object(n, "A report template", fields{
		"file":            r.line(&file, longPath),
		"fileName":        r.line(&t.FileName, longName),
		"name":            r.name(&t.Name, shortName),
		"multiFileReport": r.flag(&t.Multi),
		"activeByDefault": r.flag(&t.ActiveByDefault),
	}, "file")
	dir, base := path.Split(file)
	if dir == folderReports && r.has(file) {
		r.used[file] = true // whatever else is wrong here
	}
	t.FileName = cmp.Or(t.FileName, base)
	t.Name = cmp.Or(t.Name, base)
	switch {
	case file == "":
	case dir != folderReports || !isReport(file) || !isReport(t.FileName):
		r.at(n, "file must be reports/<name>.xlsx or reports/<name>.docx")
	case r.repeated("A report template", t.Name):
		r.at(n, "Name already exists: %s", t.Name)
	case !r.has(file):
		r.at(n, "File not found: %s", file)
	default:
		r.paths[folderReports+t.Name] = file
		r.reports = append(r.reports, template.BundleReport{ReportTemplate: t})
	}
}

// isReport reports whether a file's name is one of a report template.
func isReport(name string) bool {
	extension := strings.ToLower(path.Ext(name))
	return extension == ".xlsx" || extension == ".docx"
}
