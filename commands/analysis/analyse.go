package analysis

import (
	"context"
	"fmt"
	"sync"

	"github.com/google/uuid"

	"github.com/seed-62a36931/docket/commands/blob"
	"github.com/seed-62a36931/docket/commands/candidates"
	"github.com/seed-62a36931/docket/commands/core"
	"github.com/seed-62a36931/docket/commands/lru"
	"github.com/seed-62a36931/docket/document"
	scored "github.com/seed-62a36931/docket/document/candidates"
	"github.com/seed-62a36931/docket/domain"
	"github.com/seed-62a36931/docket/domain/es"
	"github.com/seed-62a36931/docket/domain/es/cache"
	"github.com/seed-62a36931/docket/domain/template"
	"github.com/seed-62a36931/docket/rules"
)

// AnalysisVersion counts changes of the analysis that can change results.
const AnalysisVersion = 1

// AnalyserOptions are the settings of an Analyser; fields that are zero have their
// defaults.
type AnalyserOptions struct {
	Limits     rules.Limits      // of one run; default DefaultRuleLimits
	CacheBytes int64             // of rule files, mappings and dictionaries kept compiled; default 256 MiB
	Model      *candidates.Asker // asked where rules want something of it; nil: nobody is
	Approved   ApprovedFiles     // teach what templates want to learn from; nil: none does
}

const stockCacheBytes = 256 << 20

// An Analyser runs the rules of templates over documents. What a template stores
// is compiled once and kept by the ids of its blobs, which never change their
// content. It is safe for concurrent use.
type Analyser struct {
	base      *core.Base
	limits    rules.Limits
	model     *candidates.Asker
	programs  *lru.Cache[[2]uuid.UUID, templateRules]
	formats   *lru.Cache[uuid.UUID, []string]
	mappings  *lru.Cache[uuid.UUID, *template.MappingTable]
	terms     *lru.Cache[uuid.UUID, []string]
	approved  ApprovedFiles
	templates cache.States[template.State]
	learned   *lru.Cache[rememberedKey, scored.Layout]

	mu      sync.Mutex
	current map[es.StreamID][2]uuid.UUID // the program of each template that was used last
}

// NewAnalyser returns an analyser of the templates that commands on the base store.
func NewAnalyser(b *core.Base, o AnalyserOptions) *Analyser {
	if o.CacheBytes <= 0 {
		o.CacheBytes = stockCacheBytes
	}
	each := max(o.CacheBytes/4, 1)
	return &Analyser{
		base: b, limits: o.Limits, model: o.Model, approved: o.Approved,
		programs: lru.New[[2]uuid.UUID, templateRules](each), formats: lru.New[uuid.UUID, []string](each),
		mappings: lru.New[uuid.UUID, *template.MappingTable](each), terms: lru.New[uuid.UUID, []string](each),
		learned: lru.New[rememberedKey, scored.Layout](each), current: map[es.StreamID][2]uuid.UUID{},
	}
}

// Analyse runs a template's rules over the document of a file with these attribute
// values, by the ids of their definitions, and tells the state of the template that
// it used. The result names rules that failed beside what the others found. It is a fault
// of kind Unprocessable that names rule and line when nothing was found, and when the time
// of the run was over: what others would have found depends on the machine then.
func (a *Analyser) Analyse(ctx context.Context, ws, templateID string, tree *document.Tree,
	attributes map[string]string) (document.Result, template.State, error) {
	t, _, err := a.templates.Load(ctx, a.base.Log, template.Decider, template.StreamOf(ws, templateID))
	switch {
	case err != nil:
		return document.Result{}, t, err
	case !t.Exists:
		return document.Result{}, t, domain.ErrTemplateNotFound
	case t.Entity.ID == uuid.Nil || t.Component.ID == uuid.Nil:
		return document.Result{}, t, domain.Faultf(domain.Unprocessable, "The dossier template has no rules")
	}
	a.dropReplaced(template.StreamOf(ws, templateID), t)
	program, err := a.loadProgram(ctx, t)
	if err != nil {
		return document.Result{}, t, err
	}
	in, err := a.readInput(ctx, t)
	if err != nil {
		return document.Result{}, t, err
	}
	in.Tree, in.Attributes = tree, ruleAttributes(t, attributes)
	labels, err := a.remember(ctx, ws, templateID, t, program, &in)
	if err != nil {
		return document.Result{}, t, err
	}
	r, err := program.runWithModel(ctx, in, a.model)
	if err == nil {
		err = unfinishedFault(r.Failures)
	}
	r.Labels = labels
	return r, t, err
}

