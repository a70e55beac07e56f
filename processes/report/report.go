// Package report looks up the values of placeholders in report templates: the facts of
// a dossier and its files by name, and the lists that rows of a template are repeated
// for.
package report

import "time"

// Facts holds all facts for a report.
type Facts struct {
	At      time.Time // of making
	User    string    // who asked: first and last name, else the user name
	Dossier Dossier
	Files   []File // in the order of the report
}

// Dossier holds the facts of a dossier.
type Dossier struct {
	Name, Description, Owner, Template, Status string
	Due                                        *time.Time
	Attributes                                 []Attribute
}

// File holds the facts of a file.
type File struct {
	Name       string
	Pages      int
	Status     string
	Attributes []Attribute
	Components []Component
	// FailedRules counts the rules that failed in the analysis: their values are missing.
	FailedRules int
	// Findings say what was left out of the document, changed or is in doubt.
	Findings []string
}

// An Attribute is a defined attribute; its value is empty when none is set.
type Attribute struct {
	Name  string
	Type  string // DATE, IMAGE, NUMBER, TEXT
	Value string // of an IMAGE a data URL
}

// A Component is one component of a file, in the order in which they are shown.
type Component struct {
	Name        string // technical name as the rule wrote it
	DisplayName string // of its definition, else the name
	Values      []ComponentValue
}

// A ComponentValue is one value of a component.
type ComponentValue struct {
	Value, Original, Rule, Description string
	Pages                              []int // of the places of a correction, else of its references; 1-based, ascending, each once
	Normalized                         Normalized
	Cells                              []Cell // of a row; nil for other values
}

// A Cell holds the content of a row in one column.
type Cell struct {
	Column     string // technical name
	Value      string
	Normalized Normalized
}

// Normalized is the normalised form of a component value; empty where there is none.
type Normalized struct {
	Type     string // as package normalize names it
	Text     string
	Currency string // of an amount, where it is known
}

// A Kind is the type of a value besides its text.
type Kind uint8

// The kinds of value.
const (
	Text Kind = iota
	Number
	Date
	Picture
)

// A Value is the value of a placeholder.
type Value struct {
	Kind    Kind
	Text    string
	Number  float64   // of a Number that fits, see Exact
	Time    time.Time // of a Date
	Clock   bool      // of a Date: it has a time of day
	Picture []byte    // of a Picture: a PNG or JPEG
}

// A Scope is the place from which placeholders are looked up: a report of one file
// or of all, and, inside a repeated row, the element that the row stands for.
type Scope struct {
	facts     *Facts
	multi     bool
	file      *File
	component *Component
	value     *ComponentValue
}

// OfFile returns the scope of a report about one file, by its index in f.Files.
func OfFile(f *Facts, index int) Scope { return Scope{facts: f, file: &f.Files[index]} }

// OfAll returns the scope of a report about all files.
func OfAll(f *Facts) Scope { return Scope{facts: f, multi: true} }
