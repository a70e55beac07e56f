package settings

import (
	"errors"
	"fmt"
	"net/url"
	"reflect"
	"regexp"
	"strconv"
	"strings"

	"github.com/seed-62a36931/docket/internal/snakecase"
)

// A WorkerCount says how many files are processed at once: 1 or more, or 0 where nothing was
// named.
type WorkerCount int

// UnmarshalText reads a number of workers that somebody named.
func (n *WorkerCount) UnmarshalText(text []byte) error {
	count, err := strconv.Atoi(string(text))
	if err != nil || count < 1 {
		return errors.New("a whole number of 1 or more is needed (DOCKET_WORKERS)")
	}
	*n = WorkerCount(count)
	return nil
}

// WorkerCount returns how many files are processed at once.
func (s Config) WorkerCount() int { return int(s.Workers) }

// checkPublicURL refuses what no client could use as the address of the service.
func checkPublicURL(address string) error {
	u, err := url.Parse(address)
	switch {
	case err != nil || u.Scheme != "http" && u.Scheme != "https" || u.Hostname() == "":
		return fmt.Errorf(
			"--public-url: %s is no address of a service; it begins with http:// or https://, such as https://docket.example", address)
	case u.User != nil || u.RawQuery != "" || u.Fragment != "":
		return fmt.Errorf("--public-url: %s has more than a host and a path; clients could not use it", address)
	}
	return nil
}

// flagName finds names of flags in messages.
var flagName = regexp.MustCompile(`--[a-z][a-z0-9-]*`)

// NameSettings returns an error whose message names the environment variable beside the first
// mention of each flag of serve.
func (s Config) NameSettings(err error) error {
	variables := map[string]string{}
	collectVariables(reflect.TypeFor[Config](), variables)
	message := flagName.ReplaceAllStringFunc(err.Error(), func(flag string) string {
		variable := variables[flag]
		if variable == "" || strings.Contains(err.Error(), variable) {
			return flag
		}
		delete(variables, flag)
		return flag + " (" + variable + ")"
	})
	return &namedError{message, err}
}

// Blame returns the error of something that a flag of serve names, with the flag and its
// variable before it; nil without an error.
func (s Config) Blame(flag string, err error) error {
	if err == nil {
		return nil
	}
	return s.NameSettings(fmt.Errorf("%s: %w", flag, err))
}

// A namedError is an error under another message.
type namedError struct {
	message string
	cause   error
}

// Error returns the message.
func (e *namedError) Error() string { return e.message }

// Unwrap returns the error beneath.
func (e *namedError) Unwrap() error { return e.cause }

// collectVariables adds the environment variable of each flag of a part of the configuration.
func collectVariables(part reflect.Type, variables map[string]string) {
	for i := range part.NumField() {
		field := part.Field(i)
		if field.Anonymous {
			collectVariables(field.Type, variables)
			continue
		}
		name := field.Tag.Get("name")
		if name == "" {
			name = strings.ReplaceAll(snakecase.FromName(field.Name), "_", "-")
		}
		if variable := field.Tag.Get("env"); variable != "" {
			variables["--"+name] = variable
		}
	}
}
