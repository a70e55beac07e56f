// Package upgrade starts the program on what the version before left, and wants every answer to be as it was.
package upgrade
