package notary

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strconv"
	"strings"

	"golang.org/x/mod/sumdb/note"
	"golang.org/x/mod/sumdb/tlog"

	"github.com/seed-62a36931/docket/evidence"
)

// maxAnswer is how many bytes of an answer are read: a checkpoint has some hundred.
const maxAnswer = 16 << 10

// A Client asks a notary.
type Client struct {
	Address string // to which paths are appended
	Token   string
	HTTP    *http.Client
}

// ErrForgotten is the error of a notary that does not remember what it has signed.
var ErrForgotten = errors.New("the notary has forgotten what it signed")

// FetchKey returns the key that verifies what the notary signs, and its text.
func (c *Client) FetchKey(ctx context.Context) (key note.Verifier, text string, err error) {
	status, answer, err := c.do(ctx, http.MethodGet, KeyPath, "")
	if err == nil && status != http.StatusOK {
		err = refusal(status, answer)
	}
	if err != nil {
		return nil, "", err
	}
	text = strings.TrimSpace(answer)
	if key, err = note.NewVerifier(text); err != nil {
		return nil, "", fmt.Errorf("the key of the notary at %s: %w", c.Address, err)
	}
	return key, text, nil
}

// Sign asks the notary to sign tree t, and returns the signed checkpoint. last is the newest tree known to be
// signed. The notary may have signed later ones whose answers were lost; it then asks for a proof from its own
// tree, which prove makes. The caller verifies the signature. Errors: evidence.ErrFork, ErrForgotten.
func (c *Client) Sign(
	ctx context.Context, origin string, t, last tlog.Tree, prove func(older int64) (tlog.TreeProof, error),
) ([]byte, error) {
	ask := evidence.WitnessRequest{Old: last.N, Note: []byte(evidence.Checkpoint{Origin: origin, Tree: t}.String())}
	for {
		if ask.Old > 0 && ask.Old < t.N {
			proof, err := prove(ask.Old)
			if err != nil {
				return nil, err
			}
			ask.Proof = proof
		}
		status, answer, err := c.do(ctx, http.MethodPost, SignPath, ask.String())
		switch {
		case err != nil:
			return nil, err
		case status == http.StatusOK:
			return []byte(answer), nil
		case status == http.StatusUnprocessableEntity:
			return nil, fmt.Errorf("%w, as the notary says: %.300s", evidence.ErrFork, strings.TrimSpace(answer))
		case status != http.StatusConflict:
			return nil, refusal(status, answer)
		}
		size, err := strconv.ParseInt(strings.TrimSpace(answer), 10, 64)
		switch {
		case err != nil:
			return nil, refusal(status, answer)
		case size < last.N:
			return nil, fmt.Errorf("%w: it knows a log of %d events, and has signed one of %d", ErrForgotten, size, last.N)
		case size <= ask.Old:
			return nil, fmt.Errorf("the notary wants a proof from %d events on, and was given one from %d", size, ask.Old)
		}
		ask.Old = size // another process had more signed: each turn begins further on
	}
}

// refusal returns the error of an answer with another status.
func refusal(status int, answer string) error {
	return fmt.Errorf("the notary answers %d: %.200s", status, strings.TrimSpace(answer))
}

// do sends a request, and returns status and text of the answer.
func (c *Client) do(ctx context.Context, method, path, body string) (int, string, error) {
	r, err := http.NewRequestWithContext(ctx, method, strings.TrimSuffix(c.Address, "/")+path, strings.NewReader(body))
	if err != nil {
		return 0, "", err
	}
	r.Header.Set("Authorization", "Bearer "+c.Token)
	r.Header.Set("Content-Type", "text/plain; charset=utf-8")
	a, err := c.HTTP.Do(r)
	if err != nil {
		return 0, "", err
	}
	defer func() { _ = a.Body.Close() }() // it was read
	text, err := io.ReadAll(io.LimitReader(a.Body, maxAnswer))
	return a.StatusCode, string(text), err
}
