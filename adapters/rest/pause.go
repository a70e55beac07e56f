package rest

import (
	"errors"
	"io"
	"net/http"
	"time"
)

// patientReader is a body whose sender may pause, but not for ever: a read that takes longer
// fails, and the connection is free again.
type patientReader struct {
	io.ReadCloser
	connection *http.ResponseController
	pause      time.Duration
}

// patientBody wraps the body of a request so that each read has a deadline, where the
// connection supports that.
func (s *server) patientBody(w http.ResponseWriter, body io.ReadCloser) io.ReadCloser {
	return patientReader{body, http.NewResponseController(w), s.Config.Pause}
}

// Read sets the deadline for this read alone: one that stayed would end requests that are
// still being answered. After a failure it stays, because what follows on that connection
// is discarded.
func (p patientReader) Read(b []byte) (int, error) {
	_ = p.connection.SetReadDeadline(time.Now().Add(p.pause)) // not every writer in tests has one
	n, err := p.ReadCloser.Read(b)
	if err == nil || errors.Is(err, io.EOF) {
		_ = p.connection.SetReadDeadline(time.Time{})
	}
	return n, err
}
