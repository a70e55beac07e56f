package service

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"strings"

	"github.com/seed-62a36931/docket/domain/es"
	"github.com/seed-62a36931/docket/domain/stored"
)

// A service must not begin on a place of bytes that is empty or somebody else's while its log
// names files: everything would look well, and each file be missing. So the place holds the
// name of the installation. The name follows from the key by which the vault knows its master
// key: it is another one in each installation, never changes, and is in every backup.

// InstallationName returns the name of the installation whose keys these are: 32 hex digits, the same
// for as long as it exists, and in its backups.
func InstallationName(ctx context.Context, k Keys) (string, error) {
	check, _, err := k.Get(ctx, MasterCheck)
	if err != nil {
		return "", err
	}
	sum := sha256.Sum256(append([]byte("docket installation\n"), check...))
	return hex.EncodeToString(sum[:16]), nil
}

// cookieMark returns what tells the cookies of this installation from those of others on the same
// host: the beginning of its name.
func (a *App) cookieMark(ctx context.Context) (string, error) {
	name, err := InstallationName(ctx, a.Storage.Keys)
	return name[:min(len(name), 8)], err
}

// usesBytes reports whether this process reads or writes bytes. Others may run where the
// folder of the bytes is not mounted.
func (a *App) usesBytes() bool {
	return a.Config.hasRole(roleAPI) || a.Config.hasRole(roleWorker) || a.Config.hasRole(roleRetention)
}

// checkOwner refuses a place of bytes that is another installation's, or that holds none of the
// bytes that the log names. A place without a name gets this installation's.
func (a *App) checkOwner(ctx context.Context) error {
	if !a.usesBytes() {
		return nil
	}
	own, err := InstallationName(ctx, a.Storage.Keys)
	if err != nil {
		return err
	}
	stands, err := a.Bytes.Owner(ctx)
	if err == nil && stands == "" {
		if err = a.checkHoldsOwn(ctx); err == nil {
			err = a.Bytes.SetOwner(ctx, own)
		}
	}
	if err == nil && stands != "" && stands != own {
		err = fmt.Errorf("%s holds the bytes of another installation (%s, this one is %s); name the place of this one with --blobs or --s3, "+
			"a new and empty one for a new installation. To give up the other one's bytes, remove installation from that place",
			a.Bytes, stands, own)
	}
	if err != nil {
		return a.Config.blame(a.Config.bytesFlag(), err)
	}
	a.owner = own
	return nil
}

// bytesFlag returns the flag that names the place of bytes.
func (s Config) bytesFlag() string {
	if s.S3 != "" {
		return "--s3"
	}
	return "--blobs"
}

// checkHoldsOwn refuses a place without a name that lacks everything that the log names: a
// folder that is not mounted, or another one than before. Bytes that are there end the search
// at once, so only a place without any costs a reading of the log.
func (a *App) checkHoldsOwn(ctx context.Context) error {
	found, lost, err := findOneOf(ctx, a.Log.Store, a.Bytes)
	if err != nil || found || len(lost) == 0 {
		return err
	}
	if a.Config.AcceptLostBlobs {
		a.logger.Error("the service goes on without the bytes that its log names: reads of them fail", "place", a.Bytes.String(),
			"blobs", len(lost))
		return nil
	}
	return fmt.Errorf("%s holds none of the %d blobs that the log names (%s): is it mounted, and the right place? "+
		"Name the right one with --blobs or --s3, or put the bytes back with docket restore --keep-log. "+
		"To go on without these files, start once with --accept-lost-blobs", a.Bytes, len(lost), DescribeLost(lost))
}

// findOneOf looks for one of the blobs that the log names. Without any it returns all that
// should be there.
func findOneOf(ctx context.Context, log es.Store, bytes ByteStore) (found bool, lost []stored.Lost, err error) {
	var r stored.Register
	for e, err := range es.ReadToHead(ctx, log, 0, es.Filter{}) {
		if err != nil {
			return false, nil, err
		}
		r.Note(e)
		for _, ref := range stored.BlobRefs(e.Body) {
			if found, err = bytes.Holds(ctx, ref); found || err != nil {
				return found, nil, err
			}
			r.Add(e, ref, false)
		}
	}
	return false, r.List(), nil
}

// describedLost is how many lost blobs are named one by one.
const describedLost = 3

// DescribeLost names the first of lost blobs.
func DescribeLost(lost []stored.Lost) string {
	var names []string
	for _, l := range lost[:min(len(lost), describedLost)] {
		names = append(names, l.String())
	}
	if more := len(lost) - len(names); more > 0 {
		names = append(names, fmt.Sprintf("and %d more", more))
	}
	return strings.Join(names, "; ")
}

// errNotOurs means that the place of the bytes does not hold the name of this installation any
// more.
var errNotOurs = errors.New("the place of the bytes does not name this installation any more: is it mounted?")

// ownerReady returns an error if the place of the bytes cannot be reached, or is another one
// than at the start, and logs the latter when it begins and ends.
func (a *App) ownerReady(ctx context.Context) error {
	stands, err := a.Bytes.Owner(ctx)
	if err != nil {
		return err
	}
	if stands == a.owner {
		if a.placeLost.Swap(false) {
			a.logger.Info("the place of the bytes is back", "place", a.Bytes.String())
		}
		return nil
	}
	if !a.placeLost.Swap(true) {
		a.logger.Error("the bytes are not where they were", "place", a.Bytes.String(), "error", errNotOurs)
	}
	return errNotOurs
}
