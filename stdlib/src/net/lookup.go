package net

import (
	"context"
	"internal/poll"
	"os"
	"strconv"
	"strings"
)

// A Resolver finds names; this one asks /etc/hosts and then the system.
type Resolver struct {
	PreferGo     bool
	StrictErrors bool
	Dial         func(ctx context.Context, network, address string) (Conn, error)
}

// DefaultResolver is the one that functions without a resolver use.
var DefaultResolver = &Resolver{}

// LookupHost finds the addresses of a host.
func LookupHost(host string) (addrs []string, err error) {
	return DefaultResolver.LookupHost(context.Background(), host)
}

// LookupIP finds the addresses of a host.
func LookupIP(host string) ([]IP, error) {
	list, err := lookupIPs(context.Background(), host)
	if err != nil {
		return nil, err
	}
	ips := make([]IP, len(list))
	for i, a := range list {
		ips[i] = a.IP
	}
	return ips, nil
}

// LookupHost finds the addresses of a host.
func (r *Resolver) LookupHost(ctx context.Context, host string) (addrs []string, err error) {
	list, err := lookupIPs(ctx, host)
	for _, a := range list {
		addrs = append(addrs, a.String())
	}
	return addrs, err
}

// LookupIPAddr finds the addresses of a host.
func (r *Resolver) LookupIPAddr(ctx context.Context, host string) ([]IPAddr, error) {
	return lookupIPs(ctx, host)
}

// LookupPort finds the number of a port.
func (r *Resolver) LookupPort(ctx context.Context, network, service string) (int, error) {
	return LookupPort(network, service)
}

// services are the ports that go by their names everywhere.
var services = map[string]int{
	"domain": 53, "ftp": 21, "ftps": 990, "gopher": 70, "http": 80, "https": 443, "imap2": 143, "imap3": 220,
	"imaps": 993, "pop3": 110, "pop3s": 995, "smtp": 25, "submissions": 465, "ssh": 22, "telnet": 23,
}

// LookupPort finds the number of a port.
func LookupPort(network, service string) (port int, err error) {
	if service == "" {
		return 0, nil
	}
	if n, err := strconv.Atoi(service); err == nil {
		if n < 0 || n > 65535 {
			return 0, &AddrError{Err: "invalid port", Addr: service}
		}
		return n, nil
	}
	if n, ok := services[strings.ToLower(service)]; ok && (network[0] == 't' || n == 53) {
		return n, nil
	}
	return 0, &DNSError{Err: "unknown port", Name: network + "/" + service, IsNotFound: true}
}

// lookupIPs finds the addresses of a host or the text of an address.
func lookupIPs(ctx context.Context, host string) ([]IPAddr, error) {
	if host == "" {
		return nil, notFound(host)
	}
	if ip, zone := parseZoned(host); ip != nil {
		return []IPAddr{{IP: ip, Zone: zone}}, nil
	}
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
	text, ok := poll.LookUp(host)
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
	return &DNSError{UnwrapErr: errNoSuchHost, Err: errNoSuchHost.Error(), Name: host, IsNotFound: true}
}

func isDomainName(host string) bool {
	if len(host) > 254 {
		return false
	}
	for i := 0; i < len(host); i++ {
		c := host[i]
		if c <= ' ' || c >= 0x7f || c == '/' || c == '@' || c == ':' {
			return false
		}
	}
	return true
}

// inHosts looks a host up in /etc/hosts.
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
