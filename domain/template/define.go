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
}

// AssignRanks gives new component definitions their technical names and ranks.
func AssignRanks(existing []Component, add []NewComponent) ([]Component, error) {
	rank, taken, deleted := highestRank(existing), map[string]bool{}, map[string]string{}
	for _, c := range existing {
		taken[c.TechnicalName] = true
		if c.SoftDeleted != nil {
			deleted[c.TechnicalName] = c.ID
		}
	}
	var out []Component
	for _, n := range add {
		name := snakecase.FromName(n.TechnicalName)
		if err := checkComponent(name, n); err != nil {
			return nil, err
		}
		if id := deleted[name]; id != "" {
			return nil, domain.Faultf(domain.Conflict,
				"Technical name already exists: %s. The soft-deleted definition %s holds it for good: "+
					"restore that one, or choose another name", name, id)
		}
		if taken[name] {
			return nil, domain.Faultf(domain.Conflict, "Technical name already exists: %s", name)
		}
		rank++
		taken[name] = true
		out = append(out, Component{ID: n.ID, TechnicalName: name, DisplayName: strings.TrimSpace(n.DisplayName),
			Description: n.Description, Rank: rank})
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
	return checkTexts(n.DisplayName, n.Description)
}
