package core

import (
	"io"
	"math"

	"github.com/google/uuid"

	"github.com/seed-62a36931/docket/domain/es"
	"github.com/seed-62a36931/docket/domain/user"
)

// NoVersion is a version that no stream ever has: expecting it always fails with
// domain.ErrChanged, but only after the checks that come before it.
const NoVersion uint64 = math.MaxUint64

// A Request holds the fields that all commands have in common.
type Request struct {
	Caller user.Principal
	// CommandID makes a repeated command recognisable: the ids of its events are
	// derived from it.
	CommandID uuid.UUID
	// OnlyHere tells that CommandID was drawn for this call, so that nobody else can be
	// carrying out the same command. Of those who are, each gets the one receipt and cannot
	// tell whose events were appended.
	OnlyHere bool
	// Later is the operation of the request when its sender does not wait for the work on many files: the
	// command begins it, and a worker does it. "": the command does it.
	Later user.Operation
	// ExpectVersion is the stream version on which the caller based the change;
	// another one is domain.ErrChanged and nothing is retried. 0: any.
	ExpectVersion uint64
	// Correlation and Trace are kept with the events; both may be "".
	Correlation string // request id
	Trace       string // W3C traceparent
}

// A Change is a field that may be left out, cleared or set.
type Change[T any] struct {
	Given bool
	Value *T // nil clears
}

// An Outcome is the result of a command.
type Outcome struct {
	ID       string   // of the object that was made or changed
	IDs      []string // of the objects, when the command makes several
	Created  bool     // the object is new
	Position uint64   // of the last event; 0 when nothing changed
	Later    bool     // the work is begun, and goes on as the operation with the id of the command
	Seen     string   // version of the component that was overridden, or of those whose overrides were reverted
}

// An Upload is a file on its way in.
type Upload struct {
	Name    string // base name, NFC, trimmed, 1 to 255 characters
	Content io.Reader
}

// eventMeta returns the metadata of every event of a request.
func (r Request) eventMeta() es.Meta {
	correlation, err := uuid.Parse(r.Correlation)
	if err != nil {
		correlation = r.CommandID
	}
	return es.Meta{Actor: r.Caller.ID, Workspace: r.Caller.Workspace, Command: r.CommandID, Correlation: correlation,
		Trace: r.Trace}
}

// CommandOn returns the command of the request on a stream, at the version that the caller has
// seen.
func (r Request) CommandOn(stream es.StreamID) es.Command {
	c := es.Command{Meta: r.eventMeta(), Stream: stream}
	if r.ExpectVersion != 0 {
		c.Expect = &r.ExpectVersion
	}
	return c
}

// SubCommand returns a command of its own within the request, for another stream or step; the
// same label returns the same command again.
func (r Request) SubCommand(label string, stream es.StreamID) es.Command {
	m := r.eventMeta()
	m.Command = uuid.NewSHA1(r.CommandID, []byte(label))
	return es.Command{Meta: m, Stream: stream}
}

// NewID makes an identifier that a repeated request makes again: it looks like a
// random uuid and is derived from the command.
func (r Request) NewID(label string) string {
	id := uuid.NewSHA1(r.CommandID, []byte("id\n"+label))
	id[6] = id[6]&0x0f | 0x40 // version 4
	return id.String()
}
