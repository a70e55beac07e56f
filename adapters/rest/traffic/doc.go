// Package traffic bounds what requests and answers cost, whatever they are about: how slowly a body may come, how many
// requests an account may send, and how many bytes an answer takes.
package traffic
