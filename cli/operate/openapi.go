package operate

import (
	"encoding/json"
	"fmt"

	"github.com/getkin/kin-openapi/openapi3"

	"github.com/seed-62a36931/docket/api"
	"github.com/seed-62a36931/docket/internal/terminal"
)

// Openapi prints the contract.
type Openapi struct {
	Format string `default:"yaml" enum:"yaml,json" help:"yaml or json."`
}

// Help shows how it is used.
func (Openapi) Help() string {
	return `The OpenAPI 3.0.3 document of this version, as a running service hands it out under /api/openapi.yaml and /api/openapi.json.

Examples:
  docket openapi > openapi.yaml
  docket openapi --format json | jq '.paths | keys'`
}

// Run prints it.
func (o Openapi) Run(io terminal.Streams) error {
	out := api.Document()
	if o.Format == "json" {
		doc, err := openapi3.NewLoader().LoadFromData(out)
		if err != nil {
			return fmt.Errorf("the contract: %w", err)
		}
		if out, err = json.MarshalIndent(doc, "", "  "); err != nil {
			return fmt.Errorf("the contract as JSON: %w", err)
		}
		out = append(out, '\n')
	}
	_, err := io.Out.Write(out)
	return err
}
