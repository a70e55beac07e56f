package protocoltest

import (
	"context"
	"encoding/base64"
	"encoding/json"
	"slices"
	"strings"

	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/metadata"
)

// The rights of accounts, as far as reading and writing go: access lists stand in the metadata
// of streams, that of $all in the stream $$$all; where there is none the default lists hold, of
// which $settings may have others.

// Names with a meaning in access lists, and the stream with the default lists.
const (
	adminsRole     = "$admins"
	everybody      = "$all"
	settingsStream = "$settings"
	allStream      = "$all"
)

// roles are names of accounts and groups. In JSON one may stand without a list.
type roles []string

// UnmarshalJSON parses a name or a list of names.
func (r *roles) UnmarshalJSON(b []byte) error {
	var one string
	if json.Unmarshal(b, &one) == nil {
		*r = roles{one}
		return nil
	}
	return json.Unmarshal(b, (*[]string)(r))
}

// An accessList says who may read and write a stream, and its metadata; nil: as by default.
type accessList struct {
	Read      roles `json:"$r"`
	Write     roles `json:"$w"`
	MetaRead  roles `json:"$mr"`
	MetaWrite roles `json:"$mw"`
}

// requireAccess refuses callers who may not read a stream, or not write it.
func (n *Node) requireAccess(ctx context.Context, name string, write bool) error {
	if len(n.config.Users) == 0 {
		return nil
	}
	caller := callerName(ctx)
	allowed := n.db.allowedRoles(name, write)
	if isAdmin := !slices.Contains(n.config.Ordinary, caller); isAdmin ||
		slices.Contains(allowed, everybody) || slices.Contains(allowed, caller) {
		return nil
	}
	return newException(codes.PermissionDenied, "Access Denied", "exception", "access-denied")
}

// allowedRoles returns who may read or write a stream.
func (d *Database) allowedRoles(name string, write bool) roles {
	owner, ofMetadata := strings.CutPrefix(name, "$$")
	var settings struct {
		User   accessList `json:"$userStreamAcl"`
		System accessList `json:"$systemStreamAcl"`
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	d.readNewest(settingsStream, &settings)
	own, general, last := d.readLimits(owner).ACL, settings.User, roles{everybody}
	if strings.HasPrefix(owner, "$") {
		general, last = settings.System, roles{adminsRole}
	}
	for _, list := range []accessList{own, general} {
		if r := list.rolesFor(write, ofMetadata); r != nil {
			return r
		}
	}
	return last
}

// rolesFor returns the part of a list that concerns an operation.
func (a accessList) rolesFor(write, ofMetadata bool) roles {
	switch {
	case write && ofMetadata:
		return a.MetaWrite
	case write:
		return a.Write
	case ofMetadata:
		return a.MetaRead
	}
	return a.Read
}

// callerName returns the account of a call whose password was right.
func callerName(ctx context.Context) string {
	md, _ := metadata.FromIncomingContext(ctx)
	for _, a := range md.Get("authorization") {
		plain, err := base64.StdEncoding.DecodeString(strings.TrimPrefix(a, "Basic "))
		if name, _, ok := strings.Cut(string(plain), ":"); err == nil && ok {
			return name
		}
	}
	return ""
}
