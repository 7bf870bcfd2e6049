package net

import (
	"context"
	"internal/nettrace"
	"internal/poll"
	"net/netip"
	"os"
	"strconv"
	"strings"
)

// A Resolver looks up names: in /etc/hosts, and then with the system's resolver; with PreferGo or a Dial it queries
// name servers itself.
type Resolver struct {
	PreferGo     bool
	StrictErrors bool
	Dial         func(ctx context.Context, network, address string) (Conn, error)
}

// DefaultResolver is the Resolver of the package's functions.
var DefaultResolver = &Resolver{}

// LookupHost returns the addresses of a host.
func LookupHost(host string) (addrs []string, err error) {
	return DefaultResolver.LookupHost(context.Background(), host)
}

// LookupIP returns the addresses of a host.
func LookupIP(host string) ([]IP, error) {
	list, err := DefaultResolver.LookupIPAddr(context.Background(), host)
	if err != nil {
		return nil, err
	}
	ips := make([]IP, len(list))
	for i, a := range list {
		ips[i] = a.IP
	}
	return ips, nil
}

// LookupPort returns the number of a port.
func LookupPort(network, service string) (port int, err error) {
	return DefaultResolver.LookupPort(context.Background(), network, service)
}

// LookupHost returns the addresses of a host.
func (r *Resolver) LookupHost(ctx context.Context, host string) (addrs []string, err error) {
	if ip, _ := parseZoned(host); ip != nil {
		return []string{host}, nil
	}
	list, err := r.LookupIPAddr(ctx, host)
	for _, a := range list {
		addrs = append(addrs, a.String())
	}
	return addrs, err
}

// LookupIPAddr returns the addresses of a host.
func (r *Resolver) LookupIPAddr(ctx context.Context, host string) ([]IPAddr, error) {
	return r.or().lookupIPs(ctx, host)
}

// LookupIP returns the addresses of a host in the network ip, ip4 or ip6.
func (r *Resolver) LookupIP(ctx context.Context, network, host string) ([]IP, error) {
	switch network {
	case "ip", "ip4", "ip6":
	default:
		return nil, UnknownNetworkError(network)
	}
	if host == "" {
		return nil, notFound(host)
	}
	list, err := r.resolve(ctx, network, host)
	if err != nil {
		return nil, err
	}
	ips := make([]IP, len(list))
	for i, a := range list {
		ips[i] = a.(*IPAddr).IP
	}
	return ips, nil
}

// LookupNetIP is LookupIP with addresses of package netip.
func (r *Resolver) LookupNetIP(ctx context.Context, network, host string) ([]netip.Addr, error) {
	ips, err := r.LookupIP(ctx, network, host)
	if err != nil {
		return nil, err
	}
	list := make([]netip.Addr, 0, len(ips))
	for _, ip := range ips {
		if a, ok := netip.AddrFromSlice(ip); ok {
			list = append(list, a)
		}
	}
	return list, nil
}

// services are the ports whose names are known without /etc/services.
var services = map[string]int{
	"domain": 53, "ftp": 21, "ftps": 990, "gopher": 70, "http": 80, "https": 443, "imap2": 143, "imap3": 220,
	"imaps": 993, "pop3": 110, "pop3s": 995, "smtp": 25, "submissions": 465, "ssh": 22, "telnet": 23,
}

// LookupPort returns the number of a port.
func (r *Resolver) LookupPort(ctx context.Context, network, service string) (int, error) {
	if service == "" {
		return 0, nil
	}
	if n, err := strconv.Atoi(service); err == nil {
		if n < 0 || n > 65535 {
			return 0, &AddrError{Err: "invalid port", Addr: service}
		}
		return n, nil
	}
	switch network {
	case "tcp", "udp", "ip":
	case "tcp4", "tcp6", "udp4", "udp6":
		network = network[:3]
	case "":
		network = "ip"
	default:
		return 0, &AddrError{Err: "unknown network", Addr: network}
	}
	if n, ok := services[strings.ToLower(service)]; ok && (network != "udp" || n == 53) {
		return n, nil
	}
	if n := inServices(network, service); n > 0 {
		return n, nil
	}
	return 0, &DNSError{Err: "unknown port", Name: network + "/" + service, IsNotFound: true}
}

