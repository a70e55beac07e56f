package main

import "github.com/seed-62a36931/docket/api"

// Openapi prints the contract.
type Openapi struct{}

// Run prints it.
func (Openapi) Run(io Streams) error {
	_, err := io.Out.Write(api.Document())
	return err
}
