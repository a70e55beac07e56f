// Package servicetest starts services for tests, and speaks to them.
//
// A test package calls RunTests from its TestMain. Its binary is docket then: Serve starts it as
// a process of its own, on a data folder and ports that no other test has, and NewCommand runs a
// command line of it. ServeInside runs a service in the process of the test, for tests that look into
// its log or make accounts at once. A Caller sends requests with the token of one account; every
// answer of every test is held against the contract.
package servicetest
