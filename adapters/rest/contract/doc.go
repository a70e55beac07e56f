// Package contract holds what the contract (api/openapi.yaml) says about operations, prepared
// for checking requests: their parameters, the schemas of their bodies, and the sentence that
// tells what is wrong with either.
package contract
