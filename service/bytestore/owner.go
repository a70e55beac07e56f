package bytestore

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/seed-62a36931/docket/domain/es"
	"github.com/seed-62a36931/docket/domain/stored"
	"github.com/seed-62a36931/docket/service/engines"
	"github.com/seed-62a36931/docket/service/settings"
)

// A service must not begin on a place of bytes that is empty or somebody else's while its log
// names files: everything would look well, and each file be missing. So the place holds the
// name of the installation. The name follows from the key by which the vault knows its master
// key: it is another one in each installation, never changes, and is in every backup.

// usesBytes reports whether this process reads or writes bytes. Others may run where the
// folder of the bytes is not mounted.
func (p *Place) usesBytes() bool {
	return p.config.HasRole(settings.RoleAPI) || p.config.HasRole(settings.RoleWorker) || p.config.HasRole(settings.RoleRetention)
}

// checkOwner refuses a place of bytes that is another installation's, or that holds none of the
// bytes that the log names. A place without a name gets this installation's.
func (p *Place) checkOwner(ctx context.Context) error {
	if !p.usesBytes() {
		return nil
	}
	own, err := engines.InstallationName(ctx, p.storage.Keys)
	if err != nil {
		return err
	}
	stands, err := p.bytes.Owner(ctx)
	if err == nil && stands == "" {
		if err = p.checkHoldsOwn(ctx); err == nil {
			err = p.bytes.SetOwner(ctx, own)
		}
	}
	if err == nil && stands != "" && stands != own {
		err = fmt.Errorf("%s holds the bytes of another installation (%s, this one is %s); name the place of this one with --blobs or --s3, "+
			"a new and empty one for a new installation. To give up the other one's bytes, remove installation from that place",
			p.bytes, stands, own)
	}
	if err != nil {
		return p.config.Blame(p.config.BytesFlag(), err)
	}
	p.owner = own
	return nil
}

// checkHoldsOwn refuses a place without a name that lacks everything that the log names: a
// folder that is not mounted, or another one than before. Bytes that are there end the search
// at once, so only a place without any costs a reading of the log.
func (p *Place) checkHoldsOwn(ctx context.Context) error {
	found, lost, err := findOneOf(ctx, p.log.Store, p.bytes)
	if err != nil || found || len(lost) == 0 {
		return err
	}
	if p.config.AcceptLostBlobs {
		p.logger.Error("the service goes on without the bytes that its log names: reads of them fail", "place", p.bytes.String(),
			"blobs", len(lost))
		return nil
	}
	return fmt.Errorf("%s holds none of the %d blobs that the log names (%s): is it mounted, and the right place? "+
		"Name the right one with --blobs or --s3, or put the bytes back with docket restore --keep-log. "+
		"To go on without these files, start once with --accept-lost-blobs", p.bytes, len(lost), DescribeLost(lost))
}

// findOneOf looks for one of the blobs that the log names. Without any it returns all that
// should be there.
func findOneOf(ctx context.Context, log es.Store, bytes engines.ByteStore) (found bool, lost []stored.Lost, err error) {
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
func (p *Place) ownerReady(ctx context.Context) error {
	stands, err := p.bytes.Owner(ctx)
	if err != nil {
		return err
	}
	if stands == p.owner {
		if p.gone.Swap(false) {
			p.logger.Info("the place of the bytes is back", "place", p.bytes.String())
		}
		return nil
	}
	if !p.gone.Swap(true) {
		p.logger.Error("the bytes are not where they were", "place", p.bytes.String(), "error", errNotOurs)
	}
	return errNotOurs
}
