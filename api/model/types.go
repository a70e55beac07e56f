// Package model holds the types of the contract: bodies and parameters of its operations, and what they
// are made of. They are generated, but for those whose form on the wire is that of no type of the language.
// Server and client use them.
package model

import "github.com/seed-62a36931/docket/api/wire"

// Types of the contract that are not generated.
type (
	Time         = wire.Time         // a moment, cut to milliseconds
	Object       = wire.Object       // a JSON object that passes through as it is
	ComponentMap = wire.ComponentMap // values by name, in the order of display
	NamedValues  = wire.NamedValues  // the values of one component
	Word         = wire.Word         // a word of a page and its box
)
