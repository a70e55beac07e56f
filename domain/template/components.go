package template

import (
	"cmp"
	"reflect"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/seed-62a36931/docket/domain"
	"github.com/seed-62a36931/docket/domain/es"
	"github.com/seed-62a36931/docket/internal/snakecase"
)

// ErrComponentNotFound means that a template has no such component definition, or
// none that is active where an active one is wanted.
var ErrComponentNotFound = domain.Refuse(domain.NoDefinition, "Component definition not found")

// A ComponentChange holds what may change in a component definition.
type ComponentChange struct {
	ID, DisplayName, Description string
	ExpectationChange
}

// CheckNewComponents refuses component definitions that could be added to no
// template.
func CheckNewComponents(add []NewComponent) error {
	for i, n := range add {
		if err := checkComponent(snakecase.FromName(n.TechnicalName), n); err != nil {
			return domain.InItem(i, err)
		}
	}
	return nil
}

// CheckComponentChanges refuses changes that would be changes of no definition.
func CheckComponentChanges(changes []ComponentChange) error {
	seen := map[string]bool{}
	for i, c := range changes {
		if seen[c.ID] {
			return domain.InItem(i, domain.Repeated("id"))
		}
		seen[c.ID] = true
		if err := checkTexts(c.DisplayName, c.Description); err != nil {
			return domain.InItem(i, err)
		}
		if err := c.ApplyTo(Expectation{}).check(); err != nil {
			return domain.InItem(i, err)
		}
	}
	return nil
}

// checkTexts refuses texts of a component definition that are missing or too long.
func checkTexts(displayName, description string) error {
	switch displayName = strings.TrimSpace(displayName); {
	case displayName == "":
		return domain.Required("displayName")
	case utf8.RuneCountInString(displayName) > 255:
		return domain.LongerThan(255, "displayName")
	case utf8.RuneCountInString(description) > 4000:
		return domain.LongerThan(4000, "description")
	}
	return nil
}

// DefineComponents adds component definitions after the active ones. Technical names
// are put into snake case and are unique, soft-deleted ones included.
func DefineComponents(subject es.Subject, add []NewComponent) es.Decision[State] {
	return func(s State) ([]es.Event, error) {
		if !s.Exists {
			return nil, domain.ErrTemplateNotFound
		}
		for i, n := range add {
			if err := domain.CheckVisible("displayName", n.DisplayName); err != nil {
				return nil, domain.InItem(i, err)
			}
		}
		out, err := AssignRanks(s.Components, add)
		if err != nil {
			return nil, err
		}
		return ComponentEvents(subject, "created", out), nil
	}
}

// ChangeComponents gives active component definitions other display names,
// descriptions and expectations.
func ChangeComponents(subject es.Subject, changes []ComponentChange) es.Decision[State] {
	return componentsChange(subject, "updated", func(s State) ([]Component, error) {
		var out []Component
		for i, change := range changes {
			now, err := s.findComponent(change.ID)
			if err != nil || now.SoftDeleted != nil {
				return nil, ErrComponentNotFound
			}
			if err := domain.CheckVisibleChange("displayName", change.DisplayName, now.DisplayName); err != nil {
				return nil, domain.InItem(i, err)
			}
			now.DisplayName, now.Description = strings.TrimSpace(change.DisplayName), change.Description
			now.Expectation = change.ApplyTo(now.Expectation)
			out = append(out, now)
		}
		return out, CheckComponentChanges(changes)
	})
}

// SoftDeleteComponents hides component definitions at a moment; those that are
// hidden already keep theirs. No other rank changes.
func SoftDeleteComponents(subject es.Subject, ids []string, at time.Time) es.Decision[State] {
	return componentsChange(subject, "soft-deleted", func(s State) ([]Component, error) {
		var out []Component
		for _, id := range ids {
			now, err := s.findComponent(id)
			if err != nil {
				return nil, err
			}
			if now.SoftDeleted == nil {
				now.SoftDeleted = &at
			}
			out = append(out, now)
		}
		return out, nil
	})
}

