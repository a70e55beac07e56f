// Package rest is the HTTP interface of the service: the operations of the contract
// (api/openapi.yaml) mapped to commands and queries. It makes no business decisions; it
// adds the shape of requests and answers, the order in which a request is checked, and the
// one translation of failures to statuses. A new operation begins in api/openapi.yaml;
// CONTRIBUTING.md has the steps.
package rest
