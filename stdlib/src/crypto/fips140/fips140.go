// Package fips140 tells whether cryptography is restricted to what FIPS 140-3 approves. minigo never restricts it: no
// code of minigo is a validated module, so the setting fips140 of GODEBUG changes nothing.
package fips140

// Enabled reports whether the mode of FIPS 140-3 is on, which it never is.
func Enabled() bool { return false }

// Enforced reports whether functions that FIPS 140-3 does not approve fail, which they never do.
func Enforced() bool { return false }

// Version returns the version of the module that the program was built with: latest, as there is no frozen one.
func Version() string { return "latest" }

// WithoutEnforcement calls f without the restriction, which minigo never has.
func WithoutEnforcement(f func()) { f() }
