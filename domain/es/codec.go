package es

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"strings"
	"sync"
)

// An Upcast turns the payload of one version into that of the next.
type Upcast func(map[string]any) (map[string]any, error)

// A Codec maps Go types to wire names and versions, and seals and opens their
// sealed fields. An event's version is one more than the number of its upcasts,
// so a chain can have no hole.
type Codec struct {
	marshal   func(any) ([]byte, error)
	unmarshal func([]byte, any) error
	vault     Vault
	byName    map[string]*kind
	byType    map[reflect.Type]*kind
}

type kind struct {
	name    string
	typ     reflect.Type
	upcasts []Upcast
	sealed  []reflect.StructField
	blanks  sync.Pool // pointers to zero values, to decode into
}

// NewCodec makes a codec on the JSON functions and the vault that the wiring chose.
func NewCodec(marshal func(any) ([]byte, error), unmarshal func([]byte, any) error, v Vault) *Codec {
	return &Codec{marshal, unmarshal, v, map[string]*kind{}, map[reflect.Type]*kind{}}
}

// RegisterEvent adds an event type under its wire name; it panics on a second use of
// either, since that is a mistake in the program.
func RegisterEvent[E any](c *Codec, name string, upcasts ...Upcast) {
	t := reflect.TypeFor[E]()
	if c.byName[name] != nil || c.byType[t] != nil {
		panic("es: registered twice: " + name + " " + t.String())
	}
	k := &kind{name: name, typ: t, upcasts: upcasts, blanks: sync.Pool{New: func() any { return new(E) }}}
	for i := range t.NumField() {
		f := t.Field(i)
		_, tagged := f.Tag.Lookup("seal")
		if _, ok := reflect.New(f.Type).Interface().(sealable); ok != tagged {
			panic(fmt.Sprintf("es: %s.%s: a sealed field needs a seal tag, and no other does", t, f.Name))
		}
		if tagged {
			k.sealed = append(k.sealed, f)
		}
	}
	c.byName[name], c.byType[t] = k, k
}

// EventVersions returns the wire names that the codec reads, with the newest version of each.
func (c *Codec) EventVersions() map[string]int {
	out := map[string]int{}
	for name, k := range c.byName {
		out[name] = len(k.upcasts) + 1
	}
	return out
}

// encodeEvent fills type, schema and body of an envelope whose id, stream, version and actor are set.
func (c *Codec) encodeEvent(ctx context.Context, env *Envelope, e Event) error {
	k, ok := c.byType[reflect.TypeOf(e)]
	if !ok {
		return fmt.Errorf("%T is not registered", e)
	}
	env.Type, env.Schema = k.name, len(k.upcasts)+1
	v := reflect.New(k.typ)
	v.Elem().Set(reflect.ValueOf(e))
	for _, f := range k.sealed {
		if isLeftOut(f, v.Elem().FieldByIndex(f.Index)) {
			continue
		}
		s := v.Elem().FieldByIndex(f.Index).Addr().Interface().(sealable)
		if err := s.sealValue(ctx, c, env, f.Tag.Get("seal")); err != nil {
			return fmt.Errorf("seal %s of %s: %w", f.Name, k.name, err)
		}
	}
	body, err := c.marshal(v.Interface())
	if err != nil {
		return fmt.Errorf("encode %s: %w", k.name, err)
	}
	if len(body) > MaxBody {
		return fmt.Errorf("%s of %d bytes: %w", k.name, len(body), ErrTooLarge)
	}
	env.Body = body
	return nil
}

// isLeftOut reports whether a sealed field has nothing to seal and is not written then.
func isLeftOut(f reflect.StructField, v reflect.Value) bool {
	_, options, _ := strings.Cut(f.Tag.Get("json"), ",")
	return options == "omitzero" && v.IsZero()
}

// fieldAAD binds a sealed field of the first form to its place, so that ciphertext cannot be moved.
func fieldAAD(env *Envelope, tag string) []byte {
	return fmt.Appendf(nil, "%s\n%s\n%s", env.Stream, env.ID, tag)
}

