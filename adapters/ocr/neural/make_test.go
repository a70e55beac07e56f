package neural

import (
	"encoding/binary"
	"math"

	"google.golang.org/protobuf/encoding/protowire"
)

// A maker writes ONNX files for the tests.
type maker struct{ graph []byte }

// message appends a field that holds a message or a text.
func message(to []byte, number protowire.Number, content []byte) []byte {
	return protowire.AppendBytes(protowire.AppendTag(to, number, protowire.BytesType), content)
}

// whole appends a field that holds a whole number.
func whole(to []byte, number protowire.Number, v int) []byte {
	return protowire.AppendVarint(protowire.AppendTag(to, number, protowire.VarintType), uint64(int64(v)))
}

// constant adds an array of floats.
func (m *maker) constant(name string, data []float32, shape ...int) {
	var t, raw []byte
	for _, d := range shape {
		t = whole(t, 1, d)
	}
	for _, v := range data {
		raw = binary.LittleEndian.AppendUint32(raw, math.Float32bits(v))
	}
	m.graph = message(m.graph, 5, message(message(whole(t, 2, 1), 8, []byte(name)), 9, raw))
}

// sizes adds an array of whole numbers.
func (m *maker) sizes(name string, data ...int) {
	var raw []byte
	for _, v := range data {
		raw = binary.LittleEndian.AppendUint64(raw, uint64(int64(v)))
	}
	m.graph = message(m.graph, 5, message(message(whole(whole(nil, 1, len(data)), 2, 7), 8, []byte(name)), 9, raw))
}

// node adds an operation; attributes are floats, whole numbers, lists of them, or texts.
func (m *maker) node(op, output string, inputs []string, attrs map[string]any) {
	var n []byte
	for _, in := range inputs {
		n = message(n, 1, []byte(in))
	}
	n = message(message(n, 2, []byte(output)), 4, []byte(op))
	for name, v := range attrs {
		a := message(nil, 1, []byte(name))
		switch v := v.(type) {
		case float32:
			a = protowire.AppendFixed32(protowire.AppendTag(a, 2, protowire.Fixed32Type), math.Float32bits(v))
		case int:
			a = whole(a, 3, v)
		case string:
			a = message(a, 4, []byte(v))
		case []int:
			for _, i := range v {
				a = whole(a, 8, i)
			}
		}
		n = message(n, 5, a)
	}
	m.graph = message(m.graph, 1, n)
}

// file returns the file of a network from x to y.
func (m *maker) file() []byte {
	g := message(m.graph, 11, message(nil, 1, []byte("x")))
	g = message(g, 12, message(nil, 1, []byte("y")))
	note := message(message(nil, 1, []byte("kind")), 2, []byte("made here"))
	return message(message(nil, 7, g), 14, note)
}
