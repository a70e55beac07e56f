package pdf

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"runtime"
	"time"
	_ "unsafe" // for go:linkname

	_ "github.com/klippa-app/go-pdfium/webassembly" // holds the WebAssembly build of PDFium
	"github.com/klippa-app/go-pdfium/webassembly/imports"
	"github.com/tetratelabs/wazero"
	"github.com/tetratelabs/wazero/api"
	"github.com/tetratelabs/wazero/experimental"
	"github.com/tetratelabs/wazero/imports/emscripten"
	"github.com/tetratelabs/wazero/imports/wasi_snapshot_preview1"
)

// pdfiumWasm is PDFium, as go-pdfium ships it. That package calls it through a
// general interface which costs some twenty guest calls a character; reading
// every glyph needs the module itself. Were the variable renamed, this one would
// be empty, which the self-test at start reports.
//
//go:linkname pdfiumWasm github.com/klippa-app/go-pdfium/webassembly.pdfiumWasm
var pdfiumWasm []byte

// scratchSize is the length of the guest buffer for results of calls.
const scratchSize = 16 << 10

// recycleAbove is the guest memory in bytes above which an instance is not used for
// another document, because WebAssembly memory never shrinks; a quarter where memory is little.
const recycleAbove = 128 << 20

// compileTurn is for how long a process waits for another one that compiles.
const compileTurn = time.Minute

// A machine is the compiled module; instances of it are made in milliseconds.
type machine struct {
	runtime wazero.Runtime
	module  wazero.CompiledModule
	loop    wazero.CompiledModule
	writers map[api.Module]io.Writer // where an instance saves to; one goroutine only
}

// newMachine compiles PDFium, or takes the compiled code from the cache folder, or from what comes with the program. Code that
// is damaged is compiled again.
func newMachine(ctx context.Context, cacheDir string, memoryMiB int) (*machine, error) {
	if len(pdfiumWasm) == 0 {
		return nil, errors.New("pdf: the library does not hold its WebAssembly module where it is expected")
	}
	cfg := wazero.NewRuntimeConfig().WithMemoryLimitPages(uint32(memoryMiB) * 16)
	if cacheDir == "" {
		return compileMachine(ctx, cfg)
	}
	cache, err := wazero.NewCompilationCacheWithDir(cacheDir)
	if err != nil {
		return nil, fmt.Errorf("pdf: compilation cache: %w", err)
	}
	cfg = cfg.WithCompilationCache(cache)
	defer lockFolder(cacheDir, compileTurn)() // one process compiles, and the others find its code
	if err := takeCode(ShippedCode(), cacheDir); err != nil {
		fmt.Fprintln(os.Stderr, "pdf: code that comes with the program is not taken:", err)
	}
	m, err := compileMachine(ctx, cfg)
	if err == nil || !IsCompiled(cacheDir) {
		return m, err
	}
	fmt.Fprintln(os.Stderr, "pdf: compiled anew, since the compiled code cannot be used:", err)
	if err := errors.Join(dropCode(cacheDir), cache.Close(ctx), takeCode(ShippedCode(), cacheDir)); err != nil {
		return nil, err
	}
	if cache, err = wazero.NewCompilationCacheWithDir(cacheDir); err != nil {
		return nil, fmt.Errorf("pdf: compilation cache: %w", err)
	}
	return compileMachine(ctx, cfg.WithCompilationCache(cache))
}

// compileMachine returns a machine of the module, compiled as the settings say.
func compileMachine(ctx context.Context, cfg wazero.RuntimeConfig) (*machine, error) {
	m := &machine{runtime: wazero.NewRuntimeWithConfig(ctx, cfg), writers: map[api.Module]io.Writer{}}
	if err := m.compileModule(ctx); err != nil {
		m.runtime.Close(ctx)
		return nil, err
	}
	return m, nil
}

// compileModule prepares the module and the host functions that it imports.
func (m *machine) compileModule(ctx context.Context) (err error) {
	if _, err = wasi_snapshot_preview1.Instantiate(ctx, m.runtime); err != nil {
		return fmt.Errorf("pdf: system interface: %w", err)
	}
	ctx = experimental.WithCompilationWorkers(ctx, runtime.GOMAXPROCS(0))
	if m.module, err = m.runtime.CompileModule(ctx, pdfiumWasm); err != nil {
		return fmt.Errorf("pdf: compile: %w", err)
	}
	exporter, err := emscripten.NewFunctionExporterForModule(m.module)
	if err != nil {
		return fmt.Errorf("pdf: host functions: %w", err)
	}
	env := m.runtime.NewHostModuleBuilder("env")
	exporter.ExportFunctions(env)
	imports.NewFunctionExporter().ExportFunctions(env)
	// Saving calls back with blocks of bytes. Ours replaces the library's
	// function, which only serves documents opened through its own interface.
	i32 := api.ValueTypeI32
	env.NewFunctionBuilder().WithGoModuleFunction(api.GoModuleFunc(m.writeBlock),
		[]api.ValueType{i32, i32, i32}, []api.ValueType{i32}).Export("FPDF_FILEWRITE_CB")
	if _, err = env.Instantiate(ctx); err != nil {
		return fmt.Errorf("pdf: host functions: %w", err)
	}
	return m.compileLoop(ctx)
}

