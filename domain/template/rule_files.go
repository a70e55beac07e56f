package template

import (
	"github.com/google/uuid"

	"github.com/seed-62a36931/docket/domain"
	"github.com/seed-62a36931/docket/domain/es"
)

// A RuleFile is one of the files of a template that rule authors write.
type RuleFile string

// The rule files, by the names under which they are downloaded.
const (
	EntityRules    RuleFile = "entity-rules.drl"
	ComponentRules RuleFile = "component-rules.drl"
	DateFormats    RuleFile = "date-formats.txt"
)

// FileBlob returns the blob of a rule file; its ID is uuid.Nil before the file was ever
// stored.
func (s State) FileBlob(f RuleFile) es.BlobRef {
	switch f {
	case EntityRules:
		return s.Entity
	case ComponentRules:
		return s.Component
	}
	return s.DateFormats
}

// StoreFile puts a rule file in place of the one that the caller compared it with;
// when another one has come meanwhile, it is domain.ErrContended.
func StoreFile(f RuleFile, before, now es.BlobRef) es.Decision[State] {
	return func(s State) ([]es.Event, error) {
		switch {
		case !s.Exists:
			return nil, domain.ErrTemplateNotFound
		case s.FileBlob(f).ID != before.ID:
			return nil, domain.ErrContended
		case now.ID == uuid.Nil:
			return nil, domain.Faultf(domain.Unexpected, "a rule file without bytes")
		}
		body := Body{Blob: now, Counter: s.Rules + 1}
		switch f {
		case EntityRules:
			return []es.Event{EntityRulesStored{body}}, nil
		case ComponentRules:
			return []es.Event{ComponentRulesStored{body}}, nil
		}
		return []es.Event{DateFormatsStored{body}}, nil
	}
}
