package document

// States of an entity.
const (
	StateApplied = "APPLIED"
	StateSkipped = "SKIPPED"
	StateIgnored = "IGNORED"
	StateRemoved = "REMOVED"
)

// A Result is the outcome of an analysis: entities in the text, and the components
// that were built from the applied ones.
type Result struct {
	Entities   []Entity    `json:"entities"`   // in document order
	Components []Component `json:"components"` // values of one name in document order
	// Candidates are what a scorer offers for components that have no value, or a doubtful one; the best first.
	Candidates []Candidate `json:"candidates,omitempty"`
	// Failures are the rules that failed; what the other rules found stands.
	Failures []RuleFailure `json:"ruleFailures,omitempty"`
	// ModelCalls are what a language model was asked, and answered; nil where none was.
	ModelCalls []ModelCall `json:"modelCalls,omitempty"`
	// Labels are those of the first page, by which its layout is known again. They are not stored, and only there where
	// the template learns from approved files.
	Labels []string `json:"-"`
}

// A ModelCall is one question to a language model about a document, and what came of it. With it an analysis
// can be explained without asking again.
type ModelCall struct {
	Question string `json:"question"` // name of the declared type
	Model    string `json:"model,omitempty"`
	Prompt   string `json:"prompt,omitempty"` // what was sent beside the text of the document
	// TextBytes and TextDigest tell what was sent of the document: its first bytes, and their SHA-256 in hex.
	TextBytes  int    `json:"textBytes,omitempty"`
	TextDigest string `json:"textDigest,omitempty"`
	Answer     string `json:"answer,omitempty"`
	// Found counts the values that became candidates. Dropped are those that are not in the document, and
	// what had another form than was asked for.
	Found   int      `json:"found"`
	Dropped []string `json:"dropped,omitempty"`
	Problem string   `json:"problem,omitempty"` // why the answer was not used
}

// A RuleFailure names a rule that failed, its place and the cause.
type RuleFailure struct {
	Rule    string `json:"rule"` // its whole name, as written
	File    string `json:"file"` // ENTITY or COMPONENT: which rule file it stands in
	Line    int    `json:"line"` // in the rule file, from 1
	Message string `json:"message"`
	// Function is the name of the function of the file that the line is in, empty when it is in a rule.
	Function string `json:"function,omitempty"`
	// EndedRun means that the time of the run was over in this rule: others did not come to their end.
	EndedRun bool `json:"endedRun,omitempty"`
}

// An Entity is a piece of the document's text that rules or dictionaries marked.
type Entity struct {
	ID         string    `json:"id"`    // uuid version 5 of type, place and text
	Type       string    `json:"type"`  // technical name
	Kind       string    `json:"kind"`  // ENTITY, HINT, RECOMMENDATION, FALSE_POSITIVE, ...
	State      string    `json:"state"` // APPLIED, SKIPPED, IGNORED, REMOVED
	Value      string    `json:"value"`
	RuleID     string    `json:"entityRuleId"`
	Reason     string    `json:"reason"`
	LegalBasis string    `json:"legalBasis,omitempty"`
	TextBefore string    `json:"textBefore"`
	TextAfter  string    `json:"textAfter"`
	Section    string    `json:"section"` // text of the nearest headline
	Dictionary bool      `json:"dictionary,omitempty"`
	Uncertain  bool      `json:"uncertain,omitempty"` // it stands in a table cell that is, see Cell
	Boxes      []PageBox `json:"boxes"`               // one for each line of text
	Span
}

// FirstPage returns the 1-based page on which the entity begins, 0 when it has no place.
func (e Entity) FirstPage() int {
	if len(e.Boxes) == 0 {
		return 0
	}
	return e.Boxes[0].Page
}

// A Component is one value of one component.
type Component struct {
	Name        string   `json:"name"` // as the rule wrote it
	Value       string   `json:"value"`
	RuleID      string   `json:"componentRuleId"`
	Description string   `json:"valueDescription"`
	References  []string `json:"references"` // ids of entities, in document order
	// Confidence is how likely the value is right, 0..1; nil when a rule that it comes from does not tell
	// its strength, unless another source tells the value.
	Confidence *float64  `json:"confidence,omitempty"`
	Evidence   *Evidence `json:"evidence,omitempty"` // what Confidence rests on, nil without one
	Cells      []RowCell `json:"cells,omitempty"`    // of a row, in the order of their columns; nil for other values
	// OtherSources are what sources beside the page have for the value, such as an e-invoice in the file.
	OtherSources []OtherSource `json:"otherSources,omitempty"`
}

// An OtherSource is something that is no part of the page and tells a value, too.
type OtherSource struct {
	Source string `json:"source"` // for people, such as e-invoice
	Value  string `json:"value"`  // as it has it
	Agrees bool   `json:"agrees"` // whether it is the value of the component
}

// A Candidate is a piece of the document that a scorer offers as the value of a component.
type Candidate struct {
	Component  string    `json:"component"` // as the rule wrote it
	Value      string    `json:"value"`     // in one form: dates as yyyy-MM-dd, amounts with a point, others as printed
	Confidence float64   `json:"confidence"`
	Reasons    []Reason  `json:"reasons,omitempty"` // those that count most first
	Boxes      []PageBox `json:"boxes,omitempty"`
}

// A Reason is a part of a score. Its words hold nothing of the document but the text of a label.
type Reason struct {
	// Code says what the reason is about, for programs that word it themselves; empty in results from before codes.
	Code string `json:"code,omitempty"`
	// Concept is what a label that the reason is about names; empty for other reasons.
	Concept string `json:"concept,omitempty"`
	// Label is the text of a label in lower case, and Files how many approved files have their value beside it;
	// only of the reason REMEMBERED.
	Label string `json:"label,omitempty"`
	Files int    `json:"files,omitempty"`
	Text  string `json:"text"` // in English
	// Weight is by how much it raised the score, negative when it lowered it.
	Weight float64 `json:"weight"`
}

// A ScorerVerdict tells which candidate of a scorer a value is.
type ScorerVerdict struct {
	Rank       int     `json:"rank"`       // 1: its best one, 2: the next one; 0: neither
	Confidence float64 `json:"confidence"` // in the best one
}

// CellSeparator stands between the cells of a row in its value.
const CellSeparator = " | "

// A RowCell holds the content of a row in one column.
type RowCell struct {
	Column     string   `json:"column"` // technical name of the entities that it is built from
	Value      string   `json:"value"`
	References []string `json:"references"` // ids of entities, in document order
}

// Evidence is what speaks for a value, and what against it: that of its weakest entity.
type Evidence struct {
	RuleStrength float64 `json:"ruleStrength"`        // share of what the rule finds that is right, 0..1
	Agreeing     int     `json:"agreeing,omitempty"`  // other places where the value was found, 3 at most
	Mentioned    bool    `json:"mentioned,omitempty"` // the document has its text elsewhere, too
	Uncertain    bool    `json:"uncertain,omitempty"` // it stands in a table cell that is, see Cell
	// Recognition is how sure text recognition is of its least sure word, 1 to 100; 0 for text that was not recognised.
	Recognition int `json:"recognition,omitempty"`
	// Scorer is what a scorer of candidates holds of the value, nil where the rules asked none.
	Scorer *ScorerVerdict `json:"scorer,omitempty"`
}
