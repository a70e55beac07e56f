// Package identity is the built-in authorization server: OAuth 2.0 (RFC 6749)
// with OpenID Connect Core 1.0 on top, one realm per workspace, and the
// verification of the access tokens that it issues.
//
// Only hashes of codes and refresh tokens are kept. A sign-in is a session; its
// tokens follow one another, and using one twice ends the whole session.
package identity
