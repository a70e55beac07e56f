package operate

import (
	"context"
	"fmt"
	"time"

	"github.com/seed-62a36931/docket/internal/terminal"
	"github.com/seed-62a36931/docket/service"
)

// Keys manages the keys that tokens are signed with.
type Keys struct {
	Rotate KeysRotate `cmd:"" help:"Sign with a new key; tokens that are out stay good."`
	List   KeysList   `cmd:"" help:"List the keys that are published, the newest first."`
}

// KeysRotate makes a new key.
type KeysRotate struct {
	InWorkspace
	Revoke bool `help:"Forget the former keys at once: every token that they signed is refused. For when a key may be known to others."`
}

// Help shows how it is used.
func (KeysRotate) Help() string {
	return `Tokens are signed with the new key 10 s later, when every process knows it. Former
keys stay published until no token of theirs can be shown any more.

Examples:
  docket keys rotate --data /var/lib/docket --workspace demo
  docket keys rotate --data /var/lib/docket --workspace demo --revoke`
}

// Run rotates.
func (k KeysRotate) Run(ctx context.Context, io terminal.Streams) error {
	return k.useWorkspace(ctx, io, func(a *service.App) error {
		return a.Accounts.RotateKeys(ctx, k.Workspace, k.Revoke)
	})
}

// KeysList lists keys.
type KeysList struct {
	InWorkspace
	JSON bool `help:"Print JSON."`
}

// Help shows how it is used.
func (KeysList) Help() string {
	return `Example:
  docket keys list --data /var/lib/docket --workspace demo`
}

// listedKey is a key for operators.
type listedKey struct {
	ID        string    `json:"id"`
	Algorithm string    `json:"algorithm"`
	Created   time.Time `json:"created"`
}

// Run prints a line for each.
func (k KeysList) Run(ctx context.Context, io terminal.Streams) error {
	return k.useWorkspace(ctx, io, func(a *service.App) error {
		found, err := a.Accounts.SigningKeys(ctx, k.Workspace)
		if err != nil {
			return err
		}
		all, rows := []listedKey{}, []string{}
		for _, s := range found {
			all = append(all, listedKey{s.ID, s.Algorithm, s.Created})
			rows = append(rows, fmt.Sprintf("%s\t%s\t%s", s.ID, s.Algorithm, s.Created.UTC().Format(time.RFC3339)))
		}
		return io.PrintList(k.JSON, all, "ID\tALGORITHM\tCREATED", rows)
	})
}
