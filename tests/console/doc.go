// Package console drives the web console in a real Chromium, against a service in the process of
// the test. Every test ends with what a page must never have: an error on its console, a breach of
// its content security policy, a request to another host.
//
// With DOCKET_SCREENSHOTS=DIR the tests write pictures of what they see there, and with DOCKET_GATES=all
// the package measures the console against its gates.
package console
