// Package component builds what readers see of a file's components: what an analysis
// found, grouped by component, under what people put in its place, in the order of
// the template's definitions.
package component

import (
	"time"

	"github.com/seed-62a36931/docket/document"
	"github.com/seed-62a36931/docket/domain/file"
	"github.com/seed-62a36931/docket/domain/normalize"
)

// A Detail is one component with all its values, in document order.
type Detail struct {
	Name string // as the rule or the override wrote it
	// TechnicalName is that of its definition, whether or not there is one: the snake case of
	// Name. SortByRank sets it, and the DisplayName: of the active definition, else Name.
	TechnicalName string
	DisplayName   string
	Values        []Value
	Overridden    bool
	Override      Override // of a component that is Overridden
	Overlapped    []string // entities at the places of its own that were skipped, as "type: value"
	Uncertain     []string // texts of entities of its own in table cells that are uncertain
	BasesGone     []string // originals of overriding values that the latest analysis has not found any more
	Checked       *Check   // nil: by nobody
	Attention     []Attention
	// Candidates are what a scorer offers for a component without a value, or with one that is not sure; the best first.
	Candidates []document.Candidate
	Version    string // as file.State tells it; set by SetVersions
}

// A Check says who looked at a component as it is, and when.
type Check struct {
	By string // id of the account
	At time.Time
}

// Attention is a reason to look at a component.
type Attention struct {
	Code   string // one of those in package file
	Detail string // what the code means here; may be empty
}

// An Override says who put values in place of a component's, when, and why.
type Override struct {
	By   string // id of the account
	At   time.Time
	Note string // may be empty
}

// A Value is one value of a component and where it comes from.
type Value struct {
	// ID names the value among those of its component, 32 hex digits: an extracted one by its rule, entities
	// and text, so that the same document, template and program give the same; one that a person added by its own.
	ID string
	// BasedOn is the ID of the extracted value that this one is, or stands for; empty for one that a person
	// added, and for one whose base the latest analysis has not found any more.
	BasedOn       string
	Value         string
	Normalized    *Normalized // of the Value; nil where its definition has no type, or it is not surely of it
	OriginalValue string      // as extracted; equal to Value without an override
	RuleID        string      // Group.Unit.Number
	Description   string
	References    []Reference
	Places        []file.Place // where people found an overriding value; nil for none
	// Confidence is how likely the value is right, 0..1; nil for an overridden one, and where rules do
	// not tell their strength and no other source tells the value.
	Confidence *float64
	Evidence   *document.Evidence // what Confidence rests on, nil without one
	// OtherSources are what sources beside the page have for the value; nil for an overridden one.
	OtherSources []document.OtherSource
	// Cells are what a row has in its columns, in the order of the document; nil for other values, and where
	// a person gave a text that cannot be told apart into cells.
	Cells []Cell
}

// A Cell holds the content of a row in one column.
type Cell struct {
	Column string // technical name of the entities it is built from
	Value  string
	// OriginalValue is what was extracted; equal to Value without an override, empty where nothing was.
	OriginalValue string
	Normalized    *Normalized // of the Value; nil where the column has no type, or it is not surely of it
	References    []Reference
}

// Normalized is the one form of a value that programs compare and compute with.
type Normalized struct {
	Type normalize.Type // that of the definition
	normalize.Value
}

// A Reference points at an entity that a value was built from.
type Reference struct {
	ID     string
	RuleID string // of the rule that made the entity
	Type   string // technical name of the entity
	Page   int    // 1-based
}
