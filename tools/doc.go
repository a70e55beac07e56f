// Package tools pins the generators of this repository in a module of its own,
// so that what they need does not weigh on the service.
package tools

//go:generate go tool oapi-codegen -config oapi-codegen.yaml ../api/openapi.yaml
//go:generate go tool oapi-codegen -config oapi-codegen-client.yaml ../api/openapi.yaml
