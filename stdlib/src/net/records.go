package net

import (
	"context"
	"math/rand"
	"net/netip"
	"os"
	"slices"
	"strings"
)

// An MX is a mail host of a domain.
type MX struct {
	Host string
	Pref uint16
}

// An NS is a name server.
type NS struct{ Host string }

// An SRV is a host that serves.
type SRV struct {
	Target   string
	Port     uint16
	Priority uint16
	Weight   uint16
}

// LookupCNAME returns the canonical name of a host.
func LookupCNAME(host string) (cname string, err error) {
	return DefaultResolver.LookupCNAME(context.Background(), host)
}

// LookupSRV returns the hosts for a service, in the order in which to try them.
func LookupSRV(service, proto, name string) (cname string, addrs []*SRV, err error) {
	return DefaultResolver.LookupSRV(context.Background(), service, proto, name)
}

// LookupMX returns the mail hosts of a domain, sorted by preference.
func LookupMX(name string) ([]*MX, error) {
	return DefaultResolver.LookupMX(context.Background(), name)
}

// LookupNS returns the name servers of a domain.
func LookupNS(name string) ([]*NS, error) {
	return DefaultResolver.LookupNS(context.Background(), name)
}

// LookupTXT returns the TXT records of a domain.
func LookupTXT(name string) ([]string, error) {
	return DefaultResolver.LookupTXT(context.Background(), name)
}

// LookupAddr returns the names of an address.
func LookupAddr(addr string) (names []string, err error) {
	return DefaultResolver.LookupAddr(context.Background(), addr)
}

// resolverOr is the resolver, or the default one.
func (r *Resolver) or() *Resolver {
	if r == nil {
		return DefaultResolver
	}
	return r
}

// LookupCNAME returns the canonical name of a host.
func (r *Resolver) LookupCNAME(ctx context.Context, host string) (string, error) {
	_, cname, err := r.or().askHost(ctx, "ip", host)
	if err != nil {
		return "", err
	}
	if !isDomainName(cname) {
		return "", &DNSError{Err: errMalformedNames, Name: host}
	}
	return cname, nil
}

// kept returns the records with valid names, and an error if it dropped some.
func kept[T any](list []T, name string, good func(T) bool) ([]T, error) {
	out := make([]T, 0, len(list))
	for _, v := range list {
		if good(v) {
			out = append(out, v)
		}
	}
	if len(out) != len(list) {
		return out, &DNSError{Err: errMalformedNames, Name: name}
	}
	return out, nil
}

// of returns the answers of a kind, converted by read.
func of[T any](r *reply, name string, kind int, read func(a record) (T, bool)) ([]T, error) {
	var list []T
	for _, a := range r.answers {
		if a.kind != kind {
			continue
		}
		v, ok := read(a)
		if !ok {
			return nil, &DNSError{Err: errBadMessage.Error(), Name: name, Server: r.server}
		}
		list = append(list, v)
	}
	return list, nil
}

// LookupSRV returns the hosts for a service, in the order in which to try them.
func (r *Resolver) LookupSRV(ctx context.Context, service, proto, name string) (string, []*SRV, error) {
	target := name
	if service != "" || proto != "" {
		target = "_" + service + "._" + proto + "." + name
	}
	answer, err := r.or().ask(ctx, target, typeSRV)
	if err != nil {
		return "", nil, err
	}
	cname := ""
	list, err := of(answer, name, typeSRV, func(a record) (*SRV, bool) {
		if a.end-a.at < 7 {
			return nil, false
		}
		if cname == "" {
			cname = a.name
		}
		b := answer.msg[a.at:]
		host, ok := answer.nameAt(a.at + 6)
		return &SRV{Priority: uint16(be16(b)), Weight: uint16(be16(b[2:])), Port: uint16(be16(b[4:])), Target: host}, ok
	})
	if err != nil {
		return "", nil, err
	}
	orderSRV(list)
	if cname != "" && !isDomainName(cname) {
		return "", nil, &DNSError{Err: "SRV header name is invalid", Name: name}
	}
	list, err = kept(list, name, func(s *SRV) bool { return isDomainName(s.Target) })
	return cname, list, err
}

// orderSRV sorts by priority, and orders equals randomly by weight.
func orderSRV(list []*SRV) {
	slices.SortStableFunc(list, func(a, b *SRV) int {
		if a.Priority != b.Priority {
			return int(a.Priority) - int(b.Priority)
		}
		return int(a.Weight) - int(b.Weight)
	})
	for len(list) > 0 {
		n, sum := 0, 0
		for n < len(list) && list[n].Priority == list[0].Priority {
			sum += int(list[n].Weight)
			n++
		}
		for group := list[:n]; sum > 0 && len(group) > 1; group = group[1:] {
			s, draw := 0, rand.Intn(sum)
			for i := range group {
				if s += int(group[i].Weight); s > draw {
					chosen := group[i]
					copy(group[1:i+1], group[:i])
					group[0] = chosen
					break
				}
			}
			sum -= int(group[0].Weight)
		}
		list = list[n:]
	}
}

