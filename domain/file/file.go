// Package file is the file aggregate: one uploaded document, its versions, its
// runs through the analysis, and what people changed in the result.
package file

import (
	"slices"
	"time"

	"github.com/google/uuid"

	"github.com/seed-62a36931/docket/document"
	"github.com/seed-62a36931/docket/domain/dossier"
	"github.com/seed-62a36931/docket/domain/es"
	"github.com/seed-62a36931/docket/domain/naming"
)

// Category is the first part of a file's stream name.
const Category = "file"

// Topic is the topic that announces files to process to workers.
const Topic = "file-processing"

// StreamOf names the stream of a file.
func StreamOf(workspace, id string) es.StreamID { return es.StreamOf(Category, workspace, id) }

// SubjectOf owns the key of a file's text and bytes; the dossier's wraps it.
func SubjectOf(workspace, dossierID, id string) es.Subject {
	return dossier.SubjectOf(workspace, dossierID).Child(Category, id)
}

// Name is the sealed part of an upload: what the bytes are called and their
// SHA-256, in hex.
type Name struct {
	Filename string `json:"filename"`
	Digest   string `json:"digest"`
}

// Recognition counts the pages that had no usable text.
type Recognition struct {
	Due  int `json:"due"`          // pages to be recognised
	Done int `json:"done"`         // pages that were
	New  int `json:"new,omitzero"` // of these, the first time in this version
}

// Cause says in a sentence why a run failed.
type Cause struct {
	Sentence string `json:"sentence"`
}

// Override holds what people put in place of a component's extracted values.
type Override struct {
	Name   string  `json:"name"` // as given; components are told apart by snake case
	Values []Value `json:"values"`
	Note   string  `json:"note,omitempty"` // why, in words of the person
	// Result is that of the analysis whose values they stand for, which events and records tell beside the
	// override; it is zero in events of before, and where the file had no analysis.
	Result es.BlobRef `json:"-"`
	// Columns are those of the rows, in their order; nil when no value is a row.
	Columns []string `json:"columns,omitempty"`
	// Removed are the extracted values that the component has no more, for those who read the event without
	// the analysis; as many as there is room for.
	Removed []Extracted `json:"removed,omitempty"`
}

// AnalysisRef names the result of an analysis of the same file. It is no es.BlobRef, since the event of the analysis
// names that blob, and each is named by one event.
type AnalysisRef struct {
	Result uuid.UUID `json:"result"`
	Size   int64     `json:"bytes"`
}

// Extracted is what an analysis found of a value.
type Extracted struct {
	Value      string      `json:"value"`
	RuleID     string      `json:"ruleId"`
	References []Reference `json:"references,omitempty"`
}

// HasIdentity reports whether the values tell which extracted ones they stand for. In events of before
// they do not: there, a value stands for the extracted one at the same index.
func (o Override) HasIdentity() bool {
	return slices.ContainsFunc(o.Values, func(v Value) bool { return v.ID != "" || v.Base > 0 })
}

// Value is one overriding value. A Description that is nil is taken from the extracted
// value that it stands for whenever it is read.
//
// Original, RuleID and References are what the client claimed to have been extracted, nil
// for no claim. What was extracted is always read from the result of the analysis: claims
// only tell which extracted value is meant, and the history tells of those that differ from it.
type Value struct {
	Value string `json:"value"`
	// ID names a value that a person added, 32 hex digits. Base is the 1-based index of the extracted value
	// that another one stands for, among those of the component in the Result of the override. Both are
	// zero in events of before.
	ID   string `json:"id,omitempty"`
	Base int    `json:"base,omitzero"`
	// Unchanged counts extracted values from Base on that are left as they are; the other fields are empty.
	Unchanged int `json:"unchanged,omitzero"`
	// Extracted is what the value stands for, for those who read the event without the analysis; nil for one that
	// a person added, and where there was no room. Without a Base it is what was not extracted any more then.
	Extracted *Extracted `json:"extracted,omitempty"`
	// Cells are what a row has in its columns; nil for other values. The text of the row is Value.
	Cells       map[string]string `json:"cells,omitempty"`
	Original    *string           `json:"original,omitempty"`
	RuleID      *string           `json:"ruleId,omitempty"`
	Description *string           `json:"description,omitempty"`
	References  *[]Reference      `json:"references,omitempty"`
	Places      []Place           `json:"places,omitempty"` // where people found the value
}

// Place is a part of a page of the document, or the page as a whole if it has no boxes.
type Place struct {
	Page  int             `json:"page"` // 1-based
	Boxes []document.Rect `json:"boxes,omitempty"`
}

