package eventstoredb

import (
	"errors"
	"fmt"
	"strings"

	"github.com/EventStore/EventStore-Client-Go/v4/esdb"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"
)

// Failures of the way to the server.
var (
	errNoNode  = errors.New("no node of the event store can be reached")
	errHung    = errors.New("the event store does not answer")
	errLeft    = fmt.Errorf("%w: the leader hangs, and another node leads", errHung)
	errDropped = errors.New("the subscription was dropped")
	errPanic   = errors.New("the client of the event store failed")
	errPartial = errors.New("the event store has not written all events of an append")
	errNowhere = errors.New("the event store gave no position of an event")
	errBusy    = errors.New("more events come than are worth following one by one")
)

// IsUnavailable reports whether an error is one of the server or of the connection, not of
// the request. The same request can succeed later.
func IsUnavailable(err error) bool {
	for _, cause := range []error{errNoNode, errHung, errDropped, errPanic, errPartial} {
		if errors.Is(err, cause) {
			return true
		}
	}
	var e *esdb.Error
	if errors.As(err, &e) {
		switch e.Code() {
		case esdb.ErrorUnavailable, esdb.ErrorCodeConnectionClosed, esdb.ErrorCodeNotLeader,
			esdb.ErrorCodeDeadlineExceeded, esdb.ErrorAborted:
			return true
		case esdb.ErrorCodeUnknown: // the library knows few codes
			return e.Err() == nil || brokenStatus(e.Err())
		}
		return false
	}
	_, isStatus := status.FromError(err)
	return err != nil && isStatus && brokenStatus(err)
}

// explainDenial adds to a refusal which rights the account must have, and both ways to give them.
func (c *connection) explainDenial(err error) error {
	if !hasCode(err, esdb.ErrorCodeAccessDenied) {
		return err
	}
	account := c.config.Username
	if account == "" {
		account = "NAME"
	}
	return fmt.Errorf("%w: the account must be allowed to read $all and to write streams: make it a member of $admins, "+
		`or give the stream $$$all the metadata {"$acl":{"$r":["$admins",%q]}} and let the default list of $settings allow it to write: %w`,
		ErrAccessDenied, account, err)
}

// isAway reports whether an error says that the server, or the way to it, is gone. What
// the server itself ended or gave up, such as a subscription that was too slow for its
// buffer, is none of that: the same connection is asked again. Nor is it a call that the
// library has ended itself, since another one sent it to another leader.
func isAway(err error) bool {
	var cause *esdb.Error
	known := errors.As(err, &cause)
	if errors.Is(err, errDropped) && !known || known && status.Code(cause.Err()) == codes.Canceled {
		return false
	}
	return IsUnavailable(err) && !hasCode(err, esdb.ErrorCodeNotLeader) && !hasCode(err, esdb.ErrorAborted)
}

// brokenStatus recognizes broken connections and failed servers by their gRPC code. Calls
// get Canceled when the library closes their connection because another call was sent to
// another leader; an append that was cut while it was being sent gets Unknown too, because
// the library hides its status.
func brokenStatus(err error) bool {
	if tooLarge(err) {
		return false
	}
	switch status.Code(err) {
	case codes.Unavailable, codes.DeadlineExceeded, codes.Aborted, codes.Canceled, codes.Internal, codes.Unknown:
		return true
	}
	return false
}

// invalidPosition reports whether the server refuses to read at a position that is not
// the beginning of a record. 23.10 has the same words for records that it cannot read.
func invalidPosition(err error) bool {
	var message string
	var e *esdb.Error
	switch {
	case err == nil:
		return false
	case errors.As(err, &e) && e.Err() != nil:
		message = e.Err().Error()
	default:
		message = err.Error()
	}
	return strings.Contains(message, "Unexpected ReadAllResult") || strings.Contains(message, "read from an invalid position")
}

// tooLarge reports whether the server refused an append for its size.
func tooLarge(err error) bool {
	return strings.Contains(strings.ToLower(status.Convert(err).Message()), "maximum append size")
}

// hasCode reports whether the library gave an error this code.
func hasCode(err error, code esdb.ErrorCode) bool {
	var e *esdb.Error
	return errors.As(err, &e) && e.IsErrorCode(code)
}
