package template

import (
	"reflect"
	"time"

	"github.com/seed-62a36931/docket/domain"
	"github.com/seed-62a36931/docket/domain/es"
	"github.com/seed-62a36931/docket/domain/naming"
)

// Updated holds the text and the settings of a template after a change; Hold is set
// when it was renamed.
type Updated struct {
	naming.Hold
	Settings
	Text es.Sealed[Text] `json:"text" seal:"text"`
}

// Update replaces text and settings by the result of change; each field by itself
// must be valid, see Settings.Check. hold is the hold of a new name, and must be the
// zero value while the name stays. A change that changes nothing yields no event.
func Update(subject es.Subject, hold naming.Hold, change func(Text, Settings) (Text, Settings)) es.Decision[State] {
	return func(s State) ([]es.Event, error) {
		if !s.Exists {
			return nil, domain.ErrTemplateNotFound
		}
		text, settings := change(s.Text, s.Settings)
		if err := settings.CheckValidity(); err != nil {
			return nil, err
		}
		switch renamed := text.Name != s.Text.Name; {
		case renamed != (hold != naming.Hold{}):
			return nil, domain.ErrContended // the name was changed meanwhile
		case text == s.Text && settings.sameAs(s.Settings):
			return nil, nil
		}
		return []es.Event{Updated{Hold: hold, Settings: settings, Text: es.Seal(subject, text)}}, nil
	}
}

// sameAs reports whether two settings are equal; moments are compared regardless of
// their time zone.
func (s Settings) sameAs(o Settings) bool {
	if !sameMoment(s.ValidFrom, o.ValidFrom) || !sameMoment(s.ValidTo, o.ValidTo) {
		return false
	}
	s.ValidFrom, s.ValidTo, o.ValidFrom, o.ValidTo = nil, nil, nil, nil
	s.DownloadFileTypes, o.DownloadFileTypes = append([]string{}, s.DownloadFileTypes...), append([]string{}, o.DownloadFileTypes...)
	return reflect.DeepEqual(s, o)
}

func sameMoment(a, b *time.Time) bool {
	return a == nil && b == nil || a != nil && b != nil && a.Equal(*b)
}
