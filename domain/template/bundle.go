package template

import (
	"cmp"
	"slices"

	"github.com/seed-62a36931/docket/domain"
)

// A Bundle is a whole template as files describe it: what an import stores, and
// what the command line runs rules from.
type Bundle struct {
	Text
	Settings
	Statuses          []Definition // in order of rank
	DossierAttributes []Definition
	FileAttributes    []Definition
	Entities          []Definition
	Components        []NewComponent // in order of rank; IDs are empty
	Mappings          []BundleMapping
	Dictionaries      []Dictionary
	Reports           []BundleReport
	EntityRules       []byte // nil: the template stays INCOMPLETE
	ComponentRules    []byte // nil: the template stays INCOMPLETE
	DateFormats       []byte // nil: the stock list
}

// CheckVisibleNames returns a fault of kind Invalid for the first name of what the bundle
// defines that domain.CheckVisible refuses. The name of the template is left out.
func (b Bundle) CheckVisibleNames() error {
	for _, d := range slices.Concat(b.Statuses, b.DossierAttributes, b.FileAttributes, b.Entities) {
		if err := cmp.Or(domain.CheckVisible("name", d.Name), domain.CheckVisible("csvColumnHeader", d.CSVColumn)); err != nil {
			return err
		}
	}
	for _, m := range b.Mappings {
		if err := domain.CheckVisible("name", m.Name); err != nil {
			return err
		}
	}
	for _, r := range b.Reports {
		if err := domain.CheckVisible("name", r.Name); err != nil {
			return err
		}
	}
	for _, c := range b.Components {
		if err := domain.CheckVisible("displayName", c.DisplayName); err != nil {
			return err
		}
	}
	return nil
}

// A BundleMapping is a component mapping with the bytes of its file.
type BundleMapping struct {
	Mapping
	Content []byte
}

// A BundleReport is a report template with the bytes of its file.
type BundleReport struct {
	ReportTemplate
	Content []byte
}

// A Dictionary is one of the three lists of terms of an entity.
type Dictionary struct {
	Entity string   // technical name
	List   string   // entries, false-positives, false-recommendations
	Terms  []string // trimmed, each once, sorted
}

// A BundleError is something wrong in a file of a bundle.
type BundleError struct {
	File    string `json:"file"`
	Line    int    `json:"line"`   // from 1
	Column  int    `json:"column"` // from 1, in characters
	Message string `json:"message"`
}
