// Package bytestore looks after the place of the bytes: that it is this installation's, that all that
// the log names is there and is what was stored, and that the disk has room to start on.
package bytestore
