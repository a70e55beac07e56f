package analysis

import (
	"context"
	"errors"

	"github.com/google/uuid"

	"github.com/seed-62a36931/docket/commands/blob"
	"github.com/seed-62a36931/docket/document"
	scored "github.com/seed-62a36931/docket/document/candidates"
	"github.com/seed-62a36931/docket/document/candidates/trees"
	"github.com/seed-62a36931/docket/domain/component"
	"github.com/seed-62a36931/docket/domain/es"
	"github.com/seed-62a36931/docket/domain/file"
	"github.com/seed-62a36931/docket/domain/template"
	"github.com/seed-62a36931/docket/rules"
)

// ApprovedFiles finds approved files of a layout.
type ApprovedFiles interface {
	// ApprovedFiles returns the ids of approved files of a workspace that have one of the marks, see candidates.MarksOf:
	// those approved last first, at most so many.
	ApprovedFiles(ctx context.Context, workspace string, marks []string, most int) ([]string, error)
}

// mostRemembered is how many approved files of a layout an analysis looks at.
const mostRemembered = 10

// rememberedCost is about what is kept of one approved file, in bytes.
const rememberedCost = 8 << 10

// A rememberedKey names what is kept of a file in a state of its stream.
type rememberedKey struct {
	stream  es.StreamID
	version uint64
}

// remember adds to the input of rules what approved files of the layout of the document teach, where the template wants
// that, and returns the labels by which the layout is known again. It is read from the files themselves: one that is
// erased teaches nothing more.
func (a *Analyser) remember(ctx context.Context, ws, templateID string, t template.State, p templateRules,
	in *rules.Input) (labels []string, err error) {
	if !t.Settings.LearnFromApproved {
		return nil, nil
	}
	if !p.entity.AsksForCandidates() {
		return scored.LabelsOf(in.Tree), nil
	}
	in.Search = scored.NewSearch(in.Tree)
	if labels = in.Search.Labels(); a.approved == nil {
		return labels, nil
	}
	ids, err := a.approved.ApprovedFiles(ctx, ws, scored.MarksOf(templateID, labels), mostRemembered)
	if err != nil {
		return nil, err
	}
	for _, id := range ids {
		stream := file.StreamOf(ws, id)
		f, at, err := es.Load(ctx, a.base.Log, file.Decider, stream)
		if err != nil {
			return nil, err
		}
		if f.Phase != file.Active || f.Workflow != file.Approved || f.Tree.ID == uuid.Nil || f.Result.ID == uuid.Nil {
			continue // the view does not know yet
		}
		learned, err := a.learned.Get(rememberedKey{stream, at.Version}, rememberedCost, func() (scored.Layout, error) {
			return a.learn(ctx, f, t)
		})
		if errors.Is(err, es.ErrErased) || errors.Is(err, es.ErrNoBlob) {
			continue
		}
		if err != nil {
			return nil, err
		}
		in.Layouts.Files = append(in.Layouts.Files, scored.Remembered{Dossier: f.Dossier, Layout: learned})
	}
	return labels, nil
}

// learn returns what an approved file teaches: which labels stand around its values, overrides applied.
func (a *Analyser) learn(ctx context.Context, f file.State, t template.State) (scored.Layout, error) {
	scorer, err := trees.Invoice()
	if err != nil {
		return scored.Layout{}, err
	}
	var tree document.Tree
	if err := blob.GetJSON(ctx, a.base.Blobs, f.Tree, &tree); err != nil {
		return scored.Layout{}, err
	}
	read := func(ref es.BlobRef) ([]component.Detail, error) {
		var result document.Result
		err := blob.GetJSON(ctx, a.base.Blobs, ref, &result)
		return component.GroupByComponent(result), err
	}
	details, err := read(f.Result)
	if err != nil {
		return scored.Layout{}, err
	}
	overrides := file.ApplyAll(f.Overrides)
	earlier, err := component.ReadEarlier(overrides, f.Result, read)
	if err != nil {
		return scored.Layout{}, err
	}
	details = component.ApplyOverrides(details, f.Result, overrides, earlier)
	return scored.Find(&tree, scored.Options{}).Learn(component.ApprovedValues(details, t.Components, scorer.Fields)), nil
}
