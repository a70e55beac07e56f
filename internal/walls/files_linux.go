package walls

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/landlock-lsm/go-landlock/landlock"
	landlockcalls "github.com/landlock-lsm/go-landlock/landlock/syscall"
)

// systemFiles is where programs, libraries, fonts and their settings are. Of /etc and /proc only what holds no
// secrets is named: the environment and the command lines of other processes are there as well.
var systemFiles = []string{
	"/usr", "/lib", "/lib32", "/lib64", "/bin", "/sbin", "/opt", "/nix/store", "/gnu/store", "/snap",
	"/etc/alternatives", "/etc/fonts", "/etc/group", "/etc/ld.so.cache", "/etc/ld.so.conf", "/etc/ld.so.conf.d", "/etc/libreoffice",
	"/etc/locale.alias", "/etc/localtime", "/etc/mime.types", "/etc/nsswitch.conf", "/etc/papersize", "/etc/passwd",
	"/var/cache/fontconfig", "/var/lib/libreoffice", "/var/spool/libreoffice",
	"/proc/self", "/proc/cpuinfo", "/proc/meminfo", "/proc/filesystems", "/proc/sys/vm/overcommit_memory",
	"/sys/devices/system/cpu", "/sys/kernel/mm/transparent_hugepage", "/dev/urandom", "/dev/random",
}

// raiseRules lets the process read and write nothing but what the rules name, reach no network, and signal no
// process outside, as far as the kernel knows such rules.
func raiseRules(r *Report, rules func(version int) []landlock.Rule) {
	version, err := landlockcalls.LandlockGetABIVersion()
	if err != nil || version < 1 {
		err = errors.Join(errors.New("the kernel has no Landlock, or does not use it"), err)
		for _, wall := range []string{Files, Truncation, Signals} {
			r.note(wall, err)
		}
		return
	}
	err = landlock.V10.BestEffort().Restrict(rules(version)...)
	r.note(Files, err)
	r.note(Truncation, errors.Join(err, sinceVersion(3, version)))
	r.note(Signals, errors.Join(err, sinceVersion(6, version)))
}

// sinceVersion returns an error when the version of the kernel's rules is an older one.
func sinceVersion(wanted, version int) error {
	if version >= wanted {
		return nil
	}
	return fmt.Errorf("the kernel has Landlock %d, and this needs %d", version, wanted)
}

// rules are those of the policy.
func (p Policy) rules(version int) []landlock.Rule {
	rules := []landlock.Rule{landlock.RWFiles("/dev/null", "/dev/zero", "/dev/full").IgnoreIfMissing()}
	if len(p.Write) > 0 {
		own := landlock.RWDirs(p.Write...)
		if version >= 2 {
			own = own.WithRefer() // files move between folders
		}
		rules = append(rules, own)
	}
	if len(p.Shared) > 0 {
		const socketFiles = landlock.AccessFSSet(landlockcalls.AccessFSMakeSock | landlockcalls.AccessFSRemoveFile)
		rules = append(rules, landlock.PathAccess(socketFiles, p.Shared...).IgnoreIfMissing())
	}
	var secrets []string
	for _, s := range p.Secrets {
		if real := realPath(s); real != "" {
			secrets = append(secrets, real)
		}
	}
	for _, root := range append(p.Read[:len(p.Read):len(p.Read)], systemFiles...) {
		for _, path := range withoutSecrets(realPath(root), secrets) {
			if info, err := os.Stat(path); err != nil {
				continue // it is gone, or may not be looked at
			} else if info.IsDir() {
				rules = append(rules, landlock.RODirs(path).IgnoreIfMissing())
			} else {
				rules = append(rules, landlock.ROFiles(path).IgnoreIfMissing())
			}
		}
	}
	return rules
}

// realPath returns where a path leads, "" when nothing is there.
func realPath(path string) string {
	absolute, err := filepath.Abs(path)
	if err != nil {
		return ""
	}
	real, err := filepath.EvalSymlinks(absolute)
	if err != nil {
		return ""
	}
	return real
}

// withoutSecrets returns the path, or what makes it up but the secrets: rules can only add.
func withoutSecrets(path string, secrets []string) []string {
	if path == "" {
		return nil
	}
	holds := false
	for _, s := range secrets {
		if isWithin(path, s) {
			return nil
		}
		holds = holds || isWithin(s, path)
	}
	if !holds {
		return []string{path}
	}
	entries, err := os.ReadDir(path)
	if err != nil {
		return nil
	}
	var out []string
	for _, e := range entries {
		if e.Type()&os.ModeSymlink == 0 { // where it leads has its own rule, or none
			out = append(out, withoutSecrets(filepath.Join(path, e.Name()), secrets)...)
		}
	}
	return out
}

// isWithin reports whether a path is a folder or lies in it.
func isWithin(path, folder string) bool {
	return path == folder || folder == "/" || strings.HasPrefix(path, folder+"/")
}
