package file

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"slices"

	"github.com/google/uuid"

	"github.com/seed-62a36931/docket/domain"
	"github.com/seed-62a36931/docket/domain/es"
	"github.com/seed-62a36931/docket/internal/snakecase"
)

// ComponentVersion returns the version of a component: another one after every override, revert
// and analysis that readers see in its values. Components without an override have the version of
// the analysis in common, so one that has no value yet has it too.
func (s State) ComponentVersion(name string) string {
	var result uuid.UUID
	if s.Analysed == s.Version {
		result = s.Result.ID
	}
	if i := slices.IndexFunc(s.Overrides, func(o Override) bool { return snakecase.Same(o.Name, name) }); i >= 0 {
		return overrideVersion(s.Overrides[i])
	}
	return analysisVersion(s.Version, result)
}

// ComponentVersions returns ComponentVersion of State for the components of a record.
func (r Record) ComponentVersions() func(name string) string {
	overridden := snakecase.Index[Override]{}
	for _, o := range r.Overrides {
		overridden.Add(o.Name, o.Override)
	}
	found := r.AnalysisVersion()
	return func(name string) string {
		if o, ok := overridden.Find(name); ok {
			return overrideVersion(o)
		}
		return found
	}
}

// AnalysisVersion returns the version of all components that have no override.
func (r Record) AnalysisVersion() string { return analysisVersion(r.FileVer, r.Result.ID) }

func overrideVersion(o Override) string {
	b, _ := json.Marshal(o) // strings and finite numbers, which it was read from
	return digestOf("override", b)
}

func analysisVersion(version int, result uuid.UUID) string {
	b, _ := json.Marshal(version)
	return digestOf("analysis", append(b, result[:]...))
}

func digestOf(kind string, b []byte) string {
	h := sha256.Sum256(append([]byte(kind+"\n"), b...))
	return hex.EncodeToString(h[:16])
}

// RequireSeen takes a decision on the named components only when each of them has one of some versions;
// else it is domain.ErrChanged. What the decision itself refuses comes first.
func RequireSeen(versions, names []string, decide es.Decision[State]) es.Decision[State] {
	return func(s State) ([]es.Event, error) {
		events, err := decide(s)
		if err != nil {
			return nil, err
		}
		for _, name := range names {
			if !slices.Contains(versions, s.ComponentVersion(name)) {
				return nil, domain.ErrChanged
			}
		}
		return events, nil
	}
}