// dropReplaced forgets the program that the rules of a template made before they were stored anew: it takes a hundred
// times the memory of their text.
func (a *Analyser) dropReplaced(stream es.StreamID, t template.State) {
	a.mu.Lock()
	defer a.mu.Unlock()
	now, before := [2]uuid.UUID{t.Entity.ID, t.Component.ID}, a.current[stream]
	if a.current[stream] = now; now != before {
		a.programs.Drop(before)
	}
}

// loadProgram returns the compiled rules of a template.
func (a *Analyser) loadProgram(ctx context.Context, t template.State) (templateRules, error) {
	return a.programs.Get([2]uuid.UUID{t.Entity.ID, t.Component.ID}, t.Entity.Size+t.Component.Size, func() (templateRules, error) {
		entity, err := blob.Read(ctx, a.base.Blobs, t.Entity)
		if err != nil {
			return templateRules{}, err
		}
		component, err := blob.Read(ctx, a.base.Blobs, t.Component)
		if err != nil {
			return templateRules{}, err
		}
		p, problems := compileRules(entity, component)
		return p, unusableFault(problems)
	})
}

// unusableFault returns a fault for the first problem of a stored file, nil without any. A
// file had none when it was stored, but possibly in a rule language that was wider.
func unusableFault(problems []template.BundleError) error {
	if len(problems) == 0 {
		return nil
	}
	p := problems[0]
	return domain.Faultf(domain.Unprocessable, "%s, line %d: %s", p.File, p.Line, p.Message)
}

// readInput loads what the rules of a template read besides the document.
func (a *Analyser) readInput(ctx context.Context, t template.State) (rules.Input, error) {
	in := rules.Input{Limits: a.limits}
	for _, m := range t.Mappings {
		table, err := a.mappings.Get(m.Blob.ID, m.Blob.Size, func() (*template.MappingTable, error) { return a.readTable(ctx, m) })
		if err != nil {
			return in, err
		}
		in.Mappings = append(in.Mappings, rules.Mapping{Name: m.Name, Columns: table.Columns, Rows: table.Rows})
	}
	for _, d := range t.Entities {
		e, err := a.readEntity(ctx, t, d)
		if err != nil {
			return in, err
		}
		in.Definitions = append(in.Definitions, e)
	}
	var err error
	in.DateFormats, err = a.dateFormats(ctx, t.DateFormats)
	return in, err
}

func (a *Analyser) readTable(ctx context.Context, m template.StoredMapping) (*template.MappingTable, error) {
	content, err := blob.Read(ctx, a.base.Blobs, m.Blob)
	if err != nil {
		return nil, err
	}
	// The limits were kept when it was stored; they may have been narrowed since.
	wide := template.MappingLimits{Bytes: m.Blob.Size, Rows: len(content), Columns: len(content)}
	t, err := template.ParseMapping(content, m.Encoding, m.Delim, wide)
	if err != nil {
		return nil, &domain.Fault{
			Kind:    domain.Unprocessable,
			Message: fmt.Sprintf("The component mapping %s cannot be read", m.Name),
			Cause:   err,
		}
	}
	return &t, nil
}

// readEntity returns a definition with its stored terms.
func (a *Analyser) readEntity(ctx context.Context, t template.State, d template.Definition) (rules.Definition, error) {
	e := ruleDefinition(d)
	for _, list := range t.Dictionaries {
		if list.Entity != d.TechnicalName || !d.HasDictionary {
			continue
		}
		terms, err := a.terms.Get(list.Blob.ID, list.Blob.Size, func() ([]string, error) {
			b, err := blob.Read(ctx, a.base.Blobs, list.Blob)
			return template.SplitTerms(b), err
		})
		if err != nil {
			return e, err
		}
		setTerms(&e, list.List, terms)
	}
	return e, nil
}

// dateFormats returns the date patterns of a template, the default list if it has none.
func (a *Analyser) dateFormats(ctx context.Context, ref es.BlobRef) ([]string, error) {
	return a.formats.Get(ref.ID, ref.Size, func() ([]string, error) {
		text := []byte(template.StockDateFormats)
		if ref.ID != uuid.Nil {
			var err error
			if text, err = blob.Read(ctx, a.base.Blobs, ref); err != nil {
				return nil, err
			}
		}
		patterns, problems := rules.ParseDateFormats(text)
		return patterns, unusableFault(dateFormatErrors(problems))
	})
}

// ruleAttributes returns the attributes of a file as rules see them, in the order of
// the template's definitions.
func ruleAttributes(t template.State, values map[string]string) (out []rules.Attribute) {
	for _, d := range t.FileAttrs {
		if v, ok := values[d.ID]; ok {
			out = append(out, rules.Attribute{ID: d.ID, Label: d.Name, Value: v})
		}
	}
	return out
}
