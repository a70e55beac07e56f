// Package lsp is a language server for rule files: an editor starts it and asks over the
// standard streams, in the Language Server Protocol.
package lsp

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"
)

// maxMessage is the largest size of a message, in bytes; maxHeader that of its header.
const (
	maxMessage = 64 << 20
	maxHeader  = 8 << 10
)

// A message is a request, a notification (without an ID) or a response.
type message struct {
	Version string          `json:"jsonrpc"`
	ID      json.RawMessage `json:"id,omitempty"`
	Method  string          `json:"method,omitempty"`
	Params  json.RawMessage `json:"params,omitempty"`
	Result  any             `json:"result,omitempty"`
	Error   *responseError  `json:"error,omitempty"`
}

// The codes of errors that JSON-RPC and the protocol define.
const (
	codeParseError     = -32700
	codeInvalidRequest = -32600
	codeMethodNotFound = -32601
	codeInvalidParams  = -32602
	codeInternal       = -32603
	codeNotInitialized = -32002
)

// A responseError is the error of a request.
type responseError struct {
	Code    int    `json:"code"`
	Message string `json:"message"`
}

// Error returns the message.
func (e *responseError) Error() string { return e.Message }

// readMessage reads one message. A *responseError tells of a message that is not well formed
// and has been read to its end, so that the next one can be read; any other error ends the
// connection, and io.EOF is its regular end.
func readMessage(in *bufio.Reader) (message, error) {
	length, err := readHeader(in)
	if err != nil {
		return message{}, err
	}
	body := make([]byte, length)
	if _, err := io.ReadFull(in, body); err != nil {
		return message{}, fmt.Errorf("the connection ends inside of a message: %w", err)
	}
	var m message
	if err := json.Unmarshal(body, &m); err != nil {
		return message{}, &responseError{codeParseError, "the message is not JSON: " + err.Error()}
	}
	if m.Version != "2.0" || m.Method == "" && m.ID == nil {
		return m, &responseError{codeInvalidRequest, `a message needs "jsonrpc": "2.0" and a method`}
	}
	return m, nil
}

// readHeader reads the header of a message and returns the length of its body.
func readHeader(in *bufio.Reader) (length int, err error) {
	length = -1
	for size := 0; ; {
		line, err := in.ReadSlice('\n')
		if size += len(line); size > maxHeader || errors.Is(err, bufio.ErrBufferFull) {
			return 0, fmt.Errorf("the header of a message has more than %d bytes", maxHeader)
		}
		if errors.Is(err, io.EOF) && size > 0 {
			return 0, errors.New("the connection ends inside of a header")
		} else if err != nil {
			return 0, err
		}
		text := strings.TrimRight(string(line), "\r\n")
		if text == "" {
			break
		}
		name, value, _ := strings.Cut(text, ":")
		if strings.EqualFold(strings.TrimSpace(name), "Content-Length") {
			if length, err = strconv.Atoi(strings.TrimSpace(value)); err != nil || length < 0 || length > maxMessage {
				return 0, fmt.Errorf("Content-Length is %q, want a number of bytes up to %d", strings.TrimSpace(value), maxMessage)
			}
		}
	}
	if length < 0 {
		return 0, errors.New("the header of a message has no Content-Length")
	}
	return length, nil
}

// writeMessage writes one message.
func writeMessage(out io.Writer, m message) error {
	m.Version = "2.0"
	body, err := json.Marshal(m)
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(out, "Content-Length: %d\r\n\r\n%s", len(body), body)
	return err
}
