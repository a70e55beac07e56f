package service

import "github.com/seed-62a36931/docket/adapters/vault"

// CreateMasterKey makes a master key in a file that only its owner can read. A file that is
// there already is left as it is.
func CreateMasterKey(file string) error {
	_, err := vault.OpenMaster(file, true)
	return err
}
