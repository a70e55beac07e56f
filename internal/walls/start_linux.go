package walls

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"sync"
	"syscall"
	"time"
)

// helperName is the name of this program when it raises walls around itself and then becomes another.
const helperName = "docket-walls"

// thisProgram leads to the running executable, also when its file was replaced since.
const thisProgram = "/proc/self/exe"

// helperFailed is the code with which the helper ends when the program was not started.
const helperFailed = 125

// Enclose has a command start behind the walls of a policy, in a group of processes of its own. The program is
// started by this executable, which any that imports this package can do.
func (p Policy) Enclose(cmd *exec.Cmd) error {
	if cmd.Err != nil {
		return cmd.Err
	}
	if _, err := exec.LookPath(cmd.Path); err != nil {
		return err
	}
	p.Counted = networks() == netUser && os.Getuid() != 0
	policy, err := json.Marshal(p)
	if err != nil {
		return fmt.Errorf("walls: %w", err)
	}
	attributes := withoutNetwork(networks())
	if cmd.SysProcAttr != nil {
		attributes.Pdeathsig = cmd.SysProcAttr.Pdeathsig
	}
	attributes.Setpgid = true
	cmd.SysProcAttr = attributes
	cmd.Args = append([]string{helperName, string(policy), cmd.Path}, cmd.Args...)
	cmd.Path = thisProgram
	return nil
}

// Probe raises the walls of a policy around a process that does nothing, and reports which stand.
func (p Policy) Probe(ctx context.Context) (Report, error) {
	dir, err := os.MkdirTemp("", "docket-walls-")
	if err != nil {
		return Report{}, fmt.Errorf("walls: %w", err)
	}
	defer os.RemoveAll(dir)
	p.Write, p.Demand = []string{dir}, false
	ctx, cancel := context.WithTimeout(ctx, 30*time.Second)
	defer cancel()
	cmd := exec.CommandContext(ctx, thisProgram)
	cmd.Env = []string{}
	if err := p.Enclose(cmd); err != nil {
		return Report{}, err
	}
	cmd.Args = cmd.Args[:2]
	said, err := cmd.Output()
	if err != nil {
		return Report{}, fmt.Errorf("walls: %w", err)
	}
	var r Report
	if err := json.Unmarshal(said, &r); err != nil {
		return Report{}, fmt.Errorf("walls: %w", err)
	}
	var refused error
	if networks() == netShared {
		refused = errors.New("this user may make no namespaces")
	}
	r.note(Namespace, refused)
	if networks() != netUser || os.Getuid() == 0 {
		refused = errors.New("the kernel counts them for users but root, in namespaces of users; they are counted five times a second")
	}
	r.note(Processes, refused)
	return r, nil
}

// The ways in which a process can be cut off from the network.
const (
	netShared = iota // it cannot: system calls alone must do
	netRoot          // we may make networks
	netUser          // we may as the root of a user namespace
)

// networks finds out once how processes can be cut off from the network.
var networks = sync.OnceValue(func() int {
	for _, way := range []int{netRoot, netUser} {
		ctx, cancel := context.WithTimeout(context.Background(), 5*time.Second)
		c := exec.CommandContext(ctx, thisProgram)
		c.Args, c.Env, c.SysProcAttr = []string{helperName}, []string{}, withoutNetwork(way)
		err := c.Run()
		cancel()
		if err == nil {
			return way
		}
	}
	return netShared
})

// withoutNetwork requests an empty network.
func withoutNetwork(way int) *syscall.SysProcAttr {
	a := &syscall.SysProcAttr{}
	switch way {
	case netRoot:
		a.Cloneflags = syscall.CLONE_NEWNET
	case netUser:
		a.Cloneflags = syscall.CLONE_NEWUSER | syscall.CLONE_NEWNET
		a.UidMappings = []syscall.SysProcIDMap{{ContainerID: os.Getuid(), HostID: os.Getuid(), Size: 1}}
		a.GidMappings = []syscall.SysProcIDMap{{ContainerID: os.Getgid(), HostID: os.Getgid(), Size: 1}}
	}
	return a
}
