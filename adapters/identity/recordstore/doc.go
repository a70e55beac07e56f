// Package recordstore keeps what an identity server must remember, as sealed records by name.
package recordstore