// LookupMX returns the mail hosts of a domain, sorted by preference.
func (r *Resolver) LookupMX(ctx context.Context, name string) ([]*MX, error) {
	answer, err := r.or().ask(ctx, name, typeMX)
	if err != nil {
		return nil, err
	}
	list, err := of(answer, name, typeMX, func(a record) (*MX, bool) {
		if a.end-a.at < 3 {
			return nil, false
		}
		host, ok := answer.nameAt(a.at + 2)
		return &MX{Host: host, Pref: uint16(be16(answer.msg[a.at:]))}, ok
	})
	if err != nil {
		return nil, err
	}
	rand.Shuffle(len(list), func(i, j int) { list[i], list[j] = list[j], list[i] })
	slices.SortStableFunc(list, func(a, b *MX) int { return int(a.Pref) - int(b.Pref) })
	return kept(list, name, func(m *MX) bool {
		ip, err := netip.ParseAddr(strings.TrimSuffix(m.Host, "."))
		return isDomainName(m.Host) || err == nil && ip.Zone() == ""
	})
}

// LookupNS returns the name servers of a domain.
func (r *Resolver) LookupNS(ctx context.Context, name string) ([]*NS, error) {
	answer, err := r.or().ask(ctx, name, typeNS)
	if err != nil {
		return nil, err
	}
	list, err := of(answer, name, typeNS, func(a record) (*NS, bool) {
		host, ok := answer.nameAt(a.at)
		return &NS{Host: host}, ok
	})
	if err != nil {
		return nil, err
	}
	return kept(list, name, func(n *NS) bool { return isDomainName(n.Host) })
}

// LookupTXT returns the TXT records of a domain.
func (r *Resolver) LookupTXT(ctx context.Context, name string) ([]string, error) {
	answer, err := r.or().ask(ctx, name, typeTXT)
	if err != nil {
		return nil, err
	}
	return of(answer, name, typeTXT, answer.text)
}

// LookupAddr returns the names of an address.
func (r *Resolver) LookupAddr(ctx context.Context, addr string) ([]string, error) {
	question, err := reverse(addr)
	if err != nil {
		return nil, err
	}
	if names := namesInHosts(addr); names != nil {
		return names, nil
	}
	answer, err := r.or().ask(ctx, question, typePTR)
	if err != nil {
		if e, ok := err.(*DNSError); ok {
			e.Name = addr
		}
		return nil, err
	}
	list, err := of(answer, addr, typePTR, func(a record) (string, bool) { return answer.nameAt(a.at) })
	if err != nil {
		return nil, err
	}
	return kept(list, addr, isDomainName)
}

// namesInHosts looks up an address in /etc/hosts.
func namesInHosts(addr string) (names []string) {
	want, zone := parseZoned(addr)
	data, _ := os.ReadFile("/etc/hosts")
	for line := range strings.SplitSeq(string(data), "\n") {
		line, _, _ = strings.Cut(line, "#")
		fields := strings.Fields(line)
		if len(fields) < 2 {
			continue
		}
		if ip, z := parseZoned(fields[0]); ip != nil && ip.Equal(want) && z == zone {
			names = append(names, fields[1:]...)
		}
	}
	return names
}

// askHost queries the name servers for the addresses of a host and its canonical name.
func (r *Resolver) askHost(ctx context.Context, network, host string) (list []IPAddr, cname string, err error) {
	kinds := []int{typeA, typeAAAA}
	switch family(network) {
	case 4:
		kinds = kinds[:1]
	case 6:
		kinds = kinds[1:]
	}
	type result struct {
		answer *reply
		err    error
	}
	results := make([]chan result, len(kinds))
	for i, kind := range kinds {
		results[i] = make(chan result, 1)
		go func() {
			answer, err := r.ask(ctx, host, kind)
			results[i] <- result{answer, err}
		}()
	}
	for i, kind := range kinds {
		got := <-results[i]
		if got.err != nil {
			if e, ok := got.err.(Error); ok && e.Temporary() && r.StrictErrors {
				return nil, "", got.err
			}
			if err == nil {
				err = got.err
			}
			continue
		}
		for _, a := range got.answer.answers {
			if a.kind == kind && (a.end-a.at == 4 || a.end-a.at == 16) {
				list = append(list, IPAddr{IP: append(IP(nil), got.answer.msg[a.at:a.end]...)})
				if cname == "" {
					cname = a.name
				}
			}
		}
	}
	if len(list) > 0 {
		return list, cname, nil
	}
	if err == nil {
		err = dnsError(errNoSuchHost, host, "")
	}
	return nil, "", err
}
