// Package tools pins the generators of this repository in a module of its own,
// so that what they need does not weigh on the service.
package tools

// The models first: server and client are generated without any of their own and use these by aliases.
//go:generate go tool oapi-codegen -config oapi-codegen-models.yaml ../api/openapi.yaml
//go:generate go tool oapi-codegen -config oapi-codegen-server.yaml ../api/openapi.yaml
//go:generate go tool oapi-codegen -config oapi-codegen-client.yaml ../api/openapi.yaml
//go:generate go run ./aliases -of ../api/model -import github.com/seed-62a36931/docket/api/model -to ../adapters/rest/api/model.gen.go
//go:generate go run ./aliases -of ../api/model -import github.com/seed-62a36931/docket/api/model -to ../client/api/model.gen.go
