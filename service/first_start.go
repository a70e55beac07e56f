package service

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"net"
	"os"

	"github.com/seed-62a36931/docket/service/settings"
)

// A firstStart knows what was there before a service started, so that a start that fails can
// say what it left. The zero value is a start on data that was there.
type firstStart struct {
	made []string // paths that were not there before
}

// beginFirstStart notes what is not there yet. When the data folder is not, it refuses before
// anything is made what would fail afterwards: folders of templates that cannot be read, and
// addresses that others listen on.
func beginFirstStart(ctx context.Context, s settings.Config) (firstStart, error) {
	var f firstStart
	for _, path := range []string{s.Data, s.MasterKeyFile} {
		if _, err := os.Lstat(path); errors.Is(err, fs.ErrNotExist) {
			f.made = append(f.made, path)
		}
	}
	if len(f.made) == 0 || f.made[0] != s.Data {
		return firstStart{}, nil
	}
	return f, errors.Join(checkImports(s), checkAddresses(ctx, s))
}

// checkImports refuses folders of templates that are not there, and files in them with mistakes
// that need no service to be found.
func checkImports(s settings.Config) error {
	for _, dir := range s.Import {
		_, problems, err := s.BundleLimits().ReadDir(dir)
		if err != nil {
			return fmt.Errorf("--import %s: %w", dir, err)
		}
		if len(problems) > 0 {
			return bundleError(dir, problems)
		}
	}
	return nil
}

// checkAddresses refuses addresses that cannot be listened on now.
func checkAddresses(ctx context.Context, s settings.Config) error {
	if s.HasRole(settings.RoleAPI) {
		if err := probeAddress(ctx, s.Listen, addressFlag); err != nil {
			return err
		}
	}
	if s.AdminListen == "" {
		return nil
	}
	return probeAddress(ctx, s.AdminListen, adminAddressFlag)
}

// probeAddress listens on an address for a moment.
func probeAddress(ctx context.Context, address, flag string) error {
	l, err := listenOn(ctx, address, flag)
	if err != nil {
		return err
	}
	return l.Close()
}

// How errors about the two addresses name their settings.
const (
	addressFlag      = "--listen (DOCKET_LISTEN)"
	adminAddressFlag = "--admin-listen (DOCKET_ADMIN_LISTEN)"
)

// listenOn listens on an address that a setting names; its error says which.
func listenOn(ctx context.Context, address, flag string) (net.Listener, error) {
	l, err := new(net.ListenConfig).Listen(ctx, "tcp", address)
	if err != nil {
		return nil, fmt.Errorf("%w; choose another address with %s", err, flag)
	}
	return l, nil
}

// describeLeftovers adds to the error of a first start what it made before it failed.
func (f firstStart) describeLeftovers(err error) error {
	if err == nil {
		return nil
	}
	var left []string
	for _, path := range f.made {
		if _, missing := os.Lstat(path); missing == nil {
			left = append(left, path)
		}
	}
	switch len(left) {
	case 0:
		return err
	case 1:
		return fmt.Errorf("%w\nThis first start made %s before it failed. "+
			"The next start goes on with it; to begin anew, remove it", err, left[0])
	}
	return fmt.Errorf("%w\nThis first start made %s and %s before it failed. "+
		"The next start goes on with them; to begin anew, remove both", err, left[0], left[1])
}
