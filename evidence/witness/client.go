package witness

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strconv"
	"strings"

	"golang.org/x/mod/sumdb/tlog"

	"github.com/seed-62a36931/docket/evidence"
)

// maxAnswer is how many bytes of an answer are read: a signature has a hundred.
const maxAnswer = 16 << 10

// maxAsked is how often a witness is asked for one checkpoint: others may ask it at the same time.
const maxAsked = 4

// ErrOtherHistory means that a witness has signed what the checkpoint does not continue: the log was rewritten, or put back.
var ErrOtherHistory = errors.New("it has signed another history")

// RequestCosignature asks a witness to sign for a checkpoint, and returns the checkpoint with its signature. The
// witness tells from which size on it wants a proof, which prove returns. It returns when the witness has
// answered, or with the error of ctx or of the client. Errors: evidence.ErrCheckpoint where the answer has no
// signature of the witness that holds; ErrOtherHistory.
func RequestCosignature(
	ctx context.Context, client *http.Client, w evidence.PolicyWitness, signed []byte, prove func(older int64) (tlog.TreeProof, error),
) ([]byte, error) {
	c, err := evidence.ParseCheckpoint(string(signed))
	if err != nil {
		return nil, err
	}
	ask := request{evidence.WitnessRequest{Note: signed}}
	for range maxAsked {
		status, answer, err := postRequest(ctx, client, w.Address, ask)
		switch {
		case err != nil:
			return nil, err
		case status == http.StatusOK:
			return evidence.AppendCosignature(signed, answer, w.Key)
		case status == http.StatusUnprocessableEntity:
			return nil, fmt.Errorf("the witness %s answers %d: %w: %.200q", w.Key.Name(), status, ErrOtherHistory, answer)
		case status != http.StatusConflict:
			return nil, fmt.Errorf("the witness %s answers %d: %.200q", w.Key.Name(), status, answer)
		}
		older, err := strconv.ParseInt(strings.TrimSpace(answer), 10, 64)
		if err == nil {
			err = ask.beginAt(older, c.N, prove)
		}
		if err != nil {
			return nil, fmt.Errorf("the witness %s: %w", w.Key.Name(), err)
		}
	}
	return nil, fmt.Errorf("the witness %s wanted another proof %d times", w.Key.Name(), maxAsked)
}

// A request is one whose proof may be another.
type request struct{ evidence.WitnessRequest }

// beginAt has the request prove that the log of a size continues what the witness has signed.
func (r *request) beginAt(older, size int64, prove func(older int64) (tlog.TreeProof, error)) (err error) {
	switch {
	case older < 1 || older == r.Old:
		return fmt.Errorf("%w of %d events", ErrOtherHistory, older)
	case older > size:
		return fmt.Errorf("it has signed for %d events, and the checkpoint is of %d", older, size)
	}
	r.Old, r.Proof = older, nil
	if older < size {
		r.Proof, err = prove(older)
	}
	return err
}

// postRequest sends a request, and returns status and text of the answer.
func postRequest(ctx context.Context, client *http.Client, address string, ask request) (int, string, error) {
	r, err := http.NewRequestWithContext(ctx, http.MethodPost, strings.TrimSuffix(address, "/")+Path, strings.NewReader(ask.String()))
	if err != nil {
		return 0, "", err
	}
	r.Header.Set("Content-Type", "text/plain; charset=utf-8")
	a, err := client.Do(r)
	if err != nil {
		return 0, "", err
	}
	defer func() { _ = a.Body.Close() }() // it was read
	text, err := io.ReadAll(io.LimitReader(a.Body, maxAnswer))
	return a.StatusCode, string(text), err
}
