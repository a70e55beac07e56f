package eventstoredb

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"regexp"
	"strings"

	"github.com/EventStore/EventStore-Client-Go/v4/esdb"
)

var namespaces = regexp.MustCompile(`^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$`)

// schemes are how addresses begin, and how the client library writes that: servers from 25.0 on print
// addresses with their new name.
var schemes = map[string]string{
	"esdb": "esdb", "esdb+discover": "esdb+discover", "kurrentdb": "esdb", "kurrentdb+discover": "esdb+discover",
}

// IsAddress reports whether a text is meant as an address of an event store, by its scheme.
func IsAddress(text string) bool {
	scheme, _, ok := strings.Cut(text, "://")
	return ok && schemes[scheme] != ""
}

// CanonicalAddress returns an address with the scheme that all servers have had, so that two ways to write
// it can be compared. What is no address stays.
func CanonicalAddress(address string) string {
	if scheme, rest, ok := strings.Cut(address, "://"); ok && schemes[scheme] != "" {
		return schemes[scheme] + "://" + rest
	}
	return address
}

// parseAddress parses a connection string and its namespace.
func parseAddress(address string) (*esdb.Configuration, string, error) {
	address = CanonicalAddress(address)
	bare, namespace, named := strings.Cut(address, "#")
	if named && !namespaces.MatchString(namespace) {
		return nil, "", fmt.Errorf("the namespace behind # in %s must be letters, digits or . _ -, at most 64", RedactAddress(bare))
	}
	config, err := esdb.ParseConnectionString(bare)
	if err != nil {
		if strings.Contains(address, "@") { // the cause may quote the password
			err = errors.New("it cannot be read; special characters of the password must be percent-encoded")
		}
		return nil, "", fmt.Errorf("the address of the event store, %s: %w", RedactAddress(address), err)
	}
	return config, namespace, nil
}

// RedactAddress returns the address without its password, for logs.
func RedactAddress(address string) string {
	scheme, rest, ok := strings.Cut(address, "://")
	at := strings.LastIndexByte(rest, '@')
	if !ok {
		return "(unreadable)"
	}
	if at < 0 {
		return address
	}
	user, _, _ := strings.Cut(rest[:at], ":")
	return scheme + "://" + user + ":xxxxx@" + rest[at+1:]
}

// debugLogger logs the messages of the client library at level debug: it logs errors that are
// handled here, and those that cannot be handled are returned.
func debugLogger(logger *slog.Logger) esdb.LoggingFunc {
	return func(level esdb.LogLevel, format string, args ...any) {
		if !logger.Enabled(context.Background(), slog.LevelDebug) {
			return
		}
		if len(args) == 1 {
			if inner, ok := args[0].([]any); ok { // some callers wrap them twice
				args = inner
			}
		}
		logger.Debug("event store client", "level", level, "message", fmt.Sprintf(format, args...))
	}
}
