package eventstoredb

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/EventStore/EventStore-Client-Go/v4/esdb"
	"github.com/google/uuid"

	"github.com/seed-62a36931/docket/domain/es"
)

// errName reports that the server cannot store a text.
var errName = errors.New("the event store cannot keep this text")

// eventMetadata are stored next to the body, as the event's metadata. Names with $ are those that
// the server's own tools use.
type eventMetadata struct {
	Correlation string `json:"$correlationId,omitempty"`
	Causation   string `json:"$causationId,omitempty"` // a position
	Schema      *int   `json:"schema"`
	Actor       string `json:"actor,omitempty"`
	Workspace   string `json:"workspace,omitempty"`
	Command     string `json:"command,omitempty"`
	Trace       string `json:"trace,omitempty"`
	Time        int64  `json:"time,omitempty"` // of imported events: microseconds since 1970
}

// streamName returns the server's name of a stream.
func (n namespace) streamName(stream es.StreamID) (string, error) {
	name := string(stream)
	if name == "" || !utf8.ValidString(name) {
		return "", fmt.Errorf("stream %q: %w", name, errName)
	}
	if !isRegular(name) {
		name = escape + name
	}
	if n != "" {
		name = string(n) + "-" + name
	}
	return name, nil
}

// toProposal converts an envelope to the server's form. The body is stored unchanged,
// whatever it is; it is declared as JSON for the sake of the server's own tools. With keepTime
// the event keeps its time; otherwise the server gives it one.
func toProposal(e es.Envelope, keepTime bool) (esdb.EventData, error) {
	for _, text := range []string{e.Type, e.Actor, e.Workspace, e.Trace} {
		if !utf8.ValidString(text) {
			return esdb.EventData{}, fmt.Errorf("%q: %w", text, errName)
		}
	}
	if e.Type == "" || strings.HasPrefix(e.Type, system) || e.ID == uuid.Nil {
		return esdb.EventData{}, fmt.Errorf("event %s of type %q: %w", e.ID, e.Type, errName)
	}
	m := eventMetadata{
		Correlation: idText(e.Correlation),
		Schema:      &e.Schema,
		Actor:       e.Actor,
		Workspace:   e.Workspace,
		Command:     idText(e.Command),
		Trace:       e.Trace,
	}
	if keepTime {
		m.Time = e.Time.UnixMicro()
	}
	if e.Causation != 0 {
		m.Causation = strconv.FormatUint(uint64(e.Causation), 10)
	}
	meta, err := json.Marshal(m)
	if err != nil {
		return esdb.EventData{}, fmt.Errorf("the metadata of %s: %w", e.Type, err)
	}
	d := esdb.EventData{EventID: e.ID, EventType: e.Type, ContentType: esdb.ContentTypeBinary, Data: slices.Clone(e.Body), Metadata: meta}
	if json.Valid(e.Body) {
		d.ContentType = esdb.ContentTypeJson
	}
	return d, nil
}

// idText returns the text of an id, empty for no id.
func idText(id uuid.UUID) string {
	if id == uuid.Nil {
		return ""
	}
	return id.String()
}

// parseID is the reverse of idText.
func parseID(text string) (uuid.UUID, error) {
	if text == "" {
		return uuid.Nil, nil
	}
	return uuid.Parse(text)
}

// toEnvelope converts an event that was read back.
func (l *Log) toEnvelope(r *esdb.RecordedEvent) (es.Envelope, error) {
	e := es.Envelope{ID: r.EventID, Stream: l.streamID(r.StreamID), Version: toVersion(r.EventNumber),
		Position: fromServerPosition(r.Position), Time: r.CreatedDate.UTC().Truncate(time.Microsecond), Type: r.EventType, Body: r.Data}
	if e.Position == 0 {
		return e, fmt.Errorf("%s at revision %d: %w", r.StreamID, r.EventNumber, errNowhere)
	}
	var m eventMetadata
	err := json.Unmarshal(r.UserMetadata, &m)
	if err == nil && m.Schema == nil {
		err = errors.New("no schema version")
	}
	if err == nil {
		e.Correlation, err = parseID(m.Correlation)
	}
	if err == nil {
		e.Command, err = parseID(m.Command)
	}
	if err == nil && m.Causation != "" {
		var at uint64
		at, err = strconv.ParseUint(m.Causation, 10, 64)
		e.Causation = es.Position(at)
	}
	if err != nil {
		return e, fmt.Errorf("%s at revision %d: %w (%w)", r.StreamID, r.EventNumber, ErrForeign, err)
	}
	if m.Time != 0 {
		e.Time = time.UnixMicro(m.Time).UTC()
	}
	e.Schema, e.Actor, e.Workspace, e.Trace = *m.Schema, m.Actor, m.Workspace, m.Trace
	return e, nil
}
