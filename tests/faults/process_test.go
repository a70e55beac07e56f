package main

import "testing"

func TestNoPortIsGivenTwice(t *testing.T) {
	seen := map[string]bool{}
	for range 1000 { // of which two were the same in any run, were they just drawn
		address, err := freePort()
		if err != nil {
			t.Fatal(err)
		}
		if seen[address] {
			t.Fatalf("%s was given twice", address)
		}
		seen[address] = true
	}
}
