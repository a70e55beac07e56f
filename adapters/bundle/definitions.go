package bundle

import (
	"cmp"
	"errors"
	"fmt"
	"regexp"
	"strings"

	"go.yaml.in/yaml/v3"

	"github.com/seed-62a36931/docket/domain"
	"github.com/seed-62a36931/docket/domain/template"
	"github.com/seed-62a36931/docket/internal/snakecase"
)

// stockColor is the default color.
const stockColor = "#808080"

// maxDisplayed is the number of file attributes that a file list shows.
const maxDisplayed = 3

// maxRank is the largest rank of entities, so that others can always be placed above.
const maxRank = 1_000_000_000

// readNamed reads a definition and reports whether it can be used: it has no problem, and
// no other of its kind has its name.
func (r *reading) readNamed(n *yaml.Node, what string, d *template.Definition, keys fields, required ...string) bool {
	before := len(r.problems)
	keys["name"] = r.readName(&d.Name, shortName)
	r.readObject(n, what, keys, append(required, "name")...)
	if len(r.problems) > before {
		return false
	}
	if r.isRepeated(what, d.Name) {
		r.reportAt(n, "Name already exists: %s", d.Name)
		return false
	}
	return true
}

func (r *reading) readStatus(n *yaml.Node) {
	d := template.Definition{Rank: len(r.b.Statuses) + 1, Color: stockColor}
	if r.readNamed(n, "A dossier status", &d, fields{
		"description": r.readText(&d.Description, longDescription), "color": r.readColor(&d.Color)}) {
		r.b.Statuses = append(r.b.Statuses, d)
	}
}

func (r *reading) dossierAttribute(n *yaml.Node) {
	var d template.Definition
	ok := r.readNamed(n, "A dossier attribute", &d, fields{
		"type": r.oneOf(&d.Type, "DATE", "IMAGE", "NUMBER", "TEXT"), "editable": r.readFlag(&d.Editable),
		"displayedInDossierList": r.readFlag(&d.Displayed), "filterable": r.readFlag(&d.Filterable)}, "type")
	if ok && r.refuseBraces(n, d) {
		r.b.DossierAttributes = append(r.b.DossierAttributes, d)
	}
}

func (r *reading) fileAttribute(n *yaml.Node) {
	var d template.Definition
	ok := r.readNamed(n, "A file attribute", &d, fields{
		"type": r.oneOf(&d.Type, "DATE", "NUMBER", "TEXT"), "editable": r.readFlag(&d.Editable),
		"csvColumnHeader": r.readText(&d.CSVColumn, longName), "primaryAttribute": r.readFlag(&d.Primary),
		"displayedInFileList": r.readFlag(&d.Displayed), "filterable": r.readFlag(&d.Filterable)}, "type")
	if !ok || !r.refuseBraces(n, d) {
		return
	}
	d.CSVColumn = strings.TrimSpace(d.CSVColumn)
	if d.CSVColumn != "" && r.isRepeated("csvColumnHeader", strings.ToLower(d.CSVColumn)) {
		r.reportAt(n, "csvColumnHeader is used twice: %s", d.CSVColumn)
	}
	if d.Primary && r.isRepeated("primaryAttribute", "") {
		r.reportAt(n, "At most 1 attribute can be the primary attribute")
	}
	if d.Displayed {
		if r.displayed++; r.displayed > maxDisplayed {
			r.reportAt(n, "At most %d attributes can be displayed", maxDisplayed)
		}
	}
	r.b.FileAttributes = append(r.b.FileAttributes, d)
}

// refuseBraces refuses names that would break placeholders of reports.
func (r *reading) refuseBraces(n *yaml.Node, d template.Definition) bool {
	if strings.ContainsAny(d.Name, "{}") {
		r.reportAt(n, "name must not contain braces")
		return false
	}
	return true
}

var technical = regexp.MustCompile(`^[A-Za-z0-9_]{1,100}$`)

