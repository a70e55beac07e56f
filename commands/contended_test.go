package commands_test

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"testing"

	"github.com/google/uuid"

	"github.com/seed-62a36931/docket/commands"
	"github.com/seed-62a36931/docket/domain"
	"github.com/seed-62a36931/docket/domain/dossier"
	"github.com/seed-62a36931/docket/domain/download"
	"github.com/seed-62a36931/docket/domain/es"
	"github.com/seed-62a36931/docket/domain/file"
	"github.com/seed-62a36931/docket/domain/template"
	"github.com/seed-62a36931/docket/domain/user"
)

// rivals are others who write to streams: ahead of each append to one of them, another
// event gets there, as long as some are left.
type rivals struct {
	es.Store
	left    int
	write   func(es.StreamID) // nil while it runs
	streams map[string]bool   // categories
}

func (v *rivals) Append(ctx context.Context, s es.StreamID, expect uint64, events []es.Envelope) (es.Receipt, error) {
	category, _, _ := s.Parts()
	if write := v.write; write != nil && v.left > 0 && v.streams[category] {
		v.write = nil
		v.left--
		write(s)
		v.write = write
	}
	return v.Store.Append(ctx, s, expect, events)
}

// beset lets others write to the streams of some categories before the commands of a scene do.
func (h *house) beset(t *testing.T, times int, write func(es.StreamID), categories ...string) *rivals {
	t.Helper()
	v := &rivals{Store: h.Log.Store, left: times, write: write, streams: map[string]bool{}}
	for _, c := range categories {
		v.streams[c] = true
	}
	h.Commands.Log = &es.Log{Store: v, Codec: h.Log.Codec}
	return v
}

// fence appends an event that changes nothing to a stream.
func (h *house) fence(t *testing.T, s es.StreamID) {
	t.Helper()
	claim := uuid.New()
	category, _, _ := s.Parts()
	h.append(t, s, map[string]es.Event{file.Category: file.ClaimFenced{Claim: claim},
		dossier.Category:  dossier.ClaimFenced{Claim: claim},
		template.Category: template.ClaimFenced{Claim: claim}, user.Category: user.ClaimFenced{Claim: claim}}[category])
}

// TestUseCasesOutlastOtherWrites lets twenty other writes reach the stream of each use case
// before its own.
func TestUseCasesOutlastOtherWrites(t *testing.T) {
	t.Parallel()
	for _, u := range allUseCases() {
		if u.stream == nil {
			continue
		}
		t.Run(u.name, func(t *testing.T) {
			t.Parallel()
			s, r := u.start(t)
			category, _, _ := u.stream(s).Parts()
			if category == download.Category {
				t.Skip("no event of a package changes nothing")
			}
			v := s.beset(t, 20, func(stream es.StreamID) { s.fence(t, stream) }, category)
			if out, err := u.ask(s, r); err != nil || v.left > 0 && v.left < 20 { // at 20, there was nothing to append
				t.Errorf("got %+v, %v, with %d other writes to come, want fewer than 20", out, err, v.left)
			}
		})
	}
}

// TestRuleFilesOutlastOtherWrites does the same to what is compared with what is stored.
func TestRuleFilesOutlastOtherWrites(t *testing.T) {
	t.Parallel()
	h, id := importInvoices(t)
	n := 0
	store := func(text string) error {
		_, err := h.StoreRuleFile(t.Context(), commands.StoreRuleFile{Request: admin(), TemplateID: id,
			File: template.EntityRules, Open: uploadOf(text)})
		return err
	}
	v := h.beset(t, 20, func(es.StreamID) {
		n++
		if err := store(soundRules + fmt.Sprintf("// %d", n)); err != nil {
			t.Error(err)
		}
	}, template.Category)
	if err := store(soundRules + "// mine"); err != nil || v.left > 0 {
		t.Errorf("got %v, with %d other writes to come, want no error and v.left at most 0", err, v.left)
	}
}