// Reference points at an entity.
type Reference struct {
	ID     string `json:"id"`
	RuleID string `json:"ruleId"`
	Type   string `json:"type"`
	Page   int    `json:"page"` // 1-based
}

// What can happen to a file.
type (
	// Uploaded begins a file with its first version.
	Uploaded struct {
		naming.Hold
		Dossier  string          `json:"dossier"`
		Template string          `json:"template"`
		Version  int             `json:"version"`
		Size     int64           `json:"size"` // bytes of the original
		Original es.BlobRef      `json:"original"`
		Manual   bool            `json:"manual,omitzero"` // no automatic analysis
		Name     es.Sealed[Name] `json:"name" seal:"name"`
	}
	// Replaced is a new version by upload of the same name.
	Replaced struct {
		Version    int             `json:"version"`
		KeepManual bool            `json:"keepManualChanges"`
		Size       int64           `json:"size"`
		Original   es.BlobRef      `json:"original"`
		Manual     bool            `json:"manual,omitzero"`
		Name       es.Sealed[Name] `json:"name" seal:"name"`
	}
	// ProcessingChanged is one step of a run. Leaving CONVERT it names the PDF that
	// was made, leaving OCR the recognised pages, leaving LAYOUT the tree.
	ProcessingChanged struct {
		Run    int         `json:"run"`
		From   Processing  `json:"from"`
		To     Processing  `json:"to"`
		PDF    es.BlobRef  `json:"pdf,omitzero"`
		Text   es.BlobRef  `json:"text,omitzero"`
		Tree   es.BlobRef  `json:"tree,omitzero"`
		Pages  int         `json:"pages,omitzero"`
		OCR    Recognition `json:"ocr,omitzero"`
		Key    string      `json:"key,omitzero"`            // engine and settings of the step that was left
		Millis int64       `json:"durationMillis,omitzero"` // of the step that was left
		// Findings tell what the conversion left out of the PDF, or changed.
		Findings es.Sealed[[]document.Finding] `json:"findings,omitzero" seal:"findings"`
	}
	// RunOpened begins a run, or takes one over, that stays in its step.
	RunOpened struct {
		Run   int  `json:"run"`
		Alone bool `json:"alone,omitzero"` // no other file is worked on beside it
	}
	// RunReleased ends a run without an outcome. Unless Failed says that it ended by itself, it was not
	// to blame, and does not count as a try.
	RunReleased struct {
		Run    int  `json:"run"`
		Failed bool `json:"failed,omitzero"`
	}
	// Analysed is the outcome of a run.
	Analysed struct {
		Run          int        `json:"run"`
		Version      int        `json:"version"`
		First        bool       `json:"first"` // of this version
		Result       es.BlobRef `json:"result"`
		Pages        int        `json:"pages"`
		Size         int64      `json:"size"` // bytes of the original
		Entities     int        `json:"entities"`
		Components   int        `json:"components"`
		HasEntities  bool       `json:"hasEntities"` // applied ones of kind ENTITY
		HasHints     bool       `json:"hasHints"`
		HasImages    bool       `json:"hasImages"`
		Changed      bool       `json:"changed"` // a component value differs from the run before
		Engine       int        `json:"engineVersion"`
		Rules        int        `json:"rulesVersion"`
		Dictionaries int        `json:"dictionaryVersion"`
		Millis       int64      `json:"durationMillis"` // of the run
		StepMillis   int64      `json:"stepMillis,omitzero"`
		// Findings is nil in events of before, and when there is too much to tell.
		Findings es.Sealed[*Findings] `json:"findings" seal:"findings"`
		// FailedRules counts the rules that failed: their values are missing. RuleFailures names the
		// first of them, see BoundFailures; messages may hold text of the document.
		FailedRules  int                               `json:"failedRules,omitzero"`
		RuleFailures es.Sealed[[]document.RuleFailure] `json:"ruleFailures,omitzero" seal:"ruleFailures"`
		// ModelCalls are what a language model was asked and answered; it is left out where none was.
		ModelCalls es.Sealed[[]document.ModelCall] `json:"modelCalls,omitzero" seal:"modelCalls"`
		// Layout marks files of one layout: see candidates.MarksOf. It is left out where the template does not learn.
		Layout es.Sealed[[]string] `json:"layout,omitzero" seal:"layout"`
	}
	// Failed is the end of a run that repeating does not help.
	Failed struct {
		Run     int              `json:"run"`
		Service string           `json:"service"` // upload, conversion, ocr, layout, analysis, indexing
		Cause   es.Sealed[Cause] `json:"cause" seal:"cause"`
		Ended   bool             `json:"ended,omitzero"` // the service ended while it worked on this file alone
	}
	// ReanalysisRequested asks for one more run. Without Steps it begins at the
	// stored tree; with it, at the first step whose engine or settings are others
	// now. OCR asks for recognition, whatever the template says.
	ReanalysisRequested struct {
		Steps bool `json:"steps,omitzero"`
		OCR   bool `json:"ocr,omitzero"`
	}
	// ComponentOverridden replaces the values of one component.
	ComponentOverridden struct {
		Override es.Sealed[Override] `json:"override" seal:"override"`
		Analysis AnalysisRef         `json:"analysis,omitzero"` // that the override was made on
		Added    bool                `json:"added,omitzero"`    // the latest analysis did not find the component
		// Unmet is what is unmet after it; it is left out where that is not known.
		Unmet es.Sealed[[]Attention] `json:"unmet,omitzero" seal:"unmet"`
	}
	// OverrideReverted takes overrides back.
	OverrideReverted struct {
		Names es.Sealed[[]string]    `json:"names" seal:"names"`
		Unmet es.Sealed[[]Attention] `json:"unmet,omitzero" seal:"unmet"` // as of ComponentOverridden
	}
	// SoftDeleted hides the file until PurgeAt and frees its name.
	SoftDeleted struct {
		PurgeAt time.Time `json:"purgeAt"`
	}
	// PermanentlyDeleted ends it; key and bytes are destroyed after it.
	PermanentlyDeleted struct{}
	// ClaimFenced kills a pending claim on a name; it changes nothing else.
	ClaimFenced struct {
		Claim uuid.UUID `json:"claim"`
	}
)

