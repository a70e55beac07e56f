// Package console serves the web console: its assets, its sessions, and the API with the
// principal of a session.
//
// The browser never holds a token. It has a cookie with a random value; the hash of that
// value names a record, sealed in the vault, with the tokens of the sign-in. Requests below
// /console/api/ are passed on to the same handler that answers /api/, with the access token
// of the session in place of the cookie, so whatever holds for tokens holds for sessions: a
// changed password, a disabled account or changed roles count at the next request.
//
// The assets are ES modules, bundled in memory when a browser asks first. Everything that they
// call is in the contract of the API, except what is about the session itself.
package console
