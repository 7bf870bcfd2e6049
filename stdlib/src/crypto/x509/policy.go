package x509

import (
	"bytes"
	"slices"
)

// anyPolicy is the policy that stands for all policies.
var anyPolicy = string([]byte{0x55, 0x1d, 0x20, 0})

// A policyNode is a policy that is valid for the chain down to a certificate.
type policyNode struct {
	// expected are the policies of the next certificate that continue this node.
	expected []string
	// parents are the policies of the certificate above that lead to this node.
	parents []string
}

// A policyLevel has a certificate's nodes, by their policies.
type policyLevel map[string]*policyNode

// A policyState is the state of the policy validation of RFC 5280, section 6.1, as changed by RFC 9618.
type policyState struct {
	// levels is the graph, from the trust anchor on. known is false from the first certificate on that names no
	// policy.
	levels []policyLevel
	known  bool
	// explicit, mapping and any count how many more certificates may follow before a policy must be known, before policies
	// are not mapped any more, and before anyPolicy stands for itself only.
	explicit, mapping, any int
}

// policiesValid reports whether a chain is valid for one of the wanted policies, or, if none is wanted, for those that
// its certificates demand.
func policiesValid(chain []*Certificate, wanted []OID) bool {
	n := len(chain) - 1
	if n == 0 {
		return true
	}
	root := policyLevel{anyPolicy: {expected: []string{anyPolicy}}}
	s := &policyState{levels: []policyLevel{root}, known: true, explicit: n + 1, mapping: n + 1, any: n + 1}
	for i := n - 1; i >= 0; i-- {
		c := chain[i]
		selfIssued := bytes.Equal(c.RawIssuer, c.RawSubject)
		if len(c.Policies) == 0 {
			s.known, s.levels = false, nil
		}
		if s.explicit == 0 && !s.known {
			return false
		}
		if s.known {
			s.add(c, s.any > 0 || i > 0 && selfIssued)
		}
		if i == 0 {
			break
		}
		if s.known && !s.rename(c.PolicyMappings) {
			return false
		}
		s.count(c, selfIssued)
	}
	s.explicit = max(s.explicit-1, 0)
	if chain[0].RequireExplicitPolicyZero {
		s.explicit = 0
	}
	return s.explicit > 0 || s.has(wanted)
}

// add adds the level of a certificate; any says whether the certificate's anyPolicy is used.
func (s *policyState) add(c *Certificate, any bool) {
	above := s.levels[len(s.levels)-1]
	level := policyLevel{}
	names := false
	for _, oid := range c.Policies {
		policy := string(oid.der)
		if policy == anyPolicy {
			names = true
			continue
		}
		var parents []string
		for valid, node := range above {
			if slices.Contains(node.expected, policy) {
				parents = append(parents, valid)
			}
		}
		if len(parents) == 0 && above[anyPolicy] != nil {
			parents = []string{anyPolicy}
		}
		if len(parents) > 0 {
			level[policy] = &policyNode{[]string{policy}, parents}
		}
	}
	if names && any {
		named := policyLevel{}
		for valid, node := range above {
			for _, policy := range node.expected {
				if level[policy] != nil {
					continue
				}
				if named[policy] == nil {
					named[policy] = &policyNode{expected: []string{policy}}
				}
				named[policy].parents = append(named[policy].parents, valid)
			}
		}
		for policy, node := range named {
			level[policy] = node
		}
	}
	s.levels = append(s.levels, level)
	s.prune()
}

// prune removes nodes above the last level that have no children.
func (s *policyState) prune() {
	for i := len(s.levels) - 2; i >= 0; i-- {
		used := map[string]bool{}
		for _, node := range s.levels[i+1] {
			for _, parent := range node.parents {
				used[parent] = true
			}
		}
		for policy := range s.levels[i] {
			if !used[policy] {
				delete(s.levels[i], policy)
			}
		}
	}
}

// rename makes policies of the last level lead to the policies that they are mapped to; false if anyPolicy is mapped.
func (s *policyState) rename(mappings []PolicyMapping) bool {
	level := s.levels[len(s.levels)-1]
	to := map[string][]string{}
	for _, m := range mappings {
		from, subject := string(m.IssuerDomainPolicy.der), string(m.SubjectDomainPolicy.der)
		if s.mapping == 0 {
			delete(level, from)
			continue
		}
		if from == anyPolicy || subject == anyPolicy {
			return false
		}
		to[from] = append(to[from], subject)
	}
	s.prune()
	for from, subjects := range to {
		if node := level[from]; node != nil {
			node.expected = subjects
		} else if level[anyPolicy] != nil {
			level[from] = &policyNode{subjects, []string{anyPolicy}}
		}
	}
	return true
}

// count applies the limits of a certificate that is not the last one to the certificates after it.
func (s *policyState) count(c *Certificate, selfIssued bool) {
	if !selfIssued {
		s.explicit, s.mapping, s.any = max(s.explicit-1, 0), max(s.mapping-1, 0), max(s.any-1, 0)
	}
	demand := func(counter *int, n int, zero bool) {
		if n > 0 || zero {
			*counter = min(*counter, n)
		}
	}
	demand(&s.explicit, c.RequireExplicitPolicy, c.RequireExplicitPolicyZero)
	demand(&s.mapping, c.InhibitPolicyMapping, c.InhibitPolicyMappingZero)
	demand(&s.any, c.InhibitAnyPolicy, c.InhibitAnyPolicyZero)
}

// has reports whether the chain is valid for a wanted policy; wanted is empty for all policies.
func (s *policyState) has(wanted []OID) bool {
	if !s.known {
		return false
	}
	all := len(wanted) == 0 || !slices.ContainsFunc(wanted, func(oid OID) bool { return string(oid.der) != anyPolicy })
	if last := s.levels[len(s.levels)-1]; last[anyPolicy] != nil {
		return true
	}
	// The policies in the trust anchor's domain are the nodes below anyPolicy.
	for _, level := range s.levels {
		for policy, node := range level {
			if policy == anyPolicy || !slices.Contains(node.parents, anyPolicy) {
				continue
			}
			if all || slices.ContainsFunc(wanted, func(oid OID) bool { return string(oid.der) == policy }) {
				return true
			}
		}
	}
	return false
}
