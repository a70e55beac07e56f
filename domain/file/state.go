package file

import (
	"slices"
	"time"

	"github.com/google/uuid"

	"github.com/seed-62a36931/docket/domain/attribute"
	"github.com/seed-62a36931/docket/domain/es"
	"github.com/seed-62a36931/docket/domain/naming"
)

// MaxRuns is the number of times that a run is tried before the file fails.
const MaxRuns = 3

// State is the state that decisions depend on.
type State struct {
	Phase    Phase
	Dossier  string
	Template string
	Hold     naming.Hold
	Version  int
	Size     int64
	Original es.BlobRef
	Filename string
	Manual   bool      // no automatic analysis
	PurgeAt  time.Time // while in the trash: when it is deleted for good

	Workflow     Workflow
	Assignee     string
	LastReviewer string
	LastApprover string

	Processing Processing
	Run        int  // number of the last run
	Open       bool // that run goes on
	Tries      int  // runs since the last trigger that count against the file, and the open one
	Alone      bool // no other file is worked on beside the open run
	Deaths     int  // runs beside those of other files that ended with the service, since the last outcome
	Ended      int  // failures since the last outcome for which the service ended
	Again      bool // a trigger came while it ran
	Wanted     bool // the next run analyses even a Manual file

	Made     Made       // what the steps made of the present version
	Tree     es.BlobRef // of the present version
	Pages    int
	Result   es.BlobRef // of the latest analysis of any version
	Analysed int        // version that was analysed last
	// FailedRules counts the rules that failed in the latest analysis: their values are missing.
	FailedRules int

	Rules, Dictionaries int    // counters of the template that the latest analysis used
	Service             string // part in which the latest run failed, "" for none
	Cause               string // why, as people are told

	Findings   *Findings // of the latest analysis of this version; nil: not known
	Checks     []Check   // their names alone
	Overrides  []Override
	Attributes map[string]string // by id of the definition
}

// ShownPDF returns the PDF that pages and boxes refer to: the original, or the PDF
// converted from it. It is zero for an office file or a picture that is not converted yet.
func (s State) ShownPDF() es.BlobRef {
	if IsConverted(s.Filename) {
		return s.Made.PDF
	}
	return s.Original
}

// HasName reports whether the file has the name that a claim took. In the trash it has none.
func (s State) HasName(claim uuid.UUID) bool { return s.Phase == Active && s.Hold.Claim == claim }

// Decider is the aggregate.
var Decider = es.Decider[State]{Evolve: applyEvent}

func applyEvent(s State, e es.Event) State {
	switch e := e.(type) {
	case Uploaded:
		return State{Phase: Active, Dossier: e.Dossier, Template: e.Template, Hold: e.Hold, Version: e.Version, Size: e.Size,
			Original: e.Original, Filename: e.Name.Value.Filename, Manual: e.Manual, Workflow: New, Processing: Unprocessed}
	case Replaced:
		s = s.applyReplaced(e)
	case ProcessingChanged:
		s = s.applyStep(e)
	case RunOpened:
		s = s.openRun(e.Run, e.Alone)
	case RunReleased:
		s = s.releaseRun(e)
	case Analysed:
		s.Result, s.Analysed, s.Rules, s.Dictionaries = e.Result, e.Version, e.Rules, e.Dictionaries
		s.FailedRules = e.FailedRules
		s.Checks = checksAfter(s.Checks, e.Findings.Value, s.isOverridden)
		s.Checks = checksAfterUnmet(s.Checks, s.Findings.unmetOf(), e.Findings.Value.unmetOf())
		s.Findings = e.Findings.Value
	case Failed:
		s = s.applyFailed(e)
	case ReanalysisRequested:
		s = s.applyTrigger(e)
	case ComponentOverridden:
		s.Overrides = append(withoutOverride(s.Overrides, e.Override.Value.Name), e.override(s.Original.Subject))
		s.Checks = withoutChecks(s.Checks, e.Override.Value.Name)
		s = s.applyUnmet(e.Unmet)
	case OverrideReverted:
		for _, name := range e.Names.Value {
			s.Overrides = withoutOverride(s.Overrides, name)
		}
		s.Checks = withoutChecks(s.Checks, e.Names.Value...)
		s = s.applyUnmet(e.Unmet)
	case ComponentChecked:
		for _, name := range e.Names.Value {
			s.Checks = append(withoutChecks(s.Checks, name), Check{Name: name})
		}
	case ComponentUnchecked:
		s.Checks = withoutChecks(s.Checks, e.Names.Value...)
	case ExtractionChanged:
		s.Manual = e.Manual
	case AttributesSet:
		s.Attributes = attribute.WithChanges(s.Attributes, e.Values.Value)
	case Assigned:
		s.Assignee = e.Assignee
	case WorkflowChanged:
		s.Workflow, s.Assignee, s.LastReviewer, s.LastApprover = e.To, e.Assignee, e.LastReviewer, e.LastApprover
	case SoftDeleted:
		s.Phase, s.PurgeAt = Trashed, e.PurgeAt
	case Restored:
		s.Phase, s.PurgeAt, s.Hold = Active, time.Time{}, e.Hold
	case Renamed:
		s.Filename = e.Name.Value.Filename
	case PermanentlyDeleted:
		s.Phase = Gone
	}
	return s
}