// readEntity reads an entity definition. A given technical name is kept as it is written,
// because rules use it so.
func (r *reading) readEntity(n *yaml.Node) {
	d := template.Definition{Kind: "ENTITY", Color: stockColor}
	before := len(r.problems)
	r.readObject(n, "An entity", fields{
		"displayName": r.readName(&d.Name, shortName), "technicalName": r.readName(&d.TechnicalName, shortName),
		"description": r.readText(&d.Description, longDescription), "rank": r.readInteger(&d.Rank, 1, maxRank),
		"kind": r.oneOf(&d.Kind, "ENTITY", "HINT"), "color": r.readColor(&d.Color), "recommendationColor": r.readColor(&d.Recommended),
		"hasDictionary": r.readFlag(&d.HasDictionary), "caseSensitive": r.readFlag(&d.CaseSensitive)}, "displayName")
	if len(r.problems) > before {
		r.failed[cmp.Or(d.TechnicalName, snakecase.FromName(d.Name))] = true
		return
	}
	if d.TechnicalName == "" {
		d.TechnicalName = snakecase.FromName(d.Name)
	}
	if d.Recommended == "" {
		d.Recommended = d.Color
	}
	if d.TechnicalName == "" {
		r.reportAt(n, "technicalName must contain a letter or a digit")
		return
	}
	if !technical.MatchString(d.TechnicalName) && d.TechnicalName != snakecase.FromName(d.TechnicalName) {
		r.reportAt(n, "technicalName must hold letters, digits and _ only")
		return
	}
	if r.isRepeated("entity", d.TechnicalName) {
		r.reportAt(n, "Technical name already exists: %s", d.TechnicalName)
	}
	if other := r.ranks[d.Rank]; other != "" {
		r.reportAt(n, "rank %d is used twice: %s has it", d.Rank, other)
	} else if d.Rank != 0 {
		r.ranks[d.Rank] = fmt.Sprintf("%s in line %d", d.TechnicalName, n.Line)
	}
	r.b.Entities = append(r.b.Entities, d)
}

// rankEntities gives entities without a rank the ranks above all others, in their
// order.
func (r *reading) rankEntities() {
	highest := 0
	for _, d := range r.b.Entities {
		highest = max(highest, d.Rank)
	}
	for i := range r.b.Entities {
		if r.b.Entities[i].Rank == 0 {
			highest++
			r.b.Entities[i].Rank = highest
		}
	}
}

// readColumn returns a function that reads a column of rows.
func (r *reading) readColumn(into *[]template.Column) func(*yaml.Node) {
	return func(n *yaml.Node) {
		var c template.Column
		r.readObject(n, "A column", fields{"technicalName": r.readName(&c.TechnicalName, longName),
			"displayName": r.readName(&c.DisplayName, longName),
			"format":      r.readText(&c.Format, longFormat), "required": r.readFlag(&c.Required)}, "technicalName", "displayName")
		*into = append(*into, c)
	}
}

// readCheck returns a function that reads a check.
func (r *reading) readCheck(into *[]string) func(*yaml.Node) {
	return func(n *yaml.Node) {
		var text string
		r.readName(&text, longCheck)("check", n)
		*into = append(*into, text)
	}
}

func (r *reading) readComponent(n *yaml.Node) {
	var c template.NewComponent
	multiple, before := true, len(r.problems)
	r.readObject(n, "A component",
		fields{"technicalName": r.readName(&c.TechnicalName, longName), "displayName": r.readName(&c.DisplayName, longName),
			"description": r.readText(&c.Description, longDescription), "required": r.readFlag(&c.Required),
			"multiple": r.readFlag(&multiple), "format": r.readText(&c.Format, longFormat),
			"columns": r.readList(r.readColumn(&c.Columns)), "checks": r.readList(r.readCheck(&c.Checks))}, "technicalName", "displayName")
	if len(r.problems) > before {
		return
	}
	given := template.ExpectationChange{Multiple: &multiple, Format: &c.Format, Columns: &c.Columns, Checks: &c.Checks}
	c.Expectation = given.ApplyTo(c.Expectation)
	if _, err := template.AssignRanks(nil, []template.NewComponent{c}); err != nil {
		message := err.Error()
		if f := (*domain.Fault)(nil); errors.As(err, &f) {
			message = f.Message
		}
		r.reportAt(n, "%s", message)
		return
	}
	name := snakecase.FromName(c.TechnicalName)
	if r.isRepeated("component", name) {
		r.reportAt(n, "Technical name already exists: %s", name)
		return
	}
	r.b.Components = append(r.b.Components, c)
}
