package identity_test

import (
	"testing"

	"github.com/seed-62a36931/docket/adapters/identity"
	"github.com/seed-62a36931/docket/adapters/identity/identitytest"
)

func TestSessions(t *testing.T) {
	t.Run("memory", func(t *testing.T) {
		identitytest.Sessions(t, func(*testing.T) identity.Sessions { return identitytest.New() })
	})
	t.Run("kept", func(t *testing.T) {
		identitytest.Sessions(t, func(*testing.T) identity.Sessions {
			return identity.RecordStore{Records: &records{m: map[string][]byte{}}}
		})
	})
}
