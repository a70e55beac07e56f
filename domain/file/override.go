package file

import (
	"slices"

	"github.com/google/uuid"

	"github.com/seed-62a36931/docket/domain"
	"github.com/seed-62a36931/docket/domain/es"
	"github.com/seed-62a36931/docket/internal/snakecase"
)

// replacesOverride reports whether an override of one name is in place of one of another. The
// form of the names is that of the first events, so that they go on meaning what they meant.
func replacesOverride(a, b string) bool {
	return snakecase.FromNameUnbroken(a) == snakecase.FromNameUnbroken(b)
}

// requireOpen refuses changes to components that a file cannot take.
func (s State) requireOpen() error {
	switch {
	case s.Phase != Active:
		return domain.ErrFileNotFound
	case s.Workflow == Approved:
		return ErrApproved
	}
	return nil
}

// checkPlaces refuses places on pages that the document does not have; while its pages are
// not counted, any will do.
func (s State) checkPlaces(o Override) error {
	for _, v := range o.Values {
		for _, p := range v.Places {
			if s.Pages > 0 && p.Page > s.Pages {
				return domain.Refuse(domain.OutOfRange, "page must not be more than %d, the number of pages of the file", s.Pages).At("page")
			}
		}
	}
	return nil
}

// OverrideComponent puts values in place of a component's; a component that no rule
// produced is added. Places must lie on pages of the file. A component that is overridden
// already keeps the name that its override has.
func OverrideComponent(o Override) es.Decision[State] {
	return func(s State) ([]es.Event, error) {
		if err := s.requireOpen(); err != nil {
			return nil, err
		}
		if err := s.checkPlaces(o); err != nil {
			return nil, err
		}
		if i := slices.IndexFunc(s.Overrides, func(have Override) bool { return snakecase.Same(have.Name, o.Name) }); i >= 0 &&
			!replacesOverride(s.Overrides[i].Name, o.Name) {
			o.Name = s.Overrides[i].Name
		}
		added := s.Findings != nil && !hasName(s.Findings.Names, o.Name)
		return []es.Event{ComponentOverridden{Override: es.Seal(s.keySubject(), o),
			Analysis: AnalysisRef{o.Result.ID, o.Result.Size}, Added: added}}, nil
	}
}

// isOverridden reports whether people put values in place of a component's.
func (s State) isOverridden(name string) bool {
	return slices.ContainsFunc(s.Overrides, func(o Override) bool { return snakecase.Same(o.Name, name) })
}

// RevertOverrides takes back the overrides of the named components; a name without one
// is skipped.
func RevertOverrides(names []string) es.Decision[State] {
	return func(s State) ([]es.Event, error) {
		if err := s.requireOpen(); err != nil {
			return nil, err
		}
		var there []string
		for _, o := range s.Overrides {
			if slices.ContainsFunc(names, func(n string) bool { return snakecase.Same(n, o.Name) }) {
				there = append(there, o.Name)
			}
		}
		if len(there) == 0 {
			return nil, nil
		}
		return []es.Event{OverrideReverted{Names: es.Seal(s.keySubject(), there)}}, nil
	}
}

// LatestResult returns the result of the latest analysis of the present version of the file; zero for none.
func (s State) LatestResult() es.BlobRef {
	if s.Analysed != s.Version {
		return es.BlobRef{}
	}
	return s.Result
}

// override returns the override with the analysis that it was made on; owner is the subject of the file.
func (e ComponentOverridden) override(owner es.Subject) Override {
	o := e.Override.Value
	if e.Analysis.Result != uuid.Nil {
		o.Result = es.BlobRef{Subject: owner, ID: e.Analysis.Result, Size: e.Analysis.Size}
	}
	return o
}

// ApplyAll returns overrides as records have them, without who made them.
func ApplyAll(overrides []Override) []Applied {
	out := make([]Applied, len(overrides))
	for i, o := range overrides {
		out[i] = Applied{Override: o, Analysis: o.Result}
	}
	return out
}
