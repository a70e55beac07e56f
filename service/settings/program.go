package settings

import (
	"context"
	"net/url"
	"time"

	"github.com/seed-62a36931/docket/adapters/eventstoredb"
	"github.com/seed-62a36931/docket/adapters/identity"
	"github.com/seed-62a36931/docket/domain/es"
)

// A Program holds the values that a build sets, and those that tests replace. The zero value
// is a build without a version.
type Program struct {
	Version    string // as logs, traces and backups show it
	LicenseKey string // the vendor's public key, base64 of 32 bytes; with one, no other key is believed

	// For tests alone. The zero values are those of the product.
	HashCost   identity.Cost    // of a password hash
	WorkerEnv  []string         // environment of worker processes; none by default
	TrashClock func() time.Time // reports whether the time in the trash is over; time.Now by default

	WrapLog func(ClosableLog) ClosableLog // stands between the service and its log; nothing by default
}

type programKey struct{}

// WithProgram returns a context whose commands are those of a program.
func WithProgram(ctx context.Context, p Program) context.Context {
	return context.WithValue(ctx, programKey{}, p)
}

// ProgramOf returns the program of a context, the zero value without one.
func ProgramOf(ctx context.Context) Program {
	p, _ := ctx.Value(programKey{}).(Program)
	return p
}

// PasswordCost returns the cost of a password hash, by default identity.MinimumCost.
func (p Program) PasswordCost() identity.Cost {
	if p.HashCost == (identity.Cost{}) {
		return identity.MinimumCost()
	}
	return p.HashCost
}

// TrashNow returns the clock by which the time in the trash ends.
func (p Program) TrashNow() func() time.Time {
	if p.TrashClock == nil {
		return time.Now
	}
	return p.TrashClock
}

// A ClosableLog is an event log that must be closed.
type ClosableLog interface {
	es.Store
	Close() error
}

// RedactPassword is an address that may be shown.
func RedactPassword(address string) string {
	if eventstoredb.IsAddress(address) {
		return eventstoredb.RedactAddress(address)
	}
	u, err := url.Parse(address)
	if err != nil || u.Scheme == "" { // key=value pairs may hold a password anywhere
		return "(set)"
	}
	return u.Redacted()
}
