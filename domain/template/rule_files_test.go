package template_test

import (
	"errors"
	"testing"

	"github.com/google/uuid"

	"github.com/seed-62a36931/docket/domain"
	"github.com/seed-62a36931/docket/domain/es"
	"github.com/seed-62a36931/docket/domain/template"
)

func TestAStoredRuleFileRaisesTheCounter(t *testing.T) {
	s := template.Decider.Evolve(template.State{}, template.Created{})
	var before es.BlobRef
	for n, f := range []template.RuleFile{template.EntityRules, template.ComponentRules, template.DateFormats, template.EntityRules} {
		now := es.BlobRef{ID: uuid.New(), Size: 3}
		if f != template.EntityRules || n == 0 {
			before = es.BlobRef{}
		}
		events, err := template.StoreFile(f, before, now)(s)
		if err != nil || len(events) != 1 {
			t.Fatalf("%s: %v, %v, want no error and len(events) = 1", f, events, err)
		}
		s = template.Decider.Evolve(s, events[0])
		if s.FileBlob(f) != now || s.Rules != n+1 {
			t.Errorf("%s: %+v, counter %d, want s.FileBlob(f) = %v and s.Rules = %v", f, s.FileBlob(f), s.Rules, now, n+1)
		}
		before = s.Entity
	}
}

func TestARuleFileIsStoredInPlaceOfTheOneThatWasSeen(t *testing.T) {
	now := es.BlobRef{ID: uuid.New()}
	if _, err := template.StoreFile(template.EntityRules, es.BlobRef{}, now)(template.State{}); !errors.Is(err,
		domain.ErrTemplateNotFound) {
		t.Errorf("without a template: %v, want %v", err, domain.ErrTemplateNotFound)
	}
	s := template.State{Exists: true, Entity: es.BlobRef{ID: uuid.New()}}
	if _, err := template.StoreFile(template.EntityRules, es.BlobRef{}, now)(s); !errors.Is(err, domain.ErrContended) {
		t.Errorf("in place of another one: %v, want %v", err, domain.ErrContended)
	}
}
