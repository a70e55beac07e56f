package protocoltest_test

import (
	"errors"
	"fmt"
	"io"
	"testing"

	"github.com/EventStore/EventStore-Client-Go/v4/esdb"
	"github.com/google/uuid"

	"github.com/seed-62a36931/docket/adapters/eventstoredb/protocoltest"
)

// start gives a node over a new database, and the library's own client of it.
func start(t *testing.T, c protocoltest.Config) (*protocoltest.Database, *protocoltest.Node, *esdb.Client) {
	t.Helper()
	db := protocoltest.NewDatabase()
	n, err := protocoltest.Start(db, c)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = n.Stop() })
	return db, n, dial(t, "esdb://"+n.Address()+"?tls=false")
}

func dial(t *testing.T, address string) *esdb.Client {
	t.Helper()
	config, err := esdb.ParseConnectionString(address)
	if err != nil {
		t.Fatal(err)
	}
	config.Logger = esdb.NoopLogging()
	c, err := esdb.NewClient(config)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = c.Close() })
	return c
}

func proposals(n int) []esdb.EventData {
	out := make([]esdb.EventData, n)
	for i := range out {
		out[i] = esdb.EventData{EventID: uuid.New(), EventType: fmt.Sprintf("type-%d", i%2), ContentType: esdb.ContentTypeJson,
			Data: []byte(`{"a":1}`), Metadata: []byte(`{"b":2}`)}
	}
	return out
}

func write(t *testing.T, c *esdb.Client, stream string, events ...esdb.EventData) *esdb.WriteResult {
	t.Helper()
	w, err := c.AppendToStream(t.Context(), stream, esdb.AppendToStreamOptions{}, events...)
	if err != nil {
		t.Fatal(err)
	}
	return w
}

// collect reads to the end.
func collect(t *testing.T, r *esdb.ReadStream, err error) (out []*esdb.ResolvedEvent, end error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	for {
		e, err := r.Recv()
		if errors.Is(err, io.EOF) {
			return out, nil
		}
		if err != nil {
			return out, err
		}
		out = append(out, e)
	}
}

// revisions are those of the events of one stream, in the order they came.
func revisions(t *testing.T, c *esdb.Client, stream string, o esdb.ReadStreamOptions, count uint64) string {
	t.Helper()
	r, err := c.ReadStream(t.Context(), stream, o, count)
	events, err := collect(t, r, err)
	out := ""
	for _, e := range events {
		out += fmt.Sprint(e.OriginalEvent().EventNumber, " ")
	}
	if err != nil {
		out += code(err)
	}
	return out
}

// code names what the library makes of an error.
func code(err error) string {
	var e *esdb.Error
	switch {
	case err == nil:
		return "ok"
	case !errors.As(err, &e):
		return err.Error()
	case e.IsErrorCode(esdb.ErrorCodeResourceNotFound):
		return "not found"
	case e.IsErrorCode(esdb.ErrorCodeStreamDeleted):
		return "deleted"
	case e.IsErrorCode(esdb.ErrorCodeWrongExpectedVersion):
		return "wrong version"
	case e.IsErrorCode(esdb.ErrorCodeUnauthenticated):
		return "unauthenticated"
	case e.IsErrorCode(esdb.ErrorCodeNotLeader):
		return "not leader"
	}
	return fmt.Sprint("code ", e.Code())
}
