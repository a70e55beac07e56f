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
	longFormat      = 200 // of values of a component
	longCheck       = 500 // of values together
	shortName       = 100 // of definitions
	longDescription = 4000
	longPath        = 300 // of a file in a folder
)

// defaultBundle returns a template with the default of every field.
func defaultBundle() template.Bundle { return template.Bundle{Settings: template.DefaultSettings()} }

// readManifest reads template.yaml.
func (r *reading) readManifest(content []byte) {
	text, err := template.DecodeText(content, template.UTF8)
	if err != nil {
		r.reportLines(fileManifest, err)
		return
	}
	root := r.parseDocument(text)
	if root == nil || r.hasAlias(root) {
		return
	}
	r.parsed = true
	format, b := 0, &r.b
	keys := fields{
		"format": r.readInteger(&format, 1, 1), "name": r.readLine(&b.Name, longName),
		"description": r.readText(&b.Description, longDescription),
		"validFrom":   r.readMoment(&b.ValidFrom), "validTo": r.readMoment(&b.ValidTo),
		"removeWatermark": r.readFlag(&b.RemoveWatermark), "keepImageMetadata": r.readFlag(&b.KeepImageMetadata),
		"ocrByDefault": r.readFlag(&b.OCRByDefault), "keepHiddenText": r.readFlag(&b.KeepHiddenText),
		"keepOverlappingObjects":                       r.readFlag(&b.KeepOverlapping),
		"learnFromApproved":                            r.readFlag(&b.LearnFromApproved),
		"applyDictionaryUpdatesToAllDossiersByDefault": r.readFlag(&b.ApplyDictionary),
		"downloadFileTypes":                            r.readWords(&b.DownloadFileTypes, r.fileType), "retentionHours": r.readRetention,
		"defaultDossierVisibility": r.oneOf(&b.Visibility, "PRIVATE", "PUBLIC"), "ocrLanguages": r.readLanguages,
		"fileAttributesConfig": r.attributesFile,
		"dossierStatuses":      r.readList(r.readStatus), "dossierAttributes": r.readList(r.dossierAttribute),
		"fileAttributes": r.readList(r.fileAttribute),
		"entities":       r.readList(r.readEntity), "components": r.readList(r.readComponent),
		"componentMappings": r.readList(r.readMapping), "reportTemplates": r.readList(r.readReport),
	}
	r.readObject(root, fileManifest, keys, "format", "name")
	if b.ValidFrom != nil && b.ValidTo != nil && b.ValidTo.Before(*b.ValidFrom) {
		r.reportAt(root, "validTo must not be before validFrom")
	}
	r.rankEntities()
}

// hasAlias refuses anchors and aliases: they add nothing to plain text, and a few of
// them can expand to any size.
func (r *reading) hasAlias(n *yaml.Node) bool {
	if n.Kind == yaml.AliasNode || n.Anchor != "" {
		r.reportAt(n, "Anchors and aliases are not allowed")
		return true
	}
	return slices.ContainsFunc(n.Content, r.hasAlias)
}

