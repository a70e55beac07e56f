package main

import (
	"encoding/json"
	"os"
	"slices"
	"sync"

	"github.com/seed-62a36931/docket/tests/faults/model"
)

// A journal records the commands of clients and their answers. It is a file too, one line
// for each command that has ended.
type journal struct {
	mu       sync.Mutex
	begun    int
	commands []model.Command
	wrong    []model.Violation // seen by clients themselves
	file     *os.File
}

func openJournal(name string) (*journal, error) {
	f, err := os.OpenFile(name, os.O_CREATE|os.O_WRONLY|os.O_TRUNC, 0o600)
	return &journal{file: f}, err
}

// nextNumber counts a command that begins and returns its number.
func (j *journal) nextNumber() int {
	j.mu.Lock()
	defer j.mu.Unlock()
	j.begun++
	return j.begun
}

// noteCommands records commands that have ended.
func (j *journal) noteCommands(commands ...model.Command) {
	j.mu.Lock()
	defer j.mu.Unlock()
	j.commands = append(j.commands, commands...)
	for _, c := range commands {
		if line, err := json.Marshal(c); err == nil {
			_, _ = j.file.Write(append(line, '\n')) // the journal in memory is what counts
		}
	}
}

// noteViolation records a violation that a client saw.
func (j *journal) noteViolation(v model.Violation) {
	j.mu.Lock()
	defer j.mu.Unlock()
	j.wrong = append(j.wrong, v)
}

// copyEntries returns a copy of all commands that have ended, and the violations that clients
// saw.
func (j *journal) copyEntries() ([]model.Command, []model.Violation) {
	j.mu.Lock()
	defer j.mu.Unlock()
	return slices.Clone(j.commands), slices.Clone(j.wrong)
}

// countOutcomes returns the numbers of commands that have ended, by outcome.
func (j *journal) countOutcomes() map[model.Outcome]int {
	j.mu.Lock()
	defer j.mu.Unlock()
	out := map[model.Outcome]int{}
	for _, c := range j.commands {
		out[c.Outcome]++
	}
	return out
}
