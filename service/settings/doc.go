// Package settings holds the configuration of the service: what its flags and environment
// variables say, completed and checked. Config, Place and what they embed are both at once, by the
// tags of kong; Program holds the values that the build sets, and those that tests replace.
package settings