// readWords reads a list of different words and checks each of them.
func (r *reading) readWords(into *[]string, check func(*yaml.Node) bool) field {
	return func(key string, n *yaml.Node) {
		out := []string{}
		r.readList(func(c *yaml.Node) {
			switch {
			case !check(c):
			case slices.Contains(out, c.Value):
				r.reportAt(c, "%s must not contain duplicates", key)
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

// readLanguages reads 1 to 10 language codes of the text recognition.
func (r *reading) readLanguages(key string, n *yaml.Node) {
	r.readWords(&r.b.OCRLanguages, func(c *yaml.Node) bool {
		ok := c.Kind == yaml.ScalarNode && language.MatchString(c.Value)
		if !ok {
			r.reportAt(c, "%s must hold language codes", key)
		}
		return ok
	})(key, n)
	if n.Kind == yaml.SequenceNode && (len(n.Content) == 0 || len(n.Content) > 10) {
		r.reportAt(n, "%s must hold 1 to 10 language codes", key)
	}
}

// readRetention reads hours; null means the default of the workspace.
func (r *reading) readRetention(key string, n *yaml.Node) {
	if n.ShortTag() == "!!null" {
		return
	}
	hours, before := 0, len(r.problems)
	if r.readInteger(&hours, 0, template.MaxRetentionHours)(key, n); len(r.problems) == before {
		r.b.RetentionHours = &hours
	}
}

// attributesFile reads how csv files of attributes are written.
func (r *reading) attributesFile(key string, n *yaml.Node) {
	r.readObject(n, key, fields{
		"keyColumn": r.readName(&r.b.AttributesKeyColumn, longName),
		"encoding":  r.readEncoding(&r.b.AttributesEncoding), "delimiter": r.readDelimiter(&r.b.AttributesDelimiter),
	})
}

func (r *reading) readEncoding(into *string) field {
	return func(_ string, n *yaml.Node) {
		if n.Kind != yaml.ScalarNode || !template.KnownEncoding(n.Value) {
			r.reportAt(n, "Unknown encoding: %s", n.Value)
			return
		}
		*into = n.Value
	}
}

func (r *reading) readDelimiter(into *string) field {
	return func(key string, n *yaml.Node) {
		s, ok := r.readScalar(key, n, "a text (put it into quotes)", "!!str")
		if !ok {
			return
		}
		if err := template.CheckDelimiter(s); err != nil {
			r.reportAt(n, "%s", err.Error())
			return
		}
		*into = s
	}
}

// readMapping reads the file name and format of a component mapping in csv.
func (r *reading) readMapping(n *yaml.Node) {
	file, before := "", len(r.problems)
	m := template.Mapping{Encoding: template.UTF8, Delim: ","}
	r.readObject(n, "A component mapping", fields{
		"file":      r.readLine(&file, longPath),
		"fileName":  r.readLine(&m.FileName, longName),
		"name":      r.readLine(&m.Name, longName),
		"encoding":  r.readEncoding(&m.Encoding),
		"delimiter": r.readDelimiter(&m.Delim),
	}, "file")
	if len(r.problems) > before {
		return
	}
	dir, base := path.Split(file)
	m.FileName = cmp.Or(m.FileName, base)
	m.Name = cmp.Or(m.Name, base)
	switch {
	case dir != folderMappings || !strings.HasSuffix(strings.ToLower(base), ".csv"):
		r.reportAt(n, "file must be mappings/<name>.csv")
	case r.mappings[m.Name] != nil:
		r.reportAt(n, "Component mapping name already exists")
	default:
		r.mappings[m.Name], r.paths[folderMappings+m.Name] = n, file
		r.b.Mappings = append(r.b.Mappings, template.BundleMapping{Mapping: m})
	}
}

// readReport reads the file name and purpose of a report template.
func (r *reading) readReport(n *yaml.Node) {
	var file string
	var t template.ReportTemplate
	r.readObject(n, "A report template", fields{
		"file":            r.readLine(&file, longPath),
		"fileName":        r.readLine(&t.FileName, longName),
		"name":            r.readName(&t.Name, shortName),
		"multiFileReport": r.readFlag(&t.Multi),
		"activeByDefault": r.readFlag(&t.ActiveByDefault),
	}, "file")
	dir, base := path.Split(file)
	if dir == folderReports && r.hasFile(file) {
		r.used[file] = true // whatever else is wrong here
	}
	t.FileName = cmp.Or(t.FileName, base)
	t.Name = cmp.Or(t.Name, base)
	switch {
	case file == "":
	case dir != folderReports || !isReport(file) || !isReport(t.FileName):
		r.reportAt(n, "file must be reports/<name>.xlsx or reports/<name>.docx")
	case r.isRepeated("A report template", t.Name):
		r.reportAt(n, "Name already exists: %s", t.Name)
	case !r.hasFile(file):
		r.reportAt(n, "File not found: %s", file)
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