// TestAnUpdateKeepsWhatAnotherOneJustChanged: what a request leaves out is not set back.
func TestAnUpdateKeepsWhatAnotherOneJustChanged(t *testing.T) {
	t.Parallel()
	for _, name := range []string{"D", "Renamed"} {
		f := newFiling(t)
		text := func(s string) *string { return &s }
		v := f.beset(t, 1, func(es.StreamID) {
			if _, err := f.SaveDossier(t.Context(),
				commands.SaveDossier{Request: request(f.olga), TemplateID: f.templateID, ID: f.dossierID,
					Name: "D", Description: text("from another request")}); err != nil {
				t.Error(err)
			}
		}, dossier.Category)
		members := []string{f.olga.ID}
		_, err := f.SaveDossier(t.Context(), commands.SaveDossier{Request: request(f.olga), TemplateID: f.templateID,
			ID: f.dossierID, Name: name,
			MemberIDs: &members})
		s, _, loaded := es.Load(t.Context(), f.Log, dossier.Decider, dossier.StreamOf("demo", f.dossierID))
		if err := errors.Join(err, loaded); err != nil || v.left > 0 {
			t.Fatalf("got %v, with %d other writes to come, want no error and v.left at most 0", err, v.left)
		}
		if s.Text != (dossier.Text{Name: name, Description: "from another request"}) || len(s.Members) != 1 {
			t.Errorf("as %s: got %+v of %v, want the name, the text of the other request and one member",
				name, s.Text, s.Members)
		}
	}
}

// TestAnEndlessRivalIsGivenUp after the tries that are allowed, all of which are counted.
func TestAnEndlessRivalIsGivenUp(t *testing.T) {
	t.Parallel()
	for _, name := range []string{"D", "Renamed"} {
		f := newFiling(t)
		f.beset(t, 1000, func(s es.StreamID) { f.fence(t, s) }, dossier.Category)
		retried, givenUp := 0, 0
		f.Log.Races = &es.Races{Tries: 5, Lost: func(last bool) {
			if retried++; last {
				givenUp++
			}
		}}
		_, err := f.SaveDossier(t.Context(), commands.SaveDossier{Request: request(f.olga), TemplateID: f.templateID,
			ID: f.dossierID, Name: name,
			Description: new(string), MemberIDs: &[]string{f.olga.ID}})
		if !errors.Is(err, domain.ErrContended) || retried != 5 || givenUp != 1 {
			t.Errorf("as %s: got %v after %d lost races, %d of them the last; want %v after 5", name, err, retried,
				givenUp, domain.ErrContended)
		}
	}
}

// TestManyWritesAtOnce to one file, one dossier and one template all succeed.
func TestManyWritesAtOnce(t *testing.T) {
	t.Parallel()
	f := newFiling(t)
	f.Log.Races = &es.Races{Tries: 64}
	id := f.storePDF("a.pdf")
	var all sync.WaitGroup
	const each = 40
	for n := range each {
		all.Go(func() {
			_, err := f.OverrideComponent(t.Context(),
				commands.OverrideComponent{Request: request(f.mira), TemplateID: f.templateID,
					DossierID: f.dossierID, FileID: id, Name: fmt.Sprintf("name %d",
						n), Values: []commands.OverrideValue{{Value: "1"}}})
			description := fmt.Sprint(n)
			_, saved := f.SaveDossier(t.Context(),
				commands.SaveDossier{Request: request(f.olga), TemplateID: f.templateID, ID: f.dossierID,
					Name: "D", Description: &description})
			_, defined := f.CreateDefinitions(t.Context(),
				commands.CreateDefinitions{Request: admin(), TemplateID: f.templateID,
					Definitions: []commands.NewDefinition{{TechnicalName: fmt.Sprintf("name %d", n), DisplayName: "N"}}})
			if err := errors.Join(err, saved, defined); err != nil {
				t.Error(err)
			}
		})
	}
	all.Wait()
	if n := len(f.file(id).Overrides); n != each {
		t.Errorf("got %d overrides, want %d", n, each)
	}
}
