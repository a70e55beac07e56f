// Package api holds the contract of the service, an OpenAPI document written by
// hand, from which server and clients are generated.
package api

import _ "embed"

//go:embed openapi.yaml
var document string

// Document is the OpenAPI 3.0.3 document, in YAML.
func Document() []byte { return []byte(document) }
