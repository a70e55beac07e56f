// Package blobs stores the bytes of files, sealed: it implements es.Blobs on a folder
// of a disk, and on a bucket of an S3-compatible object store. Content is encrypted in
// chunks under a key of its subject, so that a part can be read without the whole, any
// change is noticed on reading, and destroying the key makes every copy unreadable,
// those in backups included. Names are made of identifiers only and reveal nothing
// about the content; they are the same in both stores, so that sealed bytes can be
// moved as they are.
package blobs
