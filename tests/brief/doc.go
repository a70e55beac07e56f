// Package brief holds a client written from the published description of the
// interface alone, and the tests that call every one of its 50 operations with
// it against a running service.
//
// The client shares no code with the service: no generated types, no Go client,
// no OpenAPI document. What the description names (fields, types, states,
// defaults, limits, error bodies, the authentication flows) is written down
// here a second time, by hand, and the tests hold the service to it. What the
// description leaves open (method, path, the place of a parameter) is in
// operations_test.go and in the request helpers. A service that changes
// together with its own OpenAPI document passes its contract tests; it does not
// pass these.
package brief