func (s State) applyReplaced(e Replaced) State {
	s.Version, s.Size, s.Original, s.Manual = e.Version, e.Size, e.Original, e.Manual
	s.Filename = e.Name.Value.Filename
	s.Made, s.Tree, s.Pages = Made{}, es.BlobRef{}, 0
	s.Processing, s.Open, s.Tries, s.Again, s.Wanted = Unprocessed, false, 0, false, false
	s.Deaths, s.Ended = 0, 0
	s.Findings, s.Checks = nil, nil
	if !e.KeepManual {
		s.Overrides = nil
	}
	if s.Workflow == UnderApproval || s.Workflow == Approved {
		s.Workflow, s.Assignee = UnderReview, s.LastReviewer
	}
	return s
}

// openRun begins a run. One that was open ended with the process that worked on it, and nothing says that
// this file was the reason, unless it was alone.
func (s State) openRun(run int, alone bool) State {
	if s.diedBesideOthers() {
		s.Tries, s.Deaths = s.Tries-1, s.Deaths+1
	}
	s.Run, s.Open, s.Tries, s.Alone = run, true, s.Tries+1, alone
	return s
}

func (s State) releaseRun(e RunReleased) State {
	if s.Open = false; !e.Failed {
		s.Tries--
	}
	return s
}

func (s State) applyFailed(e Failed) State {
	s.Processing, s.Open, s.Again, s.Service = Error, false, false, e.Service
	s.Cause = e.Cause.Value.Sentence
	if e.Ended {
		s.Ended++
	}
	return s
}

// diedBesideOthers reports, to whoever takes over an open run, whether its end says nothing about the file.
func (s State) diedBesideOthers() bool { return s.Open && !s.Alone }

// MaxDeaths is how often the service may end while it works on a file beside others, before it works on
// that file alone.
const MaxDeaths = 3

// NeedsIsolation reports whether the next run of a file must be alone: either it ends the service, or it
// had bad luck.
func (s State) NeedsIsolation() bool {
	deaths := s.Deaths
	if s.diedBesideOthers() {
		deaths++
	}
	return deaths >= MaxDeaths
}

func (s State) applyStep(e ProcessingChanged) State {
	if e.Run > s.Run {
		s = s.openRun(e.Run, false)
	}
	s.Processing = e.To
	s = s.finishStep(e)
	if e.To == Processed || e.To == Reprocess {
		s.Open, s.Tries, s.Again = false, 0, false
		s.Deaths, s.Ended = 0, 0
		s.Wanted = s.Wanted && e.To == Reprocess
		again := e.To == Reprocess
		s.Made.Check, s.Made.Asked, s.Made.Later = again && s.Made.Check, again && s.Made.Later, false
	}
	return s
}

func (s State) applyTrigger(e ReanalysisRequested) State {
	s.Wanted = true
	s.Made.Check = s.Made.Check || e.Steps || e.OCR
	if s.Open {
		s.Again, s.Made.Later = true, s.Made.Later || e.OCR
		return s
	}
	s.Made.Asked = s.Made.Asked || e.OCR
	if s.Processing.IsBusy() {
		s.Again = false
		return s
	}
	s.Processing, s.Tries = Reprocess, 0
	return s
}

// withoutOverride drops the override of a component.
func withoutOverride(overrides []Override, name string) []Override {
	return slices.DeleteFunc(slices.Clone(overrides), func(o Override) bool { return replacesOverride(o.Name, name) })
}
