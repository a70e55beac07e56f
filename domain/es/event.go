// Package es is the event-sourcing kernel: facts and streams, the codec that puts
// them on the wire and seals what is personal, decisions, projections, and the
// ports of whatever keeps the bytes. It knows no aggregate, database or transport.
package es

import (
	"strings"
	"time"

	"github.com/google/uuid"
)

// An Event is a fact that has happened: a plain struct, named on the wire by a Codec.
type Event any

// A StreamID names one stream: category, workspace and identifier joined by "-".
// Nothing personal may stand in it, because it outlives all erasure.
type StreamID string

// StreamOf names the stream of one aggregate. Dashes of a uuid are dropped, so
// category and workspace must hold none.
func StreamOf(category, workspace, id string) StreamID {
	return StreamID(category + "-" + workspace + "-" + strings.ReplaceAll(id, "-", ""))
}

// Parts splits the name; a key of 32 hex digits is returned in uuid form.
func (s StreamID) Parts() (category, workspace, key string) {
	category, rest, _ := strings.Cut(string(s), "-")
	workspace, key, _ = strings.Cut(rest, "-")
	if id, err := uuid.Parse(key); err == nil && len(key) == 32 {
		key = id.String()
	}
	return category, workspace, key
}

// Key returns the identifier of the aggregate.
func (s StreamID) Key() string {
	_, _, key := s.Parts()
	return key
}

// A Position orders all events of a store by commit. Zero is before the first. It is
// a token of the store that gave it (see Store): compare it, never compute with it.
type Position uint64

// Meta travels with every event in the open and is never read by decisions.
type Meta struct {
	Actor       string    // id of the account that asked
	Workspace   string    // short name of the tenant
	Command     uuid.UUID // what was asked; the same command appends once
	Correlation uuid.UUID // the request that it all began with
	Causation   Position  // the event that led to this one, 0 for a direct request
	Trace       string    // W3C traceparent, or empty
}

// An Envelope is an event as stores see it: bytes and the facts about them.
type Envelope struct {
	ID       uuid.UUID // version 5 of command, stream and index
	Stream   StreamID
	Version  uint64 // 1 is the first event of the stream
	Position Position
	Time     time.Time // UTC, of the commit, given by the store; never decreasing
	Type     string    // wire name
	Schema   int       // version of the body's form, from 1
	Meta
	Body []byte // as the codec wrote it; stores keep it bit for bit
}

// Recorded is an event that was read back: its envelope and what it says.
type Recorded struct {
	Envelope
	Event Event
	Fault error // why there is no Event: ErrUnreadable
}

// A Receipt holds the end of an append; a reader waits for its Position.
type Receipt struct {
	Version  uint64
	Position Position
}

// A Subject owns one key of the vault: a path of identifiers such as
// "demo/dossier.9a11/file.77e2". Each is wrapped by the one before the last
// slash, so destroying a subject's key makes all below it unreadable too.
type Subject string

// Child returns the subject of a part of s, by its kind and identifier.
func (s Subject) Child(kind, id string) Subject {
	return s + "/" + Subject(kind+"."+strings.ReplaceAll(id, "-", ""))
}

// Parent returns the subject that wraps this one; a workspace has none but the
// master key.
func (s Subject) Parent() (parent Subject, ok bool) {
	i := strings.LastIndexByte(string(s), '/')
	return s[:max(i, 0)], i >= 0
}