// inServices looks up a port in /etc/services; 0 if it is not there.
func inServices(network, service string) int {
	data, _ := os.ReadFile("/etc/services")
	for line := range strings.SplitSeq(string(data), "\n") {
		line, _, _ = strings.Cut(line, "#")
		fields := strings.Fields(line)
		if len(fields) < 2 {
			continue
		}
		port, proto, _ := strings.Cut(fields[1], "/")
		if network != "ip" && network != proto {
			continue
		}
		for i, name := range fields {
			if i != 1 && strings.EqualFold(name, service) {
				n, _ := strconv.Atoi(port)
				return n
			}
		}
	}
	return 0
}

// lookupIPs returns the addresses of a host; a host may be an address itself.
func (r *Resolver) lookupIPs(ctx context.Context, host string) ([]IPAddr, error) {
	if host == "" {
		return nil, notFound(host)
	}
	if ip, zone := parseZoned(host); ip != nil {
		return []IPAddr{{IP: ip, Zone: zone}}, nil
	}
	trace := traceOf(ctx)
	if trace.DNSStart != nil {
		trace.DNSStart(host)
	}
	type lookup = func(ctx context.Context, network, host string) ([]IPAddr, error)
	var list []IPAddr
	var err error
	if other, _ := ctx.Value(nettrace.LookupIPAltResolverKey{}).(lookup); other != nil {
		list, err = other(ctx, "ip", host)
	} else {
		list, err = r.lookupName(ctx, host)
	}
	if trace.DNSDone != nil {
		var found []any
		for _, addr := range list {
			found = append(found, addr)
		}
		trace.DNSDone(found, false, err)
	}
	return list, err
}

// traceOf returns the trace functions in a context.
func traceOf(ctx context.Context) nettrace.Trace {
	if trace, _ := ctx.Value(nettrace.TraceKey{}).(*nettrace.Trace); trace != nil {
		return *trace
	}
	return nettrace.Trace{}
}

// lookupName returns the addresses of a host name.
func (r *Resolver) lookupName(ctx context.Context, host string) ([]IPAddr, error) {
	if err := ctx.Err(); err != nil {
		err = ofContext(err)
		return nil, &DNSError{UnwrapErr: err, Err: err.Error(), Name: host, IsTimeout: err == errTimeout}
	}
	if list := inHosts(host); list != nil {
		return list, nil
	}
	if !isDomainName(host) {
		return nil, notFound(host)
	}
	if r.PreferGo || r.Dial != nil {
		list, _, err := r.askHost(ctx, "ip", host)
		return list, err
	}
	text, ok, err := systemLookup(ctx, host)
	if err != nil {
		return nil, err
	}
	var list []IPAddr
	for text != "" {
		var line string
		line, text, _ = strings.Cut(text, "\n")
		if ip := ParseIP(line); ip != nil {
			list = append(list, IPAddr{IP: ip})
		}
	}
	if !ok || list == nil {
		return nil, notFound(host)
	}
	return list, nil
}

func notFound(host string) error {
	return &DNSError{Err: errNoSuchHost.Error(), Name: host, IsNotFound: true}
}

// systemLookup asks the system's resolver; if the context ends first, it drops the answer.
func systemLookup(ctx context.Context, host string) (text string, ok bool, err error) {
	if ctx.Done() == nil {
		text, ok = poll.LookUp(host)
		return text, ok, nil
	}
	type result struct {
		text string
		ok   bool
	}
	c := make(chan result, 1)
	go func() {
		text, ok := poll.LookUp(host)
		c <- result{text, ok}
	}()
	select {
	case r := <-c:
		return r.text, r.ok, nil
	case <-ctx.Done():
		err := ofContext(ctx.Err())
		return "", false, &DNSError{UnwrapErr: err, Err: err.Error(), Name: host, IsTimeout: err == errTimeout}
	}
}

// inHosts looks up a host in /etc/hosts.
func inHosts(host string) []IPAddr {
	data, err := os.ReadFile("/etc/hosts")
	if err != nil {
		return nil
	}
	var list4, list6 []IPAddr
	host = strings.TrimSuffix(host, ".")
	for line := range strings.SplitSeq(string(data), "\n") {
		line, _, _ = strings.Cut(line, "#")
		fields := strings.Fields(line)
		if len(fields) < 2 {
			continue
		}
		ip, zone := parseZoned(fields[0])
		if ip == nil {
			continue
		}
		for _, name := range fields[1:] {
			if !strings.EqualFold(strings.TrimSuffix(name, "."), host) {
				continue
			}
			if a := (IPAddr{IP: ip, Zone: zone}); ip.To4() != nil {
				list4 = append(list4, a)
			} else if hasIPv6() {
				list6 = append(list6, a)
			}
			break
		}
	}
	return append(list6, list4...)
}