// ReorderComponents ranks active component definitions from 1: first those that are
// named, then the others in the order that they had.
func ReorderComponents(subject es.Subject, ids []string) es.Decision[State] {
	return componentsChange(subject, "reordered", func(s State) ([]Component, error) {
		var out []Component
		for _, id := range ids {
			now, err := s.findComponent(id)
			if err != nil || now.SoftDeleted != nil {
				return nil, ErrComponentNotFound
			}
			out = append(out, now)
		}
		for _, c := range s.ActiveComponents() {
			if !slices.Contains(ids, c.ID) {
				out = append(out, c)
			}
		}
		for i := range out {
			out[i].Rank = i + 1
		}
		return out, nil
	})
}

// RestoreComponents restores component definitions after the active ones in the
// order of the list; active ones stay as they are.
func RestoreComponents(subject es.Subject, ids []string) es.Decision[State] {
	return componentsChange(subject, "restored", func(s State) ([]Component, error) {
		rank := highestRank(s.Components)
		var out []Component
		for _, id := range ids {
			now, err := s.findComponent(id)
			if err != nil {
				return nil, err
			}
			if now.SoftDeleted != nil {
				rank++
				now.SoftDeleted, now.Rank = nil, rank
			}
			out = append(out, now)
		}
		return out, nil
	})
}

// componentsChange records what is other than before of the component definitions
// that a change gives; nothing when all are as they were.
func componentsChange(subject es.Subject, name string, change func(State) ([]Component, error)) es.Decision[State] {
	return func(s State) ([]es.Event, error) {
		if !s.Exists {
			return nil, domain.ErrTemplateNotFound
		}
		now, err := change(s)
		if err != nil {
			return nil, err
		}
		now = slices.DeleteFunc(now, func(c Component) bool {
			return slices.ContainsFunc(s.Components, func(was Component) bool { return reflect.DeepEqual(was, c) })
		})
		return ComponentEvents(subject, name, now), nil
	}
}

func (s State) findComponent(id string) (Component, error) {
	if i := slices.IndexFunc(s.Components, func(c Component) bool { return c.ID == id }); i >= 0 {
		return s.Components[i], nil
	}
	return Component{}, ErrComponentNotFound
}

// ActiveComponents returns the component definitions that are not soft-deleted, by rank.
func (s State) ActiveComponents() []Component {
	out := slices.DeleteFunc(slices.Clone(s.Components), func(c Component) bool { return c.SoftDeleted != nil })
	slices.SortStableFunc(out, func(a, b Component) int { return cmp.Compare(a.Rank, b.Rank) })
	return out
}

// highestRank returns the highest rank of the active definitions, 0 without any.
func highestRank(list []Component) (rank int) {
	for _, c := range list {
		if c.SoftDeleted == nil {
			rank = max(rank, c.Rank)
		}
	}
	return rank
}

// perEvent is the amount of text of component definitions in one event, in bytes:
// sealed and written down, it stays below what an event may have.
const perEvent = 150 << 10

// ComponentEvents returns the events for changed component definitions, as many as
// they need.
func ComponentEvents(subject es.Subject, change string, changed []Component) (out []es.Event) {
	for len(changed) > 0 {
		n, size := 0, 0
		for n < len(changed) {
			if size += maxEncodedSize(changed[n]); n > 0 && size > perEvent {
				break
			}
			n++
		}
		out = append(out, ComponentDefinitionsChanged{change, es.Seal(subject, slices.Clip(changed[:n]))})
		changed = changed[n:]
	}
	return out
}

// maxEncodedSize returns the largest encoded size of a component definition in bytes:
// characters that JSON escapes take up to six.
func maxEncodedSize(c Component) int {
	const names = 80 // of the fields of a column
	size, texts := 300+names*len(c.Columns)+3*len(c.Checks), []string{c.TechnicalName, c.DisplayName, c.Description, c.Format}
	texts = append(texts, c.Checks...)
	for _, column := range c.Columns {
		texts = append(texts, column.TechnicalName, column.DisplayName, column.Format)
	}
	for _, text := range texts {
		for i := range len(text) {
			if size++; text[i] < ' ' || text[i] == '"' || text[i] == '\\' {
				size += 5
			}
		}
	}
	return size
}
