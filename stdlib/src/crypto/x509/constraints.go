package x509

import (
	"fmt"
	"net"
	"net/netip"
	"net/url"
	"slices"
	"strings"
)

// forbids returns why the constraints of c exclude the names of a certificate; "" if they do not. A name that does not
// parse is excluded, whatever the constraints are, because another program may read it differently.
func (c *Certificate) forbids(below *Certificate) string {
	if len(c.PermittedDNSDomains)+len(c.ExcludedDNSDomains)+len(c.PermittedEmailAddresses)+len(c.ExcludedEmailAddresses)+
		len(c.PermittedURIDomains)+len(c.ExcludedURIDomains)+len(c.PermittedIPRanges)+len(c.ExcludedIPRanges) == 0 {
		return ""
	}
	for _, ip := range below.IPAddresses {
		within := func(rule *net.IPNet, _ bool) bool { return len(rule.IP) == len(ip) && rule.Contains(ip) }
		if s := constrained("IP address", ip.String(), within, c.PermittedIPRanges, c.ExcludedIPRanges); s != "" {
			return s
		}
	}
	for _, name := range below.DNSNames {
		if !matchable(name, false) {
			return fmt.Sprintf("x509: cannot parse dnsName %q", name)
		}
		within := func(rule string, excludes bool) bool { return inDomain(name, rule, excludes) }
		if s := constrained("DNS name", name, within, c.PermittedDNSDomains, c.ExcludedDNSDomains); s != "" {
			return s
		}
	}
	for _, u := range below.URIs {
		host, fault := uriHost(u)
		if fault != "" {
			return fault
		}
		within := func(rule string, excludes bool) bool { return inDomain(host, rule, excludes) }
		if s := constrained("URI", u.String(), within, c.PermittedURIDomains, c.ExcludedURIDomains); s != "" {
			return s
		}
	}
	for _, email := range below.EmailAddresses {
		box, ok := parseMailbox(email)
		if !ok {
			return fmt.Sprintf("cannot parse rfc822Name %q", email)
		}
		if s := constrained("email address", box.String(), box.within, c.PermittedEmailAddresses, c.ExcludedEmailAddresses); s != "" {
			return s
		}
	}
	return ""
}

// constrained returns why the rules exclude a name; "" if they do not. within gets a rule, and whether it is excluding.
func constrained[R any](kind, name string, within func(rule R, excludes bool) bool, permitted, excluded []R) string {
	if len(permitted) > 0 && !slices.ContainsFunc(permitted, func(rule R) bool { return within(rule, false) }) {
		return fmt.Sprintf("%s %q is not permitted by any constraint", kind, name)
	}
	for _, rule := range excluded {
		if within(rule, true) {
			return fmt.Sprintf("%s %q is excluded by constraint %q", kind, name, fmt.Sprint(rule))
		}
	}
	return ""
}

// inDomain reports whether a name is the rule's domain or below it; for a rule that begins with a dot, only below it. A
// rule that excludes also applies to a wildcard name if the wildcard can stand for a name that matches the rule.
func inDomain(name, rule string, excludes bool) bool {
	name, rule = strings.ToLower(name), strings.ToLower(rule)
	if rule == "" || name == rule || strings.HasSuffix(name, "."+strings.TrimPrefix(rule, ".")) {
		return true
	}
	if !excludes || !strings.HasPrefix(name, "*") {
		return false
	}
	_, parent, ok := strings.Cut(rule, ".")
	_, of, _ := strings.Cut(name, ".")
	return ok && parent == of
}

// matchable reports whether the labels of a domain are valid for a comparison. A constraint may begin with a dot.
// The empty domain is allowed.
func matchable(domain string, constraint bool) bool {
	if domain == "" {
		return true
	}
	if constraint {
		domain = strings.TrimPrefix(domain, ".")
	}
	for label := range strings.SplitSeq(domain, ".") {
		if label == "" || strings.ContainsFunc(label, func(r rune) bool { return r < '!' || r > '~' }) {
			return false
		}
	}
	return true
}

// uriHost returns the host in lower case, or why the URI has no host to compare.
func uriHost(u *url.URL) (host, fault string) {
	host = strings.ToLower(u.Host)
	if host == "" {
		return "", fmt.Sprintf("URI with empty host (%q) cannot be matched against constraints", u.String())
	}
	if strings.Contains(host, ":") && !strings.HasSuffix(host, "]") {
		var err error
		if host, _, err = net.SplitHostPort(host); err != nil {
			return "", fmt.Sprintf("cannot parse URI host %q: %v", u.Host, err)
		}
	}
	if _, err := netip.ParseAddr(host); err == nil || strings.HasPrefix(host, "[") && strings.HasSuffix(host, "]") {
		return "", fmt.Sprintf("URI with IP (%q) cannot be matched against constraints", u.String())
	}
	if !matchable(host, false) {
		return "", fmt.Sprintf("x509: internal error: URI SAN %q failed to parse", u.String())
	}
	return host, ""
}

// A mailbox is an email address of RFC 5321, unquoted; the domain is in lower case.
type mailbox struct{ local, domain string }

func (m mailbox) String() string { return m.local + "@" + m.domain }

// within reports whether the mailbox matches a rule, which is a mailbox or a domain.
func (m mailbox) within(rule string, excludes bool) bool {
	if strings.Contains(rule, "@") {
		box, ok := parseMailbox(rule)
		return ok && box == m
	}
	return inDomain(m.domain, rule, excludes)
}

func parseMailbox(s string) (m mailbox, ok bool) {
	rest, quoted := strings.CutPrefix(s, `"`)
	var local []byte
	i := 0
	for ; i < len(rest); i++ {
		c := rest[i]
		if quoted && c == '"' || !quoted && c == '@' {
			break
		}
		escaped := c == '\\'
		if escaped {
			if i++; i == len(rest) {
				return mailbox{}, false
			}
			c = rest[i]
		}
		if !inLocal(c, quoted, escaped) {
			return mailbox{}, false
		}
		local = append(local, c)
	}
	rest = rest[i:]
	m.local = string(local)
	if quoted {
		if rest, ok = strings.CutPrefix(rest, `"`); !ok {
			return mailbox{}, false
		}
	} else if slices.Contains(strings.Split(m.local, "."), "") {
		return mailbox{}, false
	}
	domain, ok := strings.CutPrefix(rest, "@")
	m.domain = strings.ToLower(domain)
	return m, ok && !strings.Contains(domain, "@") && matchable(domain, false)
}

// inLocal reports whether the part before the @ may contain a character, if it is quoted or escaped.
func inLocal(c byte, quoted, escaped bool) bool {
	switch {
	case quoted:
		return c != 0 && c != '\n' && c != '\r' && c <= 127 && (escaped || c != '\t')
	case escaped:
		return true
	}
	return 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || '0' <= c && c <= '9' || strings.IndexByte("!#$%&'*+-/=?^_`{|}~.", c) >= 0
}
