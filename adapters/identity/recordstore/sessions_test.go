package recordstore_test

import (
	"testing"

	"github.com/seed-62a36931/docket/adapters/identity"
	"github.com/seed-62a36931/docket/adapters/identity/identitytest"
	"github.com/seed-62a36931/docket/adapters/identity/recordstore"
)

func TestSessions(t *testing.T) {
	identitytest.Sessions(t, func(*testing.T) identity.Sessions {
		return recordstore.New(identitytest.NewRecords())
	})
}