// writeBlock is the callback of a save: the writer's address, data and its length;
// the result is 0 on failure.
func (m *machine) writeBlock(_ context.Context, mod api.Module, stack []uint64) {
	data, ok := mod.Memory().Read(uint32(stack[1]), uint32(stack[2]))
	w := m.writers[mod]
	if !ok || w == nil {
		stack[0] = 0
		return
	}
	n, err := w.Write(data)
	if err != nil {
		n = 0
	}
	stack[0] = uint64(n)
}

// An instance is one PDFium with its own memory. Calls panic with a trap when
// the guest fails; whoever starts a job recovers and drops the instance.
type instance struct {
	ctx     context.Context
	machine *machine
	mod     api.Module
	mem     api.Memory
	funcs   map[string]api.Function
	stack   [16]uint64
	scratch uint32

	loop   api.Module
	glyphs api.Function
	block  uint32 // guest buffer of the loop
}

// A trap is a failure inside the guest; the instance cannot be used after it.
type trap struct{ err error }

// newInstance starts a PDFium. The guest sees no file system, no environment and no
// input; its clock and random numbers are always the same, so that equal jobs write
// equal bytes.
func (m *machine) newInstance(ctx context.Context) (in *instance, err error) {
	cfg := anonymousModule().WithStartFunctions("_initialize")
	mod, err := m.runtime.InstantiateModule(withGuestMemory(ctx), m.module, cfg)
	if err != nil {
		return nil, fmt.Errorf("pdf: start: %w", err)
	}
	in = &instance{ctx: ctx, machine: m, mod: mod, mem: mod.Memory(), funcs: map[string]api.Function{}}
	defer func() {
		if t, ok := recover().(trap); ok {
			in, err = nil, fmt.Errorf("pdf: start: %w", t.err)
		}
	}()
	in.call("FPDF_InitLibrary")
	in.scratch = in.alloc(scratchSize)
	return in, in.startLoop()
}

// anonymousModule returns the configuration of a module that starts nothing and that others
// cannot find by name.
func anonymousModule() wazero.ModuleConfig {
	return wazero.NewModuleConfig().WithStartFunctions().WithName("")
}

// close frees the guest's memory.
func (in *instance) close() {
	delete(in.machine.writers, in.mod)
	if in.loop != nil {
		in.loop.Close(in.ctx)
	}
	in.mod.Close(in.ctx)
}

// lookUp looks up an exported function.
func (in *instance) lookUp(name string) api.Function {
	f := in.funcs[name]
	if f == nil {
		if f = in.mod.ExportedFunction(name); f == nil {
			panic(trap{fmt.Errorf("function %s is missing", name)})
		}
		in.funcs[name] = f
	}
	return f
}

// call calls an exported function by name and returns its first result.
func (in *instance) call(name string, args ...uint64) uint64 {
	return in.invoke(in.lookUp(name), args...)
}

// invoke calls a function that lookUp returned.
func (in *instance) invoke(f api.Function, args ...uint64) uint64 {
	copy(in.stack[:], args)
	if err := f.CallWithStack(in.ctx, in.stack[:]); err != nil {
		panic(trap{err})
	}
	return in.stack[0]
}

// callInt is call for functions with a signed 32-bit result.
func (in *instance) callInt(name string, args ...uint64) int {
	return int(int32(in.call(name, args...)))
}

// alloc reserves guest memory.
func (in *instance) alloc(n int) uint32 {
	p := uint32(in.call("malloc", uint64(n)))
	if p == 0 {
		panic(trap{errors.New("out of memory")})
	}
	return p
}

// free gives guest memory back.
func (in *instance) free(p uint32) { in.call("free", uint64(p)) }

// put copies bytes into newly reserved guest memory.
func (in *instance) put(data []byte) uint32 {
	p := in.alloc(max(len(data), 1))
	if !in.mem.Write(p, data) {
		panic(trap{errors.New("address outside of memory")})
	}
	return p
}

// viewMemory returns a view of guest memory, valid until the next call.
func (in *instance) viewMemory(p uint32, n int) []byte {
	b, ok := in.mem.Read(p, uint32(n))
	if !ok {
		panic(trap{errors.New("address outside of memory")})
	}
	return b
}

// readFloats fills a slice with 32-bit floating point numbers from guest memory.
func (in *instance) readFloats(p uint32, out []float32) {
	b := in.viewMemory(p, 4*len(out))
	for i := range out {
		out[i] = f32(b[4*i:])
	}
}

// scratchFloats reads n 32-bit floating point numbers from the start of the scratch buffer.
func (in *instance) scratchFloats(n int) []float32 {
	b := in.viewMemory(in.scratch, 4*n)
	out := make([]float32, n)
	for i := range out {
		out[i] = f32(b[4*i:])
	}
	return out
}

// f32 decodes a 32-bit floating point number.
func f32(b []byte) float32 { return math.Float32frombits(binary.LittleEndian.Uint32(b)) }

// f64 decodes a 64-bit floating point number, rounded.
func f64(b []byte) float32 { return float32(math.Float64frombits(binary.LittleEndian.Uint64(b))) }

// saveDocument returns the document in full, without encryption.
func (in *instance) saveDocument(doc uint64) ([]byte, error) {
	const removeSecurity = 3 // FPDF_REMOVE_SECURITY, which implies a full rewrite
	var out bytes.Buffer
	in.machine.writers[in.mod] = &out
	defer delete(in.machine.writers, in.mod)
	target := in.call("FPDF_FILEWRITE_Create")
	defer in.free(uint32(target))
	if in.call("FPDF_SaveAsCopy", doc, target, removeSecurity) == 0 {
		return nil, ErrUnreadable
	}
	return out.Bytes(), nil
}
