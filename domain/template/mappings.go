package template

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/google/uuid"

	"github.com/seed-62a36931/docket/domain"
	"github.com/seed-62a36931/docket/domain/es"
)

// MappingDeleted takes a component mapping away.
type MappingDeleted struct {
	ID      string `json:"id"`
	Counter int    `json:"counter"` // of the template's rules, after this change
}

// ErrMappingNotFound means that a template has no such component mapping.
var ErrMappingNotFound = domain.Refuse(domain.NoDefinition, "Component mapping not found")

// MappingName trims the name of a component mapping and refuses one that is blank,
// longer than 255 characters or holds control characters.
func MappingName(name string) (string, error) {
	name = strings.TrimSpace(name)
	switch {
	case name == "":
		return "", domain.Required("name")
	case utf8.RuneCountInString(name) > 255:
		return "", domain.LongerThan(255, "name")
	case strings.ContainsFunc(name, unicode.IsControl):
		return "", domain.ControlCharacters("name")
	}
	return name, nil
}

// FindMapping finds a component mapping by its id.
func (c Content) FindMapping(id string) (StoredMapping, bool) {
	if i := slices.IndexFunc(c.Mappings, func(m StoredMapping) bool { return m.ID == id }); i >= 0 {
		return c.Mappings[i], true
	}
	return StoredMapping{}, false
}

// AddMapping gives the template one more component mapping.
func AddMapping(subject es.Subject, id string, m Mapping, content es.BlobRef) es.Decision[State] {
	return func(s State) ([]es.Event, error) {
		if !s.Exists {
			return nil, domain.ErrTemplateNotFound
		}
		return s.storeMapping(subject, StoredMapping{id, m, content})
	}
}

// ReplaceMapping puts a component mapping in place of the one that the caller
// compared it with; when another one has come meanwhile, it is domain.ErrContended.
func ReplaceMapping(subject es.Subject, before es.BlobRef, id string, m Mapping, content es.BlobRef) es.Decision[State] {
	return func(s State) ([]es.Event, error) {
		old, found := s.FindMapping(id)
		switch {
		case !s.Exists:
			return nil, domain.ErrTemplateNotFound
		case !found:
			return nil, ErrMappingNotFound
		case old.Blob.ID != before.ID:
			return nil, domain.ErrContended
		}
		return s.storeMapping(subject, StoredMapping{id, m, content})
	}
}

func (s State) storeMapping(subject es.Subject, m StoredMapping) ([]es.Event, error) {
	if m.Blob.ID == uuid.Nil {
		return nil, domain.Faultf(domain.Unexpected, "a component mapping without bytes")
	}
	was, _ := s.FindMapping(m.ID)
	if err := domain.CheckVisibleChange("name", m.Name, was.Name); err != nil {
		return nil, err
	}
	if slices.ContainsFunc(s.Mappings, func(other StoredMapping) bool { return other.ID != m.ID && other.Name == m.Name }) {
		return nil, domain.Refuse(domain.NameTaken, "Component mapping name already exists").At("name")
	}
	return []es.Event{MappingStored{Body: Body{m.Blob, s.Rules + 1}, ID: m.ID, Mapping: es.Seal(subject, m.Mapping)}}, nil
}

// DeleteMapping takes a component mapping away.
func DeleteMapping(id string) es.Decision[State] {
	return func(s State) ([]es.Event, error) {
		if !s.Exists {
			return nil, domain.ErrTemplateNotFound
		}
		if _, found := s.FindMapping(id); !found {
			return nil, ErrMappingNotFound
		}
		return []es.Event{MappingDeleted{id, s.Rules + 1}}, nil
	}
}

// putMapping puts a component mapping in place of the one with its id, a new one last.
func putMapping(old []StoredMapping, now StoredMapping) []StoredMapping {
	return append(removeMapping(old, now.ID), now)
}

// removeMapping returns the component mappings without one.
func removeMapping(old []StoredMapping, id string) []StoredMapping {
	return slices.DeleteFunc(slices.Clone(old), func(m StoredMapping) bool { return m.ID == id })
}
