package powercut

import (
	"maps"
	"slices"
	"sync"
	"syscall"
	"time"

	"github.com/hanwen/go-fuse/v2/fuse"
)

// fileSystem answers the kernel. What it does not answer is not there: locks are the kernel's own.
type fileSystem struct {
	fuse.RawFileSystem
	*disk
	reading sync.Map // names of folders that are read, by handle
}

// known is how long the kernel may remember what it was told: nobody else changes it.
const known = time.Hour

// at does something with a node while the power is on.
func (f *fileSystem) at(id uint64, do func(*node) fuse.Status) fuse.Status {
	f.mu.Lock()
	defer f.mu.Unlock()
	n := f.nodes[id]
	if f.off || n == nil {
		return fuse.EIO
	}
	return do(n)
}

func (n *node) describe(out *fuse.Attr) {
	*out = fuse.Attr{Ino: n.id, Size: uint64(len(n.data)), Blocks: uint64(len(n.data)+sectorSize-1) / sectorSize, Mode: n.mode, Nlink: n.links,
		Owner: fuse.Owner{Uid: n.uid, Gid: n.gid}, Blksize: sectorSize * blockSectors}
	out.SetTimes(&n.changed, &n.changed, &n.changed)
}

func (n *node) describeEntry(out *fuse.EntryOut) {
	out.NodeId = n.id
	out.SetEntryTimeout(known)
	out.SetAttrTimeout(known)
	n.describe(&out.Attr)
}

// Lookup finds a name in a folder.
func (f *fileSystem) Lookup(_ <-chan struct{}, h *fuse.InHeader, name string, out *fuse.EntryOut) fuse.Status {
	return f.at(h.NodeId, func(n *node) fuse.Status {
		child := n.entries[name]
		if child == nil {
			return fuse.ENOENT
		}
		child.describeEntry(out)
		return fuse.OK
	})
}

// GetAttr tells what is known of a node.
func (f *fileSystem) GetAttr(_ <-chan struct{}, in *fuse.GetAttrIn, out *fuse.AttrOut) fuse.Status {
	return f.at(in.NodeId, func(n *node) fuse.Status {
		out.SetTimeout(known)
		n.describe(&out.Attr)
		return fuse.OK
	})
}

// SetAttr changes rights, owner and length. Rights and owners outlast a cut at once.
func (f *fileSystem) SetAttr(_ <-chan struct{}, in *fuse.SetAttrIn, out *fuse.AttrOut) fuse.Status {
	return f.at(in.NodeId, func(n *node) fuse.Status {
		if mode, ok := in.GetMode(); ok {
			n.mode = n.mode&syscall.S_IFMT | mode&^syscall.S_IFMT
		}
		if uid, ok := in.GetUID(); ok {
			n.uid = uid
		}
		if gid, ok := in.GetGID(); ok {
			n.gid = gid
		}
		if size, ok := in.GetSize(); ok {
			n.resize(int64(size))
		}
		if changed, ok := in.GetMTime(); ok {
			n.changed = changed
		}
		out.SetTimeout(known)
		n.describe(&out.Attr)
		return fuse.OK
	})
}

// make adds a node to a folder.
func (f *fileSystem) make(h *fuse.InHeader, name string, mode uint32, out *fuse.EntryOut) fuse.Status {
	return f.at(h.NodeId, func(folder *node) fuse.Status {
		if folder.entries[name] != nil {
			return fuse.Status(syscall.EEXIST)
		}
		n := f.newNode(mode)
		n.uid, n.gid = h.Uid, h.Gid
		f.bind(change{{folder, name, n}})
		n.describeEntry(out)
		return fuse.OK
	})
}

// Mkdir makes a folder.
func (f *fileSystem) Mkdir(_ <-chan struct{}, in *fuse.MkdirIn, name string, out *fuse.EntryOut) fuse.Status {
	return f.make(&in.InHeader, name, syscall.S_IFDIR|in.Mode&^syscall.S_IFMT, out)
}

