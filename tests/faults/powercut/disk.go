// Package powercut is a disk in memory whose power can be cut: it keeps what was synced, and of the rest what the kind of
// the cut leaves. A process of its own serves it as a file system by FUSE, so that it outlives those that are killed.
package powercut

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"sync"
	"syscall"
	"time"
)

// A Kind says what a cut leaves of what was not synced.
type Kind string

// The kinds of cuts. Disks write sectors whole; programs and file systems write blocks.
const (
	Nothing Kind = "nothing" // all of it is lost
	Blocks  Kind = "blocks"  // any of the blocks of 4,096 bytes, and changes of names up to any
	Sectors Kind = "sectors" // any of the sectors of 512 bytes, so that blocks are torn, and changes of names up to any
)

// Kinds are all kinds.
var Kinds = []Kind{Nothing, Blocks, Sectors}

const sectorSize, blockSectors = 512, 8

// A node is a file, a folder or a link.
type node struct {
	id       uint64
	mode     uint32 // type and rights
	uid, gid uint32
	changed  time.Time
	links    uint32
	target   string           // of a link
	entries  map[string]*node // of a folder
	kept     map[string]*node // that the disk would have after a cut
	data     []byte           // of a file
	size     int64            // that the disk would have after a cut
	before   map[int64][]byte // by number: sectors as the disk has them, of those that were written since the last sync
}

func (n *node) isFolder() bool { return n.mode&syscall.S_IFMT == syscall.S_IFDIR }

// keepBefore remembers the sectors of a range as the disk has them.
func (n *node) keepBefore(from, to int64) {
	if n.before == nil {
		n.before = map[int64][]byte{}
	}
	for s := from / sectorSize; s*sectorSize < to; s++ {
		if _, there := n.before[s]; there {
			continue
		}
		old := make([]byte, sectorSize)
		if at := s * sectorSize; at < int64(len(n.data)) {
			copy(old, n.data[at:])
		}
		n.before[s] = old
	}
}

// writeAt writes to a file.
func (n *node) writeAt(b []byte, at int64) {
	end := at + int64(len(b))
	n.keepBefore(at, end)
	if end > int64(len(n.data)) {
		n.resize(end)
	}
	copy(n.data[at:], b)
	n.changed = time.Now()
}

// resize cuts a file off, or lengthens it by zeros.
func (n *node) resize(size int64) {
	if was := int64(len(n.data)); size < was {
		n.keepBefore(size, was)
		clear(n.data[size:])
		n.data = n.data[:size]
	} else {
		n.data = slices.Grow(n.data, int(size-was))[:size] // what was cut off is zeros
	}
	n.changed = time.Now()
}

// sync has the disk keep a file as it is.
func (n *node) sync() { n.before, n.size = nil, int64(len(n.data)) }

// loseUnsynced makes a file what the disk has after a cut.
func (n *node) loseUnsynced(kind Kind, r *rand.Rand) {
	size := n.size
	if kind != Nothing && r.IntN(2) == 0 {
		size = int64(len(n.data))
	}
	after := make([]byte, size)
	copy(after, n.data)
	whole := map[int64]bool{} // by number of the block: whether it was written
	for _, s := range slices.Sorted(maps.Keys(n.before)) {
		unit := s
		if kind == Blocks {
			unit = s / blockSectors
		}
		written, known := whole[unit]
		if !known {
			written = kind != Nothing && r.IntN(2) == 0
			whole[unit] = written
		}
		at := s * sectorSize
		if (!written || at >= int64(len(n.data))) && at < size {
			copy(after[at:], n.before[s])
		}
	}
	n.data = after
	n.sync()
}

// A change binds names anew at once: one, or both of a file that is renamed. A name without a node goes.
type change []binding

type binding struct {
	folder *node
	name   string
	node   *node
}

// A disk holds nodes by number. Its methods are for one caller at a time, who holds mu.
type disk struct {
	mu      sync.Mutex
	off     bool // the power is cut: nothing is read, written or synced
	journal bool // a sync of a file keeps all names too, as file systems with a journal do
	nodes   map[uint64]*node
	last    uint64
	changes []change // that no sync has kept
}

func newDisk(journal bool) *disk {
	d := &disk{journal: journal, nodes: map[uint64]*node{}}
	d.newNode(syscall.S_IFDIR | 0o755)
	return d
}

// newNode makes a node without a name. The first is the root.
func (d *disk) newNode(mode uint32) *node {
	d.last++
	n := &node{id: d.last, mode: mode, changed: time.Now()}
	if n.isFolder() {
		n.entries, n.kept, n.links = map[string]*node{}, map[string]*node{}, 2
	}
	d.nodes[n.id] = n
	return n
}

// bind changes names.
func (d *disk) bind(c change) {
	for _, b := range c {
		if old := b.folder.entries[b.name]; old != nil {
			old.links--
		}
		if b.node == nil {
			delete(b.folder.entries, b.name)
			continue
		}
		b.node.links++
		b.folder.entries[b.name] = b.node
	}
	d.changes = append(d.changes, c)
}

// keep has the disk keep a change of names.
func (c change) keep() {
	for _, b := range c {
		if b.node == nil {
			delete(b.folder.kept, b.name)
		} else {
			b.folder.kept[b.name] = b.node
		}
	}
}

// syncNames has the disk keep the names of a folder, of all for nil.
func (d *disk) syncNames(folder *node) {
	d.changes = slices.DeleteFunc(d.changes, func(c change) bool {
		concerned := folder == nil || slices.ContainsFunc(c, func(b binding) bool { return b.folder == folder })
		if concerned {
			c.keep()
		}
		return concerned
	})
}

// syncFile has the disk keep a file.
func (d *disk) syncFile(n *node) {
	n.sync()
	if d.journal {
		d.syncNames(nil)
	}
}

// syncAll has the disk keep everything.
func (d *disk) syncAll() {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.syncNames(nil)
	for _, n := range d.nodes {
		n.sync()
	}
}

// switchOff has all that is done on the disk fail.
func (d *disk) switchOff() {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.off = true
}

// loseUnsynced makes the disk what is left after a cut, and switches it on again. It says what was lost.
func (d *disk) loseUnsynced(kind Kind, r *rand.Rand) string {
	left := 0
	if kind != Nothing {
		left = r.IntN(len(d.changes) + 1)
	}
	for _, c := range d.changes[:left] {
		c.keep()
	}
	names, sectors := len(d.changes)-left, 0
	d.changes, d.off = nil, false
	root := d.nodes[1]
	d.nodes = map[uint64]*node{}
	var visit func(*node)
	visit = func(n *node) {
		if n.links++; d.nodes[n.id] != nil {
			return
		}
		d.nodes[n.id] = n
		n.links = 1
		sectors += len(n.before)
		n.loseUnsynced(kind, r)
		n.entries = maps.Clone(n.kept)
		for _, name := range slices.Sorted(maps.Keys(n.entries)) {
			visit(n.entries[name])
		}
	}
	visit(root)
	return fmt.Sprintf("%d changes of names and of %d sectors unsynced, %d changes of names lost", left+names, sectors, names)
}
