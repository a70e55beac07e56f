// Package api is generated from the contract: requests and answers of every operation,
// and a plain client of them. Package client signs in for it and does what takes
// more than one request. The types that a request or an answer is made of are those of
// package api/model.
package api
