package template

import (
	"strings"
	"unicode/utf8"

	"github.com/seed-62a36931/docket/domain"
	"github.com/seed-62a36931/docket/domain/es"
	"github.com/seed-62a36931/docket/internal/snakecase"
)

// StoreBundle begins a template with everything that a bundle brings, in one append.
func StoreBundle(events ...es.Event) es.Decision[State] {
	return func(s State) ([]es.Event, error) {
		if s.Exists {
			return nil, domain.Faultf(domain.Conflict, "Dossier template name already exists")
		}
		return events, nil
	}
}

// NewComponent is a component definition as a request gives it.
type NewComponent struct {
	ID                                      string
	TechnicalName, DisplayName, Description string
	Expectation
}

// AssignRanks gives new component definitions their technical names and ranks.
func AssignRanks(existing []Component, add []NewComponent) ([]Component, error) {
	rank, taken := highestRank(existing), snakecase.Index[Component]{}
	for _, c := range existing {
		taken.Add(c.TechnicalName, c)
	}
	var out []Component
	for _, n := range add {
		name := snakecase.FromName(n.TechnicalName)
		if err := checkComponent(name, n); err != nil {
			return nil, err
		}
		other, exists := taken.Find(n.TechnicalName)
		if exists && other.SoftDeleted != nil {
			return nil, domain.Faultf(domain.Conflict,
				"Technical name already exists: %s. The soft-deleted definition %s holds it for good: "+
					"restore that one, or choose another name", other.TechnicalName, other.ID)
		}
		if exists {
			return nil, domain.Faultf(domain.Conflict, "Technical name already exists: %s", other.TechnicalName)
		}
		rank++
		added := Component{ID: n.ID, TechnicalName: name, DisplayName: strings.TrimSpace(n.DisplayName),
			Description: n.Description, Rank: rank, Expectation: n.Expectation}
		taken.Add(n.TechnicalName, added)
		out = append(out, added)
	}
	return out, nil
}

func checkComponent(snake string, n NewComponent) error {
	switch {
	case strings.TrimSpace(n.TechnicalName) == "":
		return domain.Faultf(domain.Invalid, "technicalName is required")
	case snake == "":
		return domain.Faultf(domain.Invalid, "technicalName must contain a letter or a digit")
	case utf8.RuneCountInString(snake) > 100:
		return domain.Faultf(domain.Invalid, "technicalName must not be longer than 100")
	}
	if err := checkTexts(n.DisplayName, n.Description); err != nil {
		return err
	}
	return n.Expectation.check()
}
