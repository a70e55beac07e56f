package file

import (
	"maps"
	"time"

	"github.com/google/uuid"

	"github.com/seed-62a36931/docket/document"
	"github.com/seed-62a36931/docket/domain/attribute"
	"github.com/seed-62a36931/docket/domain/es"
)

// Record is a file as readers see it.
type Record struct {
	ID        string     `json:"id"`
	Workspace string     `json:"workspace"`
	Dossier   string     `json:"dossier"`
	Template  string     `json:"template"`
	Filename  string     `json:"filename"`
	Digest    string     `json:"digest"` // SHA-256 of the original, hex
	Size      int64      `json:"size"`
	Original  es.BlobRef `json:"original"`
	FileVer   int        `json:"fileVersion"`
	Manual    bool       `json:"manual,omitzero"`

	Uploader     string     `json:"uploader"`
	Workflow     Workflow   `json:"workflow"`
	Assignee     string     `json:"assignee,omitempty"`
	LastReviewer string     `json:"lastReviewer,omitempty"`
	LastApprover string     `json:"lastApprover,omitempty"`
	Approval     *time.Time `json:"approval,omitempty"` // while the file is approved
	Processing   Processing `json:"processing"`
	Err          *Fault     `json:"error,omitempty"`

	PDF          es.BlobRef `json:"pdf,omitzero"` // made by CONVERT
	OCR          OCRRecord  `json:"ocr,omitzero"`
	Steps        Durations  `json:"stepMillis,omitempty"`
	Tree         es.BlobRef `json:"tree,omitzero"`
	Result       es.BlobRef `json:"result,omitzero"` // of the latest analysis
	Pages        int        `json:"pages"`
	Analyses     int        `json:"analyses"`
	Millis       int64      `json:"durationMillis"`
	Engine       int        `json:"engineVersion"`
	Rules        int        `json:"rulesVersion"`
	Dictionaries int        `json:"dictionaryVersion"`
	HasEntities  bool       `json:"hasEntities"`
	HasHints     bool       `json:"hasHints"`
	HasImages    bool       `json:"hasImages"`
	HasUpdates   bool       `json:"hasUpdates"`
	// FailedRules counts the rules that failed in the latest analysis; RuleFailures names the first.
	FailedRules  int                    `json:"failedRules,omitzero"`
	RuleFailures []document.RuleFailure `json:"ruleFailures,omitempty"`

	Review     *Review           `json:"review,omitempty"` // nil: not known until the next analysis
	Checks     []Check           `json:"checks,omitempty"`
	Overrides  []Applied         `json:"overrides,omitempty"`
	Attributes map[string]string `json:"attributes,omitempty"` // by id of the definition
	// Unseen means that the latest analysis may not have seen the attributes as they
	// are; Late, that one of them was set after its rules began to run.
	Unseen bool `json:"attributesUnseen,omitzero"`
	Late   bool `json:"attributesLate,omitzero"`

	Added         time.Time  `json:"added"`
	LastUploaded  time.Time  `json:"lastUploaded"`
	LastUpdated   time.Time  `json:"lastUpdated"`
	LastProcessed *time.Time `json:"lastProcessed,omitempty"`
	LastLayout    *time.Time `json:"lastLayout,omitempty"`
	LastIndexed   *time.Time `json:"lastIndexed,omitempty"`
	LastManual    *time.Time `json:"lastManual,omitempty"`
	LastEntities  *time.Time `json:"lastEntities,omitempty"`
	Manipulated   *time.Time `json:"manipulated,omitempty"`
	LastAttribute *time.Time `json:"lastAttribute,omitempty"`
	SoftDeleted   *time.Time `json:"softDeleted,omitempty"`
	PurgeAt       *time.Time `json:"purgeAt,omitempty"`
	DeletedBy     string     `json:"deletedBy,omitempty"` // who moved the file into the trash
	Version       uint64     `json:"version"`
	Gone          bool       `json:"-"` // permanently deleted: to be shown nowhere
}

