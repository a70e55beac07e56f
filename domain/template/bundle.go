package template

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
