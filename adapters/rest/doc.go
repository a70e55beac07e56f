// Package rest is the HTTP face of the service: the operations of the contract
// (api/openapi.yaml) mapped to commands and queries. It decides nothing of the
// business; what it adds is the shape of requests and answers, the order in
// which a request is checked, and the one translation of failures to statuses.
package rest
