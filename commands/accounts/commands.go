// Package accounts holds the use cases that change accounts, their preferences and passwords.
package accounts

import (
	"github.com/seed-62a36931/docket/commands/core"
)

// Commands runs the use cases on accounts.
type Commands struct {
	*core.Core
	// Passwords are kept apart from the log.
	Passwords Passwords
	// KeyPolicy bounds API keys.
	KeyPolicy KeyPolicy
	// Clients are kept apart from the log.
	Clients ClientRegistry
}