// Create makes a file and opens it.
func (f *fileSystem) Create(_ <-chan struct{}, in *fuse.CreateIn, name string, out *fuse.CreateOut) fuse.Status {
	out.OpenFlags = fuse.FOPEN_KEEP_CACHE
	return f.make(&in.InHeader, name, syscall.S_IFREG|in.Mode&^syscall.S_IFMT, &out.EntryOut)
}

// Mknod makes a file, or a socket.
func (f *fileSystem) Mknod(_ <-chan struct{}, in *fuse.MknodIn, name string, out *fuse.EntryOut) fuse.Status {
	return f.make(&in.InHeader, name, in.Mode, out)
}

// Symlink makes a link that leads to a name.
func (f *fileSystem) Symlink(_ <-chan struct{}, h *fuse.InHeader, target, name string, out *fuse.EntryOut) fuse.Status {
	s := f.make(h, name, syscall.S_IFLNK|0o777, out)
	if s != fuse.OK {
		return s
	}
	return f.at(out.NodeId, func(n *node) fuse.Status {
		n.target = target
		return fuse.OK
	})
}

// Readlink tells where a link leads.
func (f *fileSystem) Readlink(_ <-chan struct{}, h *fuse.InHeader) (target []byte, s fuse.Status) {
	s = f.at(h.NodeId, func(n *node) fuse.Status {
		target = []byte(n.target)
		return fuse.OK
	})
	return target, s
}

// Link gives a file another name.
func (f *fileSystem) Link(_ <-chan struct{}, in *fuse.LinkIn, name string, out *fuse.EntryOut) fuse.Status {
	return f.at(in.NodeId, func(folder *node) fuse.Status {
		n := f.nodes[in.Oldnodeid]
		if n == nil || folder.entries[name] != nil {
			return fuse.Status(syscall.EEXIST)
		}
		f.bind(change{{folder, name, n}})
		n.describeEntry(out)
		return fuse.OK
	})
}

// remove takes a name away.
func (f *fileSystem) remove(h *fuse.InHeader, name string) fuse.Status {
	return f.at(h.NodeId, func(folder *node) fuse.Status {
		n := folder.entries[name]
		switch {
		case n == nil:
			return fuse.ENOENT
		case len(n.entries) > 0:
			return fuse.Status(syscall.ENOTEMPTY)
		}
		f.bind(change{{folder, name, nil}})
		return fuse.OK
	})
}

// Unlink takes the name of a file away.
func (f *fileSystem) Unlink(_ <-chan struct{}, h *fuse.InHeader, name string) fuse.Status {
	return f.remove(h, name)
}

// Rmdir takes the name of an empty folder away.
func (f *fileSystem) Rmdir(_ <-chan struct{}, h *fuse.InHeader, name string) fuse.Status {
	return f.remove(h, name)
}

// Rename gives a node another name, in the place of what has it.
func (f *fileSystem) Rename(_ <-chan struct{}, in *fuse.RenameIn, old, name string) fuse.Status {
	const noReplace = 1
	return f.at(in.NodeId, func(from *node) fuse.Status {
		n, to := from.entries[old], f.nodes[in.Newdir]
		switch {
		case n == nil || to == nil:
			return fuse.ENOENT
		case in.Flags&^noReplace != 0:
			return fuse.EINVAL
		case to.entries[name] == n:
			return fuse.OK
		case to.entries[name] != nil && in.Flags == noReplace:
			return fuse.Status(syscall.EEXIST)
		case to.entries[name] != nil && len(to.entries[name].entries) > 0:
			return fuse.Status(syscall.ENOTEMPTY)
		}
		f.bind(change{{to, name, n}, {from, old, nil}})
		return fuse.OK
	})
}

// Open opens a file; the kernel keeps what it has read of it.
func (f *fileSystem) Open(_ <-chan struct{}, in *fuse.OpenIn, out *fuse.OpenOut) fuse.Status {
	out.OpenFlags = fuse.FOPEN_KEEP_CACHE
	return f.at(in.NodeId, func(*node) fuse.Status { return fuse.OK })
}

