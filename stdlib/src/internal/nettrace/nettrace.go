// Package nettrace lets net/http/httptrace, of minigo or of an installed Go, see what package net does.
package nettrace

// TraceKey is the key of a context's *Trace.
type TraceKey struct{}

// LookupIPAltResolverKey is the key of a function that finds the addresses of hosts in place of the resolver.
type LookupIPAltResolverKey struct{}

// A Trace has functions that are called before and after hosts are looked up and connections made; any may be nil.
type Trace struct {
	DNSStart     func(host string)
	DNSDone      func(addrs []any, coalesced bool, err error)
	ConnectStart func(network, addr string)
	ConnectDone  func(network, addr string, err error)
}