// committedAAD binds a sealed field that has a commitment to its place, and to the type, the version and the
// actor of its event.
func committedAAD(env *Envelope, tag string) []byte {
	return fmt.Appendf(nil, "docket-seal/2\n%s\n%s\n%s\n%s\n%d\n%s", env.Stream, env.ID, tag, env.Type, env.Version, env.Actor)
}

// An OpenedField is a sealed value with the salt of its commitment: whoever has both needs no key to
// check the value against the body.
type OpenedField struct {
	Name  string // in the body
	Salt  []byte
	Value []byte // as it was encoded
}

// OpenFields returns the sealed values of an event that it has commitments to. Left out are those that are
// erased, and those of the first form. Errors: ErrUnreadable, those of the vault.
func (c *Codec) OpenFields(ctx context.Context, env Envelope) (opened []OpenedField, err error) {
	k, known := c.byName[env.Type]
	if !known || len(k.sealed) == 0 {
		return nil, nil
	}
	var body map[string]json.RawMessage
	if err := json.Unmarshal(env.Body, &body); err != nil {
		return nil, fmt.Errorf("decode %s at %d: %w: %w", env.Type, env.Position, ErrUnreadable, err)
	}
	for _, f := range k.sealed {
		name, _, _ := strings.Cut(f.Tag.Get("json"), ",")
		name = cmp.Or(name, f.Name)
		var w wire
		if json.Unmarshal(body[name], &w) != nil || w.Commitment == nil {
			continue
		}
		o := OpenedField{Name: name}
		o.Salt, o.Value, err = w.open(ctx, c.vault, &env, f.Tag.Get("seal"))
		if errors.Is(err, ErrErased) {
			continue
		}
		if err != nil {
			return nil, fmt.Errorf("open %s of %s at %d: %w", f.Name, env.Type, env.Position, err)
		}
		opened = append(opened, o)
	}
	return opened, nil
}

// Unknown stands for an event that this program has no type for: a newer one
// wrote it. Projections skip it, decisions must not.
type Unknown struct {
	Name   string
	Schema int
}

// Decode reads an envelope of any version up to the newest and opens its sealed
// fields; what is erased reads as Erased. ErrUnreadable when it is malformed.
func (c *Codec) Decode(ctx context.Context, env Envelope) (Event, error) {
	k, ok := c.byName[env.Type]
	if !ok {
		return Unknown{env.Type, env.Schema}, nil
	}
	body, err := k.upcastBody(env)
	if err != nil {
		return nil, err
	}
	blank := k.blanks.Get()
	if err := c.unmarshal(body, blank); err != nil {
		return nil, fmt.Errorf("decode %s at %d: %w: %w", env.Type, env.Position, ErrUnreadable, err)
	}
	v := reflect.ValueOf(blank).Elem()
	for _, f := range k.sealed {
		s := v.FieldByIndex(f.Index).Addr().Interface().(sealable)
		if err := s.openValue(ctx, c, &env, f.Tag.Get("seal")); err != nil {
			return nil, fmt.Errorf("open %s of %s at %d: %w", f.Name, env.Type, env.Position, err)
		}
	}
	e := v.Interface() // a copy
	v.SetZero()
	k.blanks.Put(blank)
	return e, nil
}

// upcastBody lifts the body to the newest version; the newest costs no extra parse.
func (k *kind) upcastBody(env Envelope) ([]byte, error) {
	newest := len(k.upcasts) + 1
	if env.Schema == newest {
		return env.Body, nil
	}
	if env.Schema < 1 || env.Schema > newest {
		return nil, fmt.Errorf("%w: %s version %d, and this program knows 1 to %d", ErrUnreadable, k.name, env.Schema, newest)
	}
	var m map[string]any
	err := json.Unmarshal(env.Body, &m)
	for v := env.Schema; v < newest && err == nil; v++ {
		m, err = k.upcasts[v-1](m)
	}
	if err != nil {
		return nil, fmt.Errorf("upcast %s version %d: %w: %w", k.name, env.Schema, ErrUnreadable, err)
	}
	return json.Marshal(m)
}
