// Command generate writes random rule programs, one JSON object a line, for the
// comparison with Drools (make drools):
//
//	generate -n 400 -seed 1
//
// With -named the conditions of rules call named consequences (make drools NAMED=1). With
// -speed it writes the programs for timing (make drools BENCH=1), with -mutants programs most
// of which are broken, without facts (make drools MUTANTS=1).
//
// A program has two to five rules over three declared types, up to a dozen facts, and
// sometimes a query. The same seed writes the same programs.
package main

import (
	"encoding/json"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
)

// program is one line of the output.
type program struct {
	Name string `json:"name"`
	DRL  string `json:"drl"`
	Data string `json:"data"` // the facts that are inserted before firing, Type|field|…, one a line
}

func main() {
	count := flag.Int("n", 400, "how many programs are written")
	seed := flag.Uint64("seed", 1, "which ones")
	speed := flag.Bool("speed", false, "write the programs for timing instead")
	named := flag.Bool("named", false, "write programs with named consequences")
	mutants := flag.Bool("mutants", false, "write mutants of the programs")
	flag.Parse()
	prefix := "s" // of the names of the programs
	if *named {
		prefix = "n"
	}
	programs := speedPrograms()
	if !*speed {
		programs = nil
		for i := range *count {
			g := &generator{rand.New(rand.NewPCG(*seed, uint64(i))), *named}
			p := program{Name: fmt.Sprintf("%s%d_%04d", prefix, *seed, i), DRL: g.makeProgram(), Data: g.makeFacts()}
			if *mutants {
				p.DRL, p.Data = mutate(p.DRL, g.random), ""
			}
			programs = append(programs, p)
		}
	}
	lines := json.NewEncoder(os.Stdout)
	lines.SetEscapeHTML(false)
	for _, p := range programs {
		if err := lines.Encode(p); err != nil {
			fmt.Fprintln(os.Stderr, "generate:", err)
			os.Exit(1)
		}
	}
}
