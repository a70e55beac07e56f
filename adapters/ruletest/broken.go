package ruletest

import (
	"bytes"
	"io"

	"go.yaml.in/yaml/v3"
)

// byLine passes on a text line by line and counts the lines that were read, since the
// parser names the line where a broken part begins, or the one before it.
type byLine struct {
	rest  []byte
	lines int
}

// Read implements io.Reader.
func (b *byLine) Read(into []byte) (int, error) {
	if len(b.rest) == 0 {
		return 0, io.EOF
	}
	end := bytes.IndexByte(b.rest, '\n') + 1
	if end == 0 {
		end = len(b.rest)
	}
	n := copy(into, b.rest[:end])
	if n == end {
		b.lines++
	}
	b.rest = b.rest[n:]
	return n, nil
}

// maxTries is the number of lines that are removed from a broken text in search of the
// one that breaks it.
const maxTries = 200

// brokenLine returns the number, from 1, of the line that breaks a text: the lines
// before it can be parsed. read is how many lines the parser had read when it failed.
func brokenLine(content []byte, read int) int {
	lines := bytes.SplitAfter(content, []byte("\n"))
	read = max(1, min(read, len(lines)))
	for n := read - 1; n > max(0, read-1-maxTries); n-- {
		var node yaml.Node
		if err := yaml.Unmarshal(bytes.Join(lines[:n], nil), &node); err == nil {
			return n + 1
		}
	}
	if read > maxTries {
		return read
	}
	return 1
}
