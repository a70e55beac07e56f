package client

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
)

// An Error is a refusal of the service.
type Error struct {
	Status    int    // of HTTP
	Message   string // a sentence in English
	Code      string // names the failure for programs, "" where the service gave none
	Field     string // what is at fault: JSON pointer, or name of a parameter; "" where nothing is
	RequestID string // to find it in the log of the service
}

// Error returns the message, or the status where the service gave none.
func (e *Error) Error() string {
	if e.Message == "" {
		return fmt.Sprintf("the service answers with status %d", e.Status)
	}
	return e.Message
}

// StatusOf returns the HTTP status of a refusal, 0 for another error.
func StatusOf(err error) int {
	var e *Error
	if errors.As(err, &e) {
		return e.Status
	}
	return 0
}

// CodeOf returns the code of a refusal, "" for another error.
func CodeOf(err error) string {
	var e *Error
	if errors.As(err, &e) {
		return e.Code
	}
	return ""
}

// RecordOf returns the record of an answer, or the error why there is none: record, response
// and body are those of a generated answer, such as JSON200, HTTPResponse and Body.
// Errors: *Error.
func RecordOf[T any](record *T, resp *http.Response, body []byte) (T, error) {
	if record == nil {
		var none T
		return none, parseRefusal(resp, body)
	}
	return *record, nil
}

// CheckSuccess returns nil for a successful answer that has no record, else its error.
func CheckSuccess(resp *http.Response, body []byte) error {
	if resp.StatusCode < http.StatusMultipleChoices {
		return nil
	}
	return parseRefusal(resp, body)
}

// parseRefusal parses the body of a failure.
func parseRefusal(resp *http.Response, body []byte) error {
	e := &Error{Status: resp.StatusCode, RequestID: resp.Header.Get("X-Request-Id")}
	var b struct{ Message, Code, Field string }
	if json.Unmarshal(body, &b) == nil && b.Message != "" {
		e.Message, e.Code, e.Field = b.Message, b.Code, b.Field
		return e
	}
	e.Message = "The service answered without a record: " + http.StatusText(resp.StatusCode)
	return e
}

// readRefusal reads the failure from an answer whose body was not read yet.
func readRefusal(resp *http.Response) error {
	body, err := io.ReadAll(io.LimitReader(resp.Body, 1<<20))
	if err != nil {
		return err
	}
	return parseRefusal(resp, body)
}
