package pdf

import (
	"context"
	"encoding/binary"
	"fmt"

	"github.com/tetratelabs/wazero/api"
	"github.com/tetratelabs/wazero/experimental"
)

// Glyphs are asked for in blocks. Each takes sixteen bytes for the loose box, four for its text object, sixteen for
// its origin, and four for whether the font says which character it is.
const (
	glyphBlock  = 2048
	glyphRecord = 40
	atOrigin    = 20 // of a record
	atUnmapped  = 36
)

// loopModule is a WebAssembly module of one function, glyphs(text, from, count, out).
// It stands beside PDFium and asks it for the loose box, the text object, the origin and the state of every
// glyph of a block: going in and out of the guest for each would take longer than
// the answers. Written out:
//
//	(import "pdfium" "FPDFText_GetLooseCharBox" (func (param i32 i32 i32) (result i32)))
//	(import "pdfium" "FPDFText_GetTextObject" (func (param i32 i32) (result i32)))
//	(import "pdfium" "FPDFText_GetCharOrigin" (func (param i32 i32 i32 i32) (result i32)))
//	(import "pdfium" "FPDFText_HasUnicodeMapError" (func (param i32 i32) (result i32)))
//	(import "pdfium" "memory" (memory 0))
//	(func (export "glyphs") (param $text i32) (param $from i32) (param $count i32) (param $out i32)
//	  (block (loop
//	    (br_if 1 (i32.eqz (local.get $count)))
//	    (i64.store (local.get $out) (i64.const 0))
//	    (i64.store offset=8 (local.get $out) (i64.const 0))
//	    (drop (call 0 (local.get $text) (local.get $from) (local.get $out)))
//	    (i32.store offset=16 (local.get $out) (call 1 (local.get $text) (local.get $from)))
//	    (i64.store offset=20 (local.get $out) (i64.const 0))
//	    (i64.store offset=28 (local.get $out) (i64.const 0))
//	    (drop (call 2 (local.get $text) (local.get $from)
//	      (i32.add (local.get $out) (i32.const 20)) (i32.add (local.get $out) (i32.const 28))))
//	    (i32.store offset=36 (local.get $out) (call 3 (local.get $text) (local.get $from)))
//	    (local.set $from (i32.add (local.get $from) (i32.const 1)))
//	    (local.set $count (i32.sub (local.get $count) (i32.const 1)))
//	    (local.set $out (i32.add (local.get $out) (i32.const 40)))
//	    (br 0))))
func loopModule() []byte {
	const i32, function = 0x7F, 0x60
	const text, from, count, out = 0, 1, 2, 3
	get := func(local byte) []byte { return []byte{0x20, local} }
	add := func(local, op, n byte) []byte { return []byte{0x20, local, 0x41, n, op, 0x21, local} }
	beyond := func(local, n byte) []byte { return []byte{0x20, local, 0x41, n, 0x6A} }
	code := joinBytes(
		[]byte{0x02, 0x40, 0x03, 0x40}, // block, loop
		get(count), []byte{0x45, 0x0D, 0x01},
		get(out), []byte{0x42, 0x00, 0x37, 0x00, 0x00},
		get(out), []byte{0x42, 0x00, 0x37, 0x00, 0x08},
		get(text), get(from), get(out), []byte{0x10, 0x00, 0x1A},
		get(out), get(text), get(from), []byte{0x10, 0x01, 0x36, 0x00, 0x10},
		get(out), []byte{0x42, 0x00, 0x37, 0x00, atOrigin},
		get(out), []byte{0x42, 0x00, 0x37, 0x00, atOrigin + 8},
		get(text), get(from), beyond(out, atOrigin), beyond(out, atOrigin+8), []byte{0x10, 0x02, 0x1A},
		get(out), get(text), get(from), []byte{0x10, 0x03, 0x36, 0x00, atUnmapped},
		add(from, 0x6A, 1), add(count, 0x6B, 1), add(out, 0x6A, glyphRecord),
		[]byte{0x0C, 0x00, 0x0B, 0x0B, 0x0B}, // br 0, and three ends
	)
	named := func(s string) []byte { return append([]byte{byte(len(s))}, s...) }
	imported := func(name string, kind ...byte) []byte { return joinBytes(named("pdfium"), named(name), kind) }
	return joinBytes(
		[]byte("\x00asm\x01\x00\x00\x00"),
		moduleSection(1, []byte{4},
			[]byte{function, 3, i32, i32, i32, 1, i32},
			[]byte{function, 2, i32, i32, 1, i32},
			[]byte{function, 4, i32, i32, i32, i32, 0},
			[]byte{function, 4, i32, i32, i32, i32, 1, i32}),
		moduleSection(2, []byte{5},
			imported("FPDFText_GetLooseCharBox", 0, 0),
			imported("FPDFText_GetTextObject", 0, 1),
			imported("FPDFText_GetCharOrigin", 0, 3),
			imported("FPDFText_HasUnicodeMapError", 0, 1),
			imported("memory", 2, 0, 0)),
		moduleSection(3, []byte{1, 2}),
		moduleSection(7, []byte{1}, named("glyphs"), []byte{0, 4}),
		moduleSection(10, binary.AppendUvarint([]byte{1}, uint64(len(code)+1)), []byte{0}, code),
	)
}

// moduleSection returns a section of a module.
func moduleSection(id byte, parts ...[]byte) []byte {
	body := joinBytes(parts...)
	return joinBytes(binary.AppendUvarint([]byte{id}, uint64(len(body))), body)
}

// joinBytes concatenates all parts.
func joinBytes(parts ...[]byte) (out []byte) {
	for _, p := range parts {
		out = append(out, p...)
	}
	return out
}

// startLoop puts the module beside the guest.
func (in *instance) startLoop() error {
	ctx := experimental.WithImportResolver(in.ctx, func(string) api.Module { return in.mod })
	loop, err := in.machine.runtime.InstantiateModule(ctx, in.machine.loop, anonymousModule())
	if err != nil {
		return fmt.Errorf("pdf: start: %w", err)
	}
	in.loop = loop
	in.glyphs = loop.ExportedFunction("glyphs")
	in.block = in.alloc(glyphBlock * glyphRecord)
	return nil
}

// compileLoop prepares the module of startLoop.
func (m *machine) compileLoop(ctx context.Context) (err error) {
	if m.loop, err = m.runtime.CompileModule(ctx, loopModule()); err != nil {
		return fmt.Errorf("pdf: compile: %w", err)
	}
	return nil
}

// glyphRecords reads a block of glyphs from an index on. It is valid until the next call.
func (in *instance) glyphRecords(text uint64, from, count int, buffer []byte) []byte {
	in.invoke(in.glyphs, text, uint64(from), uint64(count), uint64(in.block))
	return append(buffer[:0], in.viewMemory(in.block, count*glyphRecord)...)
}