// Read reads of a file.
func (f *fileSystem) Read(_ <-chan struct{}, in *fuse.ReadIn, buf []byte) (r fuse.ReadResult, s fuse.Status) {
	s = f.at(in.NodeId, func(n *node) fuse.Status {
		size := 0
		if in.Offset < uint64(len(n.data)) {
			size = copy(buf, n.data[in.Offset:])
		}
		r = fuse.ReadResultData(buf[:size])
		return fuse.OK
	})
	return r, s
}

// Write writes to a file.
func (f *fileSystem) Write(_ <-chan struct{}, in *fuse.WriteIn, b []byte) (uint32, fuse.Status) {
	return uint32(len(b)), f.at(in.NodeId, func(n *node) fuse.Status {
		n.writeAt(b, int64(in.Offset))
		return fuse.OK
	})
}

// Fallocate lengthens a file.
func (f *fileSystem) Fallocate(_ <-chan struct{}, in *fuse.FallocateIn) fuse.Status {
	return f.at(in.NodeId, func(n *node) fuse.Status {
		if in.Mode != 0 {
			return fuse.Status(syscall.EOPNOTSUPP)
		}
		if end := int64(in.Offset + in.Length); end > int64(len(n.data)) {
			n.resize(end)
		}
		return fuse.OK
	})
}

// Flush is called when a file is closed, which syncs nothing.
func (f *fileSystem) Flush(<-chan struct{}, *fuse.FlushIn) fuse.Status { return fuse.OK }

// Fsync has the disk keep a file.
func (f *fileSystem) Fsync(_ <-chan struct{}, in *fuse.FsyncIn) fuse.Status {
	return f.at(in.NodeId, func(n *node) fuse.Status {
		f.syncFile(n)
		return fuse.OK
	})
}

// FsyncDir has the disk keep the names of a folder.
func (f *fileSystem) FsyncDir(_ <-chan struct{}, in *fuse.FsyncIn) fuse.Status {
	return f.at(in.NodeId, func(n *node) fuse.Status {
		f.syncNames(n)
		return fuse.OK
	})
}

// OpenDir opens a folder, whose names are read as they are then.
func (f *fileSystem) OpenDir(_ <-chan struct{}, in *fuse.OpenIn, out *fuse.OpenOut) fuse.Status {
	return f.at(in.NodeId, func(n *node) fuse.Status {
		var names []fuse.DirEntry
		for _, name := range slices.Sorted(maps.Keys(n.entries)) {
			names = append(names, fuse.DirEntry{Name: name, Ino: n.entries[name].id, Mode: n.entries[name].mode})
		}
		f.last++
		out.Fh = f.last
		f.reading.Store(out.Fh, names)
		return fuse.OK
	})
}

// ReadDir reads names of a folder.
func (f *fileSystem) ReadDir(_ <-chan struct{}, in *fuse.ReadIn, out *fuse.DirEntryList) fuse.Status {
	names, _ := f.reading.Load(in.Fh)
	all, _ := names.([]fuse.DirEntry)
	for i := in.Offset; i < uint64(len(all)); i++ {
		e := all[i]
		e.Off = i + 1
		if !out.AddDirEntry(e) {
			break
		}
	}
	return fuse.OK
}

// ReleaseDir closes a folder.
func (f *fileSystem) ReleaseDir(in *fuse.ReleaseIn) { f.reading.Delete(in.Fh) }

// StatFs tells of much room.
func (f *fileSystem) StatFs(_ <-chan struct{}, _ *fuse.InHeader, out *fuse.StatfsOut) fuse.Status {
	out.Bsize, out.Frsize, out.NameLen = sectorSize*blockSectors, sectorSize*blockSectors, 255
	out.Blocks, out.Bfree, out.Bavail, out.Files, out.Ffree = 1<<22, 1<<21, 1<<21, 1<<20, 1<<19
	return fuse.OK
}
