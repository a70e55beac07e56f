package neural

import (
	"encoding/binary"
	"errors"
	"fmt"
	"math"

	"google.golang.org/protobuf/encoding/protowire"
)

// A tensor is an array of numbers; whole numbers, which are sizes, are stored as others are.
type tensor struct {
	shape []int
	data  []float32
}

// A node is an operation of a network.
type node struct {
	op      string
	inputs  []string
	outputs []string
	attrs   map[string]attribute
}

// An attribute is a setting of a node.
type attribute struct {
	i    int
	f    float32
	s    string
	ints []int
}

// A file is the content of an ONNX file.
type file struct {
	nodes  []node
	consts map[string]tensor
	inputs []string
	output string
	notes  map[string]string
}

// errBroken means that a file is no network in the ONNX format.
var errBroken = errors.New("not an ONNX network")

// maxNumbers is the number of numbers that an array of a network may have.
const maxNumbers = 1 << 26

// A field is one of a message.
type field struct {
	number protowire.Number
	value  uint64 // of a number
	bytes  []byte // of anything else
}

// fieldsOf calls f for each field of a message.
func fieldsOf(message []byte, f func(field) error) error {
	for len(message) > 0 {
		number, kind, n := protowire.ConsumeTag(message)
		if n < 0 {
			return errBroken
		}
		message = message[n:]
		at := field{number: number}
		switch kind {
		case protowire.VarintType:
			at.value, n = protowire.ConsumeVarint(message)
		case protowire.Fixed32Type:
			var v uint32
			v, n = protowire.ConsumeFixed32(message)
			at.value = uint64(v)
		case protowire.Fixed64Type:
			at.value, n = protowire.ConsumeFixed64(message)
		case protowire.BytesType:
			at.bytes, n = protowire.ConsumeBytes(message)
		default:
			return errBroken
		}
		if n < 0 {
			return errBroken
		}
		message = message[n:]
		if err := f(at); err != nil {
			return err
		}
	}
	return nil
}

// parseFile reads a file.
func parseFile(content []byte) (file, error) {
	out := file{consts: map[string]tensor{}, notes: map[string]string{}}
	graphs := 0
	err := fieldsOf(content, func(f field) error {
		switch f.number {
		case 7:
			graphs++
			return out.parseGraph(f.bytes)
		case 14:
			var pair [3]string
			err := fieldsOf(f.bytes, func(f field) error {
				if f.number <= 2 {
					pair[f.number] = string(f.bytes)
				}
				return nil
			})
			out.notes[pair[1]] = pair[2]
			return err
		}
		return nil
	})
	if err == nil && (graphs != 1 || len(out.nodes) == 0 || len(out.inputs) != 1 || out.output == "") {
		err = errBroken
	}
	return out, err
}

// parseGraph reads the nodes and the constants.
func (out *file) parseGraph(message []byte) error {
	var inputs []string
	err := fieldsOf(message, func(f field) error {
		switch f.number {
		case 1:
			n, err := parseNode(f.bytes)
			out.nodes = append(out.nodes, n)
			return err
		case 5:
			name, t, err := parseTensor(f.bytes)
			out.consts[name] = t
			return err
		case 11, 12:
			return fieldsOf(f.bytes, func(v field) error {
				if v.number == 1 && f.number == 11 {
					inputs = append(inputs, string(v.bytes))
				} else if v.number == 1 {
					out.output = string(v.bytes)
				}
				return nil
			})
		}
		return nil
	})
	for _, name := range inputs {
		if _, constant := out.consts[name]; !constant {
			out.inputs = append(out.inputs, name)
		}
	}
	return err
}

// parseNode reads an operation.
func parseNode(message []byte) (node, error) {
	out := node{attrs: map[string]attribute{}}
	err := fieldsOf(message, func(f field) error {
		switch f.number {
		case 1:
			out.inputs = append(out.inputs, string(f.bytes))
		case 2:
			out.outputs = append(out.outputs, string(f.bytes))
		case 4:
			out.op = string(f.bytes)
		case 5:
			name, a, err := parseAttribute(f.bytes)
			out.attrs[name] = a
			return err
		}
		return nil
	})
	if err == nil && (len(out.outputs) == 0 || out.op == "") {
		err = errBroken
	}
	return out, err
}

// parseAttribute reads a setting.
func parseAttribute(message []byte) (name string, out attribute, err error) {
	err = fieldsOf(message, func(f field) error {
		switch f.number {
		case 1:
			name = string(f.bytes)
		case 2:
			out.f = math.Float32frombits(uint32(f.value))
		case 3:
			out.i = int(f.value)
		case 4:
			out.s = string(f.bytes)
		case 8:
			if f.bytes == nil {
				out.ints = append(out.ints, int(f.value))
				return nil
			}
			return eachVarint(f.bytes, func(v int64) { out.ints = append(out.ints, int(v)) })
		}
		return nil
	})
	return name, out, err
}

// eachVarint calls f for each of packed numbers.
func eachVarint(packed []byte, f func(int64)) error {
	for len(packed) > 0 {
		v, n := protowire.ConsumeVarint(packed)
		if n < 0 {
			return errBroken
		}
		f(int64(v))
		packed = packed[n:]
	}
	return nil
}

// parseTensor reads an array of 32-bit floats or 64-bit whole numbers.
func parseTensor(message []byte) (name string, out tensor, err error) {
	kind := uint64(0)
	var raw, floats, whole []byte
	err = fieldsOf(message, func(f field) error {
		switch f.number {
		case 1:
			if f.bytes == nil {
				out.shape = append(out.shape, int(f.value))
				return nil
			}
			return eachVarint(f.bytes, func(v int64) { out.shape = append(out.shape, int(v)) })
		case 2:
			kind = f.value
		case 4:
			floats = f.bytes
		case 7:
			whole = f.bytes
		case 8:
			name = string(f.bytes)
		case 9:
			raw = f.bytes
		}
		return nil
	})
	if err != nil {
		return name, out, err
	}
	if raw == nil {
		raw = floats
	}
	switch kind {
	case 1:
		for ; len(raw) >= 4; raw = raw[4:] {
			out.data = append(out.data, math.Float32frombits(binary.LittleEndian.Uint32(raw)))
		}
	case 7:
		for ; len(raw) >= 8; raw = raw[8:] {
			out.data = append(out.data, float32(int64(binary.LittleEndian.Uint64(raw))))
		}
		if err := eachVarint(whole, func(v int64) { out.data = append(out.data, float32(v)) }); err != nil {
			return name, out, err
		}
	default:
		return name, out, fmt.Errorf("numbers of kind %d are not read", kind)
	}
	if n, ok := sizeOf(out.shape); !ok || n != len(out.data) || len(raw) > 0 {
		return name, out, errBroken
	}
	return name, out, nil
}

// sizeOf returns how many numbers an array of a shape has, and whether it may have so many.
func sizeOf(shape []int) (int, bool) {
	n := 1
	for _, d := range shape {
		if d < 0 || d > maxNumbers {
			return 0, false
		}
		if n *= d; n > maxNumbers {
			return 0, false
		}
	}
	return n, true
}