// Applied is an override with who made it and when.
type Applied struct {
	Override
	Analysis es.BlobRef `json:"analysis,omitzero"` // the Result of the override
	By       string     `json:"by"`
	At       time.Time  `json:"at"`
	// Added means that the latest analysis did not find the component; Stale, that what it found
	// is not what was there when the override was made.
	Added bool `json:"added,omitzero"`
	Stale bool `json:"stale,omitzero"`
}

// Fault says why and where the last run failed.
type Fault struct {
	Service string    `json:"service"`
	Cause   string    `json:"cause"`
	At      time.Time `json:"at"`
}

// OCRRecord describes the recognition of the pages of the present version.
type OCRRecord struct {
	Due   int        `json:"due"`
	Done  int        `json:"done"`
	Start *time.Time `json:"start,omitempty"` // of the latest recognition
	End   *time.Time `json:"end,omitempty"`
}

// Durations are milliseconds by the step that took them, of the latest time that
// each step ran.
type Durations map[Processing]int64

// ShownPDF returns the PDF that pages and boxes refer to: the original, or the PDF
// converted from it. It is zero for an office file or a picture that is not converted yet.
func (r Record) ShownPDF() es.BlobRef {
	if IsConverted(r.Filename) {
		return r.PDF
	}
	return r.Original
}

// Fold gives the record after one more event of the file's stream. It serves
// views and reads of the past alike.
func Fold(r Record, e es.Recorded) Record {
	switch v := e.Event.(type) {
	case Uploaded:
		r = recordUpload(v, e)
	case Replaced:
		r = r.replacedBy(v, e)
	case ProcessingChanged:
		r = r.applyStep(v, e.Time)
	case Analysed:
		r = r.applyAnalysis(v, e.Time)
	case Failed:
		r.Processing, r.Err = Error, &Fault{v.Service, v.Cause.Value.Sentence, e.Time}
	case ReanalysisRequested:
		if !r.Processing.IsBusy() {
			r.Processing, r.Err = Reprocess, nil
		}
	case ComponentOverridden:
		made := v.override(r.Original.Subject)
		o := Applied{Override: made, Analysis: made.Result, By: e.Actor, At: e.Time, Added: v.Added}
		r.Overrides = append(dropOverrides(r.Overrides, o.Name), o)
		r.Checks, r.LastManual = withoutChecks(r.Checks, o.Name), &e.Time
		r = r.applyUnmet(v.Unmet)
	case OverrideReverted:
		for _, name := range v.Names.Value {
			r.Overrides = dropOverrides(r.Overrides, name)
		}
		r.Checks, r.LastManual = withoutChecks(r.Checks, v.Names.Value...), &e.Time
		r = r.applyUnmet(v.Unmet)
	case ComponentChecked:
		for _, name := range v.Names.Value {
			r.Checks = append(withoutChecks(r.Checks, name), Check{Name: name, By: e.Actor, At: e.Time})
		}
	case ComponentUnchecked:
		r.Checks = withoutChecks(r.Checks, v.Names.Value...)
	case ExtractionChanged:
		r.Manual = v.Manual
	case AttributesSet:
		r.Attributes = attribute.WithChanges(r.Attributes, v.Values.Value)
		r.LastAttribute, r.Unseen, r.Late = &e.Time, true, true
	case Assigned:
		r.Assignee = v.Assignee
	case WorkflowChanged:
		r = r.applyWorkflow(v, e.Time)
	case SoftDeleted:
		r.SoftDeleted, r.PurgeAt, r.DeletedBy = &e.Time, &v.PurgeAt, e.Actor
	case Restored:
		r.SoftDeleted, r.PurgeAt, r.DeletedBy = nil, nil, ""
	case Renamed:
		r.Filename = v.Name.Value.Filename
	case PermanentlyDeleted:
		r.Gone = true
	}
	r.LastUpdated, r.Version = e.Time, e.Version
	return r
}

func recordUpload(v Uploaded, e es.Recorded) Record {
	return Record{ID: e.Stream.Key(), Workspace: e.Workspace, Dossier: v.Dossier, Template: v.Template,
		Filename: v.Name.Value.Filename, Digest: v.Name.Value.Digest, Size: v.Size, Original: v.Original,
		FileVer: v.Version, Manual: v.Manual, Uploader: e.Actor, Workflow: New, Processing: Unprocessed,
		Added: e.Time, LastUploaded: e.Time}
}

