package template

import (
	"slices"
	"strings"

	"github.com/seed-62a36931/docket/domain"
	"github.com/seed-62a36931/docket/domain/es"
)

// dictionaryLists are the lists of terms that an entity with a dictionary has.
var dictionaryLists = []string{ListEntries, ListFalsePositives, ListFalseRecommendations}

// KnownList reports whether a name is one of the three lists of terms.
func KnownList(list string) bool { return slices.Contains(dictionaryLists, list) }

// TermsText returns the stored form of a list of terms: one in a line.
func TermsText(terms []string) []byte {
	if len(terms) == 0 {
		return nil
	}
	return []byte(strings.Join(terms, "\n") + "\n")
}

// FindDictionary finds a list of terms of an entity; ok is false before it was ever
// stored, and while the entity has no dictionary.
func (c Content) FindDictionary(d Definition, list string) (found DictionaryStored, ok bool) {
	i := slices.IndexFunc(c.Dictionaries, func(l DictionaryStored) bool { return l.Entity == d.TechnicalName && l.List == list })
	if i < 0 || !d.HasDictionary {
		return DictionaryStored{}, false
	}
	return c.Dictionaries[i], true
}

// HoldsDictionary gives the entity whose list of terms can be stored.
func (s State) HoldsDictionary(entityID, list string) (Definition, error) {
	d, err := s.FindDefinition(KindEntity, entityID)
	switch {
	case err != nil:
		return d, err
	case !KnownList(list):
		return d, ErrEntityNotFound
	case !d.HasDictionary:
		return d, domain.Faultf(domain.Conflict, "The entity has no dictionary")
	}
	return d, nil
}

// StoreDictionary puts a list of terms in place of the one that the caller compared
// it with, the zero one if there was none; when another one has come meanwhile, it
// is domain.ErrContended.
func StoreDictionary(entityID, list string, before, now es.BlobRef, terms int) es.Decision[State] {
	return func(s State) ([]es.Event, error) {
		d, err := s.HoldsDictionary(entityID, list)
		if err != nil {
			return nil, err
		}
		if was, _ := s.FindDictionary(d, list); was.Blob.ID != before.ID {
			return nil, domain.ErrContended
		}
		return []es.Event{DictionaryStored{Entity: d.TechnicalName, List: list, Blob: now, Terms: &terms, Counter: s.DictionaryRuns +
			1}}, nil
	}
}
