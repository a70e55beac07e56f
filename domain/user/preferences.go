package user

import (
	"crypto/sha256"

	"github.com/seed-62a36931/docket/domain"
	"github.com/seed-62a36931/docket/domain/es"
)

// MaxPreferences is how much the preferences of an account may hold, in bytes of JSON.
const MaxPreferences = 16 << 10

// Preferences are a JSON object, whose fields only the programs know that show things to people.
type Preferences struct {
	JSON string `json:"json"`
}

func (p Preferences) digest() [sha256.Size]byte {
	if p.JSON == "" {
		return [sha256.Size]byte{}
	}
	return sha256.Sum256([]byte(p.JSON))
}

// ChangePreferences replaces the preferences of an account. The same ones again change nothing.
func ChangePreferences(subject es.Subject, p Preferences) es.Decision[State] {
	return func(s State) ([]es.Event, error) {
		if err := s.checkNotErased(); err != nil {
			return nil, err
		}
		if len(p.JSON) > MaxPreferences {
			return nil, domain.Refuse(domain.BodyTooLarge, "Preferences may hold up to %d bytes", MaxPreferences)
		}
		if s.Preferences == p.digest() {
			return nil, nil
		}
		return []es.Event{PreferencesChanged{es.Seal(subject, p)}}, nil
	}
}
