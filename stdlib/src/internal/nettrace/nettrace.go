// Package nettrace lets net/http/httptrace, minigo's own or that of an installed Go, trace package net.
package nettrace

// TraceKey is the key of a context's *Trace.
type TraceKey struct{}

// LookupIPAltResolverKey is the key of a function that replaces the resolver for host addresses.
type LookupIPAltResolverKey struct{}

// A Trace has functions that package net calls before and after host lookups and connection attempts; any may be nil.
type Trace struct {
	DNSStart     func(host string)
	DNSDone      func(addrs []any, coalesced bool, err error)
	ConnectStart func(network, addr string)
	ConnectDone  func(network, addr string, err error)
}
