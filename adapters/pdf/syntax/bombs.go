package syntax

import (
	"bytes"
	"compress/zlib"
	"encoding/ascii85"
	"encoding/hex"
	"io"
)

const (
	// longestArray is how many bytes an array of filters may have.
	longestArray = 400
	// longestStream is how many bytes a stream may have that is packed several times over. Such streams are small
	// in files that are meant to be read: packing again what is packed saves nothing.
	longestStream = 64 << 20
	// longestDictionary is how far behind its filters the content of a stream is looked for.
	longestDictionary = 4096
)

// IsBomb reports whether a file has a stream that is packed several times over and unpacks to very much: some hundred
// bytes would keep a worker busy for as long as it may take.
func IsBomb(data []byte) bool {
	const key = "/Filter"
	for {
		i := bytes.Index(data, []byte(key))
		if i < 0 {
			return false
		}
		data = data[i+len(key):]
		array, isArray := bytes.CutPrefix(bytes.TrimLeft(data[:min(len(data), longestArray)], "\x00\t\n\f\r "), []byte("["))
		array, _, closed := bytes.Cut(array, []byte("]"))
		if !isArray || !closed {
			continue
		}
		filters := nameFilters(array)
		packed := 0
		for _, f := range filters {
			if f == "FlateDecode" || f == "Fl" {
				packed++
			}
		}
		if body, ok := bodyAfter(data); packed > 1 && ok && unpacksToMuch(filters, body) {
			return true
		}
	}
}

// nameFilters returns the names in an array, as they are meant where they are written with numbers of characters.
func nameFilters(array []byte) (names []string) {
	for _, part := range bytes.Split(array, []byte("/"))[1:] {
		name, _, _ := bytes.Cut(bytes.TrimSpace(part), []byte(" "))
		var out []byte
		for i := 0; i < len(name); i++ {
			c := name[i]
			if c == '#' && i+2 < len(name) {
				if b, err := hex.DecodeString(string(name[i+1 : i+3])); err == nil {
					c = b[0]
					i += 2
				}
			}
			out = append(out, c)
		}
		names = append(names, string(bytes.TrimSpace(out)))
	}
	return names
}

// bodyAfter returns the content of the stream whose dictionary goes on here.
func bodyAfter(rest []byte) (body []byte, ok bool) {
	i := bytes.Index(rest[:min(len(rest), longestDictionary)], []byte("stream"))
	if i < 0 {
		return nil, false
	}
	body = bytes.TrimPrefix(bytes.TrimPrefix(rest[i+len("stream"):], []byte("\r")), []byte("\n"))
	if end := bytes.Index(body, []byte("endstream")); end >= 0 {
		body = body[:end]
	}
	return body, true
}

// unpacksToMuch reports whether filters make more than longestStream of a stream, one by one or all together. Filters
// that are not known here end the chain.
func unpacksToMuch(filters []string, body []byte) bool {
	var last *countedBytes
	from := io.Reader(bytes.NewReader(body))
	for _, f := range filters {
		switch f {
		case "FlateDecode", "Fl":
			r, err := zlib.NewReader(from)
			if err != nil {
				return last.isLong()
			}
			from = r
		case "ASCIIHexDecode", "AHx":
			from = hex.NewDecoder(from)
		case "ASCII85Decode", "A85":
			from = ascii85.NewDecoder(from)
		default:
			_, _ = io.Copy(io.Discard, from)
			return last.isLong()
		}
		last = &countedBytes{from: from, before: last}
		from = last
	}
	_, _ = io.Copy(io.Discard, from) // what is damaged ends there, for viewers too
	return last.isLong()
}

// A countedBytes ends when it has given more than longestStream bytes.
type countedBytes struct {
	from   io.Reader
	n      int64
	before *countedBytes // whose bytes it reads, nil for the first
}

// Read implements io.Reader.
func (c *countedBytes) Read(p []byte) (int, error) {
	if c.n > longestStream {
		return 0, io.EOF
	}
	n, err := c.from.Read(p)
	c.n += int64(n)
	return n, err
}

// isLong reports whether it, or one before it, had more to give than it may.
func (c *countedBytes) isLong() bool {
	return c != nil && (c.n > longestStream || c.before.isLong())
}
