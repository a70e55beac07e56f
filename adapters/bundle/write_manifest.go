package bundle

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"time"
	"unicode"

	"github.com/seed-62a36931/docket/domain/template"
)

// A manifestText is a template.yaml that is being written.
type manifestText struct{ strings.Builder }

// writeSettings writes the fields of the template itself.
func (m *manifestText) writeSettings(t template.State) {
	s := t.Settings
	m.writeLine("format", 1, "name", t.Text.Name, "description", t.Text.Description,
		"validFrom", yamlMoment(s.ValidFrom), "validTo", yamlMoment(s.ValidTo),
		"removeWatermark", s.RemoveWatermark, "keepImageMetadata", s.KeepImageMetadata, "ocrByDefault", s.OCRByDefault,
		"keepHiddenText", s.KeepHiddenText, "keepOverlappingObjects", s.KeepOverlapping,
		"applyDictionaryUpdatesToAllDossiersByDefault", s.ApplyDictionary, "downloadFileTypes", s.DownloadFileTypes)
	if s.LearnFromApproved {
		m.writeLine("learnFromApproved", true)
	}
	if s.RetentionHours != nil {
		m.writeLine("retentionHours", *s.RetentionHours)
	}
	m.writeLine("defaultDossierVisibility", s.Visibility, "ocrLanguages", s.OCRLanguages)
	fmt.Fprintf(m, "fileAttributesConfig: %s\n", inlineMapping("keyColumn", s.AttributesKeyColumn,
		"encoding", s.AttributesEncoding, "delimiter", s.AttributesDelimiter))
}

// writeDefinitions writes the definitions of the template, each kind in the order of its
// ranks.
func (m *manifestText) writeDefinitions(t template.State) {
	byRank := func(list []template.Definition) []template.Definition {
		return slices.SortedStableFunc(slices.Values(list), func(a, b template.Definition) int { return cmp.Compare(a.Rank, b.Rank) })
	}
	m.beginList("dossierStatuses", len(t.Statuses))
	for _, d := range byRank(t.Statuses) {
		m.writeItem("name", d.Name, "description", d.Description, "color", d.Color)
	}
	m.beginList("dossierAttributes", len(t.DossierAttrs))
	for _, d := range t.DossierAttrs {
		m.writeItem("name", d.Name, "type", d.Type, "editable", d.Editable,
			"displayedInDossierList", d.Displayed, "filterable", d.Filterable)
	}
	m.beginList("fileAttributes", len(t.FileAttrs))
	for _, d := range t.FileAttrs {
		m.writeItem("name", d.Name, "csvColumnHeader", d.CSVColumn, "type", d.Type, "editable", d.Editable, "primaryAttribute", d.Primary,
			"filterable", d.Filterable, "displayedInFileList", d.Displayed)
	}
	m.beginList("entities", len(t.Entities))
	for _, d := range byRank(t.Entities) {
		m.writeItem("displayName", d.Name, "technicalName", d.TechnicalName, "description", d.Description, "rank", d.Rank, "kind", d.Kind,
			"color", d.Color, "recommendationColor", d.Recommended, "hasDictionary", d.HasDictionary, "caseSensitive", d.CaseSensitive)
	}
	active := t.ActiveComponents()
	m.beginList("components", len(active))
	for _, c := range active {
		var multiple any = ""
		if c.Single {
			multiple = yamlWord("false")
		}
		m.writeItem("technicalName", c.TechnicalName, "displayName", c.DisplayName, "description", c.Description,
			"required", c.Required, "multiple", multiple, "format", c.Format, "columns", columnsOf(c.Columns),
			"checks", textsOrNone(c.Checks))
	}
}

// columnsOf returns the columns of rows as a YAML list; "" for none.
func columnsOf(columns []template.Column) any {
	var out []string
	for _, c := range columns {
		out = append(out, inlineMapping("technicalName", c.TechnicalName, "displayName", c.DisplayName,
			"format", c.Format, "required", c.Required))
	}
	if out == nil {
		return ""
	}
	return yamlWord("[" + strings.Join(out, ", ") + "]")
}

// textsOrNone returns texts as writeItem takes them: "" for none.
func textsOrNone(texts []string) any {
	if len(texts) == 0 {
		return ""
	}
	return texts
}

// writeLine writes keys with their values, one a line.
func (m *manifestText) writeLine(pairs ...any) {
	for i := 0; i < len(pairs); i += 2 {
		fmt.Fprintf(m, "%s: %s\n", pairs[i], yamlValue(pairs[i+1]))
	}
}

// beginList begins a list that has items.
func (m *manifestText) beginList(key string, items int) {
	if items > 0 {
		fmt.Fprintf(m, "%s:\n", key)
	}
}

// writeItem writes an item of a list, without values that are empty, zero or false.
func (m *manifestText) writeItem(pairs ...any) { fmt.Fprintf(m, "  - %s\n", inlineMapping(pairs...)) }

func inlineMapping(pairs ...any) string {
	var out []string
	for i := 0; i < len(pairs); i += 2 {
		if v := pairs[i+1]; v != "" && v != 0 && v != false {
			out = append(out, fmt.Sprintf("%s: %s", pairs[i], yamlValue(v)))
		}
	}
	return "{" + strings.Join(out, ", ") + "}"
}

// A yamlWord is written as it is, also where writeItem would leave its value out.
type yamlWord string

// yamlValue formats a value as YAML.
func yamlValue(v any) string {
	switch v := v.(type) {
	case string:
		return quoteText(v)
	case []string:
		out := make([]string, len(v))
		for i, s := range v {
			out[i] = quoteText(s)
		}
		return "[" + strings.Join(out, ", ") + "]"
	}
	return fmt.Sprint(v)
}

// A word is written without quotes.
type word string

// yamlMoment formats a date-time, or null.
func yamlMoment(t *time.Time) word {
	if t == nil {
		return "null"
	}
	return word(t.UTC().Format("2006-01-02T15:04:05.000Z"))
}

// quoteText puts a text between double quotes; invisible characters are escaped.
func quoteText(s string) string {
	var b strings.Builder
	b.WriteByte('"')
	for _, r := range s {
		switch {
		case r == '"' || r == '\\':
			b.WriteByte('\\')
			b.WriteRune(r)
		case r == '\n':
			b.WriteString(`\n`)
		case r == '\t':
			b.WriteString(`\t`)
		case unicode.IsPrint(r) && r != '\uFEFF':
			b.WriteRune(r)
		case r <= 0xFFFF:
			fmt.Fprintf(&b, `\u%04X`, r)
		default:
			fmt.Fprintf(&b, `\U%08X`, r)
		}
	}
	b.WriteByte('"')
	return b.String()
}