// replacedBy resets what belonged to the former bytes.
func (r Record) replacedBy(v Replaced, e es.Recorded) Record {
	fresh := Record{ID: r.ID, Workspace: r.Workspace, Dossier: r.Dossier, Template: r.Template,
		Filename: v.Name.Value.Filename, Digest: v.Name.Value.Digest, Size: v.Size, Original: v.Original,
		FileVer: v.Version, Manual: v.Manual, Uploader: e.Actor, Workflow: r.Workflow,
		Assignee: r.Assignee, LastReviewer: r.LastReviewer, LastApprover: r.LastApprover,
		Processing: Unprocessed, Added: r.Added, LastUploaded: e.Time, LastManual: r.LastManual, Manipulated: &e.Time,
		Attributes: r.Attributes, LastAttribute: r.LastAttribute}
	if v.KeepManual {
		fresh.Overrides = r.Overrides
	}
	if r.Workflow == UnderApproval || r.Workflow == Approved {
		fresh.Workflow, fresh.Assignee = UnderReview, r.LastReviewer
	}
	return fresh
}

// applyWorkflow applies a change of the workflow.
func (r Record) applyWorkflow(v WorkflowChanged, at time.Time) Record {
	r.Workflow, r.Assignee, r.LastReviewer, r.LastApprover = v.To, v.Assignee, v.LastReviewer, v.LastApprover
	r.Approval = nil
	if v.To == Approved {
		r.Approval = &at
	}
	return r
}

func (r Record) applyStep(v ProcessingChanged, at time.Time) Record {
	r.Processing = v.To
	if v.To == OCR && v.From != OCR {
		r.OCR.Start = &at
	}
	r.Late = r.Late && v.To != Analyse
	switch v.From {
	case Convert:
		if v.PDF.ID != uuid.Nil {
			r.PDF = v.PDF
		}
	case OCR:
		r.OCR.Due, r.OCR.Done, r.OCR.End = v.OCR.Due, v.OCR.Done, &at
	case Layout:
		if v.Tree.ID != uuid.Nil {
			r.Tree, r.Pages, r.LastLayout = v.Tree, v.Pages, &at
			r.OCR.Due, r.OCR.Done = v.OCR.Due, v.OCR.Done
		}
	case Index:
		r.LastIndexed, r.LastProcessed, r.Err = &at, &at, nil
	}
	if v.Millis > 0 {
		r.Steps = r.Steps.withStep(v.From, v.Millis)
	}
	return r
}

// withStep returns a copy with the time of a step added; records of the past share the
// original, so it must not change.
func (d Durations) withStep(step Processing, millis int64) Durations {
	out := maps.Clone(d)
	if out == nil {
		out = Durations{}
	}
	out[step] = millis
	return out
}

func (r Record) applyAnalysis(v Analysed, at time.Time) Record {
	r.Result, r.Pages, r.Millis = v.Result, v.Pages, v.Millis
	r.Engine, r.Rules, r.Dictionaries = v.Engine, v.Rules, v.Dictionaries
	r.HasEntities, r.HasHints, r.HasImages, r.HasUpdates = v.HasEntities, v.HasHints, v.HasImages, v.Changed
	if v.StepMillis > 0 {
		r.Steps = r.Steps.withStep(Analyse, v.StepMillis)
	}
	r.FailedRules, r.RuleFailures = v.FailedRules, v.RuleFailures.Value
	r = r.applyFindings(v.Findings.Value)
	r.Analyses++
	r.Unseen, r.Late = r.Late, false
	if v.First || v.Changed {
		r.LastEntities = &at
	}
	return r
}

func dropOverrides(overrides []Applied, name string) []Applied {
	var kept []Applied
	for _, o := range overrides {
		if !replacesOverride(o.Name, name) {
			kept = append(kept, o)
		}
	}
	return kept
}
