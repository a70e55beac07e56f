package vault

import "context"

// Keys stores wrapped keys by the name of their subject. It cannot decrypt them. All
// methods may be called concurrently, also from several processes.
type Keys interface {
	// Get returns the wrapped key of a subject, nil without one. destroyed reports
	// whether the subject was destroyed, with or without ever having a key.
	Get(ctx context.Context, subject string) (wrapped []byte, destroyed bool, err error)
	// Insert stores a wrapped key unless the subject has one or is destroyed, and
	// returns the stored one. It returns when that is on stable storage.
	Insert(ctx context.Context, subject string, wrapped []byte) (stands []byte, destroyed bool, err error)
	// Destroy removes the wrapped keys of a subject and of all below it and leaves
	// tombstones; a subject without a key gets one too. It returns when that is on
	// stable storage. Repeating it is no error.
	Destroy(ctx context.Context, subject string) error
	// DestroyedSubjects lists the subjects that have a tombstone, in order.
	DestroyedSubjects(ctx context.Context) ([]string, error)
	// LiveSubjects lists the subjects that have a key, in order.
	LiveSubjects(ctx context.Context) ([]string, error)
}

// Boxes stores sealed secrets by name. It cannot decrypt them.
type Boxes interface {
	// InsertBox stores a box unless the name has one, and returns the stored one. It
	// returns when that is on stable storage.
	InsertBox(ctx context.Context, name string, box []byte) (stands []byte, err error)
	// PutBox stores a box and replaces the one of that name. Durable as above.
	PutBox(ctx context.Context, name string, box []byte) error
	// SwapBox replaces exactly the given box by another, and reports whether that box
	// was stored. Durable as above.
	SwapBox(ctx context.Context, name string, old, box []byte) (swapped bool, err error)
	// GetBox returns a box, nil without one.
	GetBox(ctx context.Context, name string) ([]byte, error)
	// DeleteBox removes a box. A name without one is no error.
	DeleteBox(ctx context.Context, name string) error
	// BoxNames lists the names with a prefix, in order.
	BoxNames(ctx context.Context, prefix string) ([]string, error)
}
