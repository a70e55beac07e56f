package file

import (
	"github.com/seed-62a36931/docket/domain"
	"github.com/seed-62a36931/docket/domain/es"
)

// ErrNoComponent refuses a component that the file does not have.
var ErrNoComponent = domain.Refuse(domain.NoComponent, "Component not found")

type (
	// ComponentChecked says that somebody looked at components and found them right.
	ComponentChecked struct {
		Names es.Sealed[[]string] `json:"names" seal:"names"`
	}
	// ComponentUnchecked takes checks back.
	ComponentUnchecked struct {
		Names es.Sealed[[]string] `json:"names" seal:"names"`
	}
)

// SetChecks marks components as looked at, and takes such marks back; a component that has its
// mark already keeps it, one that has none is skipped. A name that is neither known nor that of an
// extracted or overridden component is refused. A mark goes when the values of its component change.
func SetChecks(checked, unchecked []string, known func(name string) bool) es.Decision[State] {
	return func(s State) ([]es.Event, error) {
		if err := s.requireOpen(); err != nil {
			return nil, err
		}
		var on, off []string
		for _, name := range checked {
			switch {
			case !s.hasComponent(name) && !known(name):
				return nil, ErrNoComponent
			case !hasCheck(s.Checks, name) && !hasName(on, name):
				on = append(on, name)
			}
		}
		for _, name := range unchecked {
			switch {
			case !s.hasComponent(name) && !known(name):
				return nil, ErrNoComponent
			case hasCheck(s.Checks, name) && !hasName(off, name):
				off = append(off, name)
			}
		}
		var out []es.Event
		if len(on) > 0 {
			out = append(out, ComponentChecked{es.Seal(s.keySubject(), on)})
		}
		if len(off) > 0 {
			out = append(out, ComponentUnchecked{es.Seal(s.keySubject(), off)})
		}
		return out, nil
	}
}

// hasComponent reports whether the latest analysis found a component, or somebody overrode it.
func (s State) hasComponent(name string) bool {
	return s.isOverridden(name) || s.Findings != nil && hasName(s.Findings.Names, name)
}
