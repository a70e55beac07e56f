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
			return nil, domain.Refuse(domain.NameTaken, "Dossier template name already exists").At("name")
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
	for i, n := range add {
		name := snakecase.FromName(n.TechnicalName)
		if err := checkComponent(name, n); err != nil {
			return nil, domain.InItem(i, err)
		}
		other, exists := taken.Find(n.TechnicalName)
		if exists && other.SoftDeleted != nil {
			return nil, domain.InItem(i, domain.Refuse(domain.NameTaken,
				"Technical name already exists: %s. The soft-deleted definition %s holds it for good: "+
					"restore that one, or choose another name", other.TechnicalName, other.ID).At("technicalName"))
		}
		if exists {
			return nil, domain.InItem(i,
				domain.Refuse(domain.NameTaken, "Technical name already exists: %s", other.TechnicalName).At("technicalName"))
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
		return domain.Required("technicalName")
	case snake == "":
		return domain.Faultf(domain.Invalid, "technicalName must contain a letter or a digit").At("technicalName")
	case utf8.RuneCountInString(snake) > 100:
		return domain.LongerThan(100, "technicalName")
	}
	if err := checkTexts(n.DisplayName, n.Description); err != nil {
		return err
	}
	return n.Expectation.check()
}