// RegisterEvents names the events on the wire.
func RegisterEvents(c *es.Codec) {
	es.RegisterEvent[Uploaded](c, "file.uploaded")
	es.RegisterEvent[Replaced](c, "file.replaced")
	es.RegisterEvent[ProcessingChanged](c, "file.processing-changed")
	es.RegisterEvent[RunOpened](c, "file.run-opened")
	es.RegisterEvent[RunReleased](c, "file.run-released")
	es.RegisterEvent[Analysed](c, "file.analysed")
	es.RegisterEvent[Failed](c, "file.failed")
	es.RegisterEvent[ExtractionChanged](c, "file.extraction-changed")
	es.RegisterEvent[ReanalysisRequested](c, "file.reanalysis-requested")
	es.RegisterEvent[ComponentOverridden](c, "component.overridden")
	es.RegisterEvent[OverrideReverted](c, "component.override-reverted")
	es.RegisterEvent[ComponentChecked](c, "component.checked")
	es.RegisterEvent[ComponentUnchecked](c, "component.unchecked")
	es.RegisterEvent[SoftDeleted](c, "file.soft-deleted")
	es.RegisterEvent[PermanentlyDeleted](c, "file.permanently-deleted")
	es.RegisterEvent[ClaimFenced](c, "file.claim-fenced")
	es.RegisterEvent[AttributesSet](c, "file.attributes-set")
	es.RegisterEvent[Assigned](c, "file.assigned")
	es.RegisterEvent[WorkflowChanged](c, "file.workflow-changed")
	es.RegisterEvent[Restored](c, "file.restored")
	es.RegisterEvent[Renamed](c, "file.renamed")
}

// Processing is the state of a file in the analysis.
type Processing string

// The processing statuses.
const (
	Unprocessed Processing = "UNPROCESSED"
	Convert     Processing = "CONVERT"
	OCR         Processing = "OCR"
	Layout      Processing = "LAYOUT"
	Analyse     Processing = "ANALYSE"
	Index       Processing = "INDEX"
	Processed   Processing = "PROCESSED"
	Reprocess   Processing = "REPROCESS"
	Error       Processing = "ERROR"
)

// IsBusy reports whether a file waits for a run or is in one.
func (p Processing) IsBusy() bool { return p != Processed && p != Error }

// Workflow is the state of a file among people.
type Workflow string

// The workflow statuses.
const (
	New           Workflow = "NEW"
	UnderReview   Workflow = "UNDER_REVIEW"
	UnderApproval Workflow = "UNDER_APPROVAL"
	Approved      Workflow = "APPROVED"
)

// Phase is where in its life a file stands.
type Phase uint8

// The phases. Before Uploaded a file is None.
const (
	None Phase = iota
	Active
	Trashed
	Gone
)
