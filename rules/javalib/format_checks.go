package javalib

import (
	"strconv"
	"strings"

	"github.com/seed-62a36931/docket/rules/host"
)

// refusedFlags holds the flags that a conversion does not accept, by its letter in lower case.
var refusedFlags = map[string]string{"s": "+ 0,(", "b": "#+ 0,(", "h": "#+ 0,(", "c": "#+ 0,(", "d": "#", "o": ",", "x": ",", "e": ","}

// checkSpecifier throws for a specifier that Java rejects whatever its value is.
func (c *conversion) checkSpecifier() {
	for i, flag := range c.flags {
		if strings.ContainsRune(c.flags[:i], flag) {
			host.Throw("DuplicateFormatFlagsException", "Flags = '%c'", flag)
		}
	}
	letter := strings.ToLower(c.letter)
	switch letter {
	case "n", "%":
		c.checkText()
		return
	case "d", "x", "o", "f", "e":
		c.checkNumber()
	}
	if c.precision >= 0 && strings.Contains("dxoc", letter) {
		host.Throw("IllegalFormatPrecisionException", "%d", c.precision)
	}
	c.refuseFlags(refusedFlags[letter])
	if c.hasFlag("-") && c.width < 0 {
		host.Throw("MissingFormatWidthException", "%s", c.spec)
	}
}

// refuseFlags throws when the specifier has one of these flags.
func (c *conversion) refuseFlags(flags string) {
	for _, flag := range flags {
		if c.hasFlag(string(flag)) {
			host.Throw("FormatFlagsConversionMismatchException", "Conversion = %s, Flags = %c", strings.ToLower(c.letter), flag)
		}
	}
}

// checkText is for %n, which takes nothing, and %%, which takes a width.
func (c *conversion) checkText() {
	switch {
	case c.precision >= 0:
		host.Throw("IllegalFormatPrecisionException", "%d", c.precision)
	case c.letter == "n" && c.width >= 0:
		host.Throw("IllegalFormatWidthException", "%s", strconv.Itoa(c.width))
	case c.flags != "" && (c.letter == "n" || c.flags != "-"):
		host.Throw("IllegalFormatFlagsException", "Flags = '%s'", c.flags)
	case c.flags == "-" && c.width < 0:
		host.Throw("MissingFormatWidthException", "%s", c.spec)
	}
}

func (c *conversion) checkNumber() {
	switch {
	case (c.hasFlag("-") || c.hasFlag("0")) && c.width < 0:
		host.Throw("MissingFormatWidthException", "%s", c.spec)
	case c.hasFlag("-") && c.hasFlag("0") || c.hasFlag("+") && c.hasFlag(" "):
		host.Throw("IllegalFormatFlagsException", "Flags = '%s'", c.flags)
	}
}
