package operate

import (
	"fmt"

	"github.com/seed-62a36931/docket/internal/terminal"
	"github.com/seed-62a36931/docket/service/accounts"
)

// MasterKey manages master keys.
type MasterKey struct {
	Create MasterKeyCreate `cmd:"" help:"Create a new master key in a file that only its owner can read."`
}

// MasterKeyCreate makes a key file.
type MasterKeyCreate struct {
	File string `arg:"" help:"Where to write it: outside of the data folder, and in a backup of its own."`
}

// Run makes it; an existing file is left as it is.
func (m MasterKeyCreate) Run(io terminal.Streams) error {
	if err := accounts.CreateMasterKey(m.File); err != nil {
		return err
	}
	_, err := fmt.Fprintf(io.Out,
		"%s holds a master key.\nKeep a copy somewhere safe: without it nothing that Docket stores can be read.\n", m.File)
	return err
}
