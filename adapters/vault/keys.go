package vault

import "context"

// Keys keep wrapped keys by the name of their subject. They cannot read what
// they keep. All methods may be called at once, also from several processes.
type Keys interface {
	// Get reads the wrapped key of a subject: nil without one. destroyed says
	// that the subject was destroyed, whether it ever had a key or not.
	Get(ctx context.Context, subject string) (wrapped []byte, destroyed bool, err error)
	// Insert keeps a wrapped key unless the subject has one or is destroyed, and
	// answers what stands then. It returns when that is on stable storage.
	Insert(ctx context.Context, subject string, wrapped []byte) (stands []byte, destroyed bool, err error)
	// Destroy removes the wrapped keys of a subject and of all below it and
	// leaves tombstones; a subject without a key gets one too. It returns when
	// that is on stable storage. Again is no error.
	Destroy(ctx context.Context, subject string) error
	// Destroyed lists the subjects that have a tombstone, in order.
	Destroyed(ctx context.Context) ([]string, error)
}

// Boxes keep sealed secrets by name. They cannot read what they keep.
type Boxes interface {
	// InsertBox keeps a box unless the name has one, and answers what stands
	// then. It returns when that is on stable storage.
	InsertBox(ctx context.Context, name string, box []byte) (stands []byte, err error)
	// PutBox keeps a box in place of the one that stood. Durable as above.
	PutBox(ctx context.Context, name string, box []byte) error
	// SwapBox keeps a box in place of exactly the one given, and says whether
	// that one stood. Durable as above.
	SwapBox(ctx context.Context, name string, old, box []byte) (swapped bool, err error)
	// Box reads a box, nil without one.
	Box(ctx context.Context, name string) ([]byte, error)
	// DeleteBox removes a box. None is no error.
	DeleteBox(ctx context.Context, name string) error
	// BoxNames lists the names with a prefix, in order.
	BoxNames(ctx context.Context, prefix string) ([]string, error)
}
