package tls

import (
	"container/list"
	"crypto/aes"
	"crypto/cipher"
	"crypto/rand"
	"crypto/sha512"
	"crypto/x509"
	"encoding/binary"
	"errors"
	"runtime"
	"slices"
	"sync"
	"time"
)

// A SessionState is a session that can be resumed. A server's can be stored anywhere; a client's is kept by rustls,
// which does not let it out: its Bytes name it for this process, as long as it is among the last 1024 that were asked
// for. A client's session of TLS 1.3 is good for one connection; a second one shakes hands as if there were none.
type SessionState struct {
	// Extra is what others store with it.
	Extra [][]byte
	// EarlyData says that data can be sent before hands are shaken, in QUIC.
	EarlyData bool

	version, suite uint16
	isClient       bool
	createdAt      uint64
	peer           []*x509.Certificate
	chains         [][]*x509.Certificate
	protocol       string
	// plain is a server's session, kept a client's.
	plain []byte
	kept  *keptSession
}

// A keptSession is one of rustls's, with a name.
type keptSession struct {
	number uint64
	name   string
}

func keep(number uint64) *keptSession {
	name := make([]byte, 16)
	rand.Read(name)
	k := &keptSession{number, string(name)}
	runtime.SetFinalizer(k, func(k *keptSession) { release(k.number) })
	return k
}

// named are the client's sessions whose names were asked for, the oldest first.
var named struct {
	sync.Mutex
	byName map[string]*keptSession
	order  []string
}

const maxNamed = 1024

func (k *keptSession) remember() {
	named.Lock()
	defer named.Unlock()
	if named.byName == nil {
		named.byName = map[string]*keptSession{}
	}
	if named.byName[k.name] != nil {
		return
	}
	if len(named.order) == maxNamed {
		delete(named.byName, named.order[0])
		named.order = named.order[1:]
	}
	named.byName[k.name] = k
	named.order = append(named.order, k.name)
}

var errSessionEncoding = errors.New("tls: invalid session encoding")

func ders(certs []*x509.Certificate) []byte {
	var out []byte
	for _, c := range certs {
		out = append(out, join(c.Raw)...)
	}
	return out
}

// Bytes encodes the session for ParseSessionState, with its secrets.
func (s *SessionState) Bytes() ([]byte, error) {
	secret, flags := s.plain, []byte{0, 0}
	if s.isClient {
		if s.kept == nil {
			return nil, errors.New("tls: the session has no secret")
		}
		s.kept.remember()
		secret, flags[0] = []byte(s.kept.name), 1
	}
	if s.EarlyData {
		flags[1] = 1
	}
	var chains []byte
	for _, chain := range s.chains {
		chains = append(chains, join(ders(chain))...)
	}
	created := binary.BigEndian.AppendUint64(nil, s.createdAt)
	return join(put([]uint16{s.version, s.suite}), flags, created, secret, join(s.Extra...), ders(s.peer), chains, []byte(s.protocol)), nil
}

// parts splits bytes into the parts that were joined.
func parts(b []byte) (list [][]byte, ok bool) {
	w := wire{b: b}
	for w.more() {
		v := w.vector(4)
		list = append(list, v.b)
	}
	return list, !w.failed
}

func parseCertificates(b []byte) (certs []*x509.Certificate, err error) {
	list, ok := parts(b)
	if !ok {
		return nil, errSessionEncoding
	}
	for _, der := range list {
		cert, err := x509.ParseCertificate(der)
		if err != nil {
			return nil, err
		}
		certs = append(certs, cert)
	}
	return certs, nil
}

// ParseSessionState reads what Bytes has encoded.
func ParseSessionState(data []byte) (*SessionState, error) {
	f, ok := parts(data)
	if !ok || len(f) != 8 || len(f[0]) != 4 || len(f[1]) != 2 || len(f[2]) != 8 || len(f[3]) == 0 {
		return nil, errSessionEncoding
	}
	agreed := get[uint16](f[0])
	s := &SessionState{
		version: agreed[0], suite: agreed[1], isClient: f[1][0] == 1, EarlyData: f[1][1] == 1,
		createdAt: binary.BigEndian.Uint64(f[2]), protocol: string(f[7]),
	}
	var err error
	if s.Extra, ok = parts(f[4]); !ok {
		return nil, errSessionEncoding
	}
	if s.peer, err = parseCertificates(f[5]); err != nil {
		return nil, err
	}
	chains, ok := parts(f[6])
	if !ok {
		return nil, errSessionEncoding
	}
	for _, c := range chains {
		chain, err := parseCertificates(c)
		if err != nil {
			return nil, err
		}
		s.chains = append(s.chains, chain)
	}
	if !s.isClient {
		s.plain = slices.Clone(f[3])
		return s, nil
	}
	if len(s.peer) == 0 {
		return nil, errors.New("tls: no server certificates in client session")
	}
	named.Lock()
	defer named.Unlock()
	if s.kept = named.byName[string(f[3])]; s.kept == nil {
		return nil, errors.New("tls: the client's session is not in this process: minigo's crypto/tls cannot store it elsewhere")
	}
	return s, nil
}

// A ClientSessionState is what a ClientSessionCache stores.
type ClientSessionState struct{ session *SessionState }

// ResumptionState returns the session, and what it is known by: a name of minigo's, as rustls does not let the ticket
// out.
func (cs *ClientSessionState) ResumptionState() (ticket []byte, state *SessionState, err error) {
	if cs == nil || cs.session == nil {
		return nil, nil, nil
	}
	return []byte(cs.session.kept.name), cs.session, nil
}

// NewResumptionState returns what ResumptionState has taken apart.
func NewResumptionState(ticket []byte, state *SessionState) (*ClientSessionState, error) {
	if state == nil || state.kept == nil || state.kept.name != string(ticket) {
		return nil, errors.New("tls: the ticket does not belong to the client's session")
	}
	return &ClientSessionState{state}, nil
}

// A ClientSessionCache stores sessions by names of servers. Many goroutines may use a cache at the
// same time.
type ClientSessionCache interface {
	Get(sessionKey string) (session *ClientSessionState, ok bool)
	Put(sessionKey string, cs *ClientSessionState)
}

type lruCache struct {
	sync.Mutex
	byKey    map[string]*list.Element
	newest   *list.List
	capacity int
}

type lruEntry struct {
	key   string
	state *ClientSessionState
}

// NewLRUClientSessionCache returns a cache that forgets what was not used for longest; 64 sessions if capacity is not
// positive.
func NewLRUClientSessionCache(capacity int) ClientSessionCache {
	if capacity < 1 {
		capacity = 64
	}
	return &lruCache{byKey: map[string]*list.Element{}, newest: list.New(), capacity: capacity}
}

func (c *lruCache) Put(sessionKey string, cs *ClientSessionState) {
	c.Lock()
	defer c.Unlock()
	if e := c.byKey[sessionKey]; e != nil {
		if cs == nil {
			c.newest.Remove(e)
			delete(c.byKey, sessionKey)
			return
		}
		e.Value.(*lruEntry).state = cs
		c.newest.MoveToFront(e)
		return
	}
	if c.newest.Len() == c.capacity {
		oldest := c.newest.Back()
		delete(c.byKey, oldest.Value.(*lruEntry).key)
		c.newest.Remove(oldest)
	}
	c.byKey[sessionKey] = c.newest.PushFront(&lruEntry{sessionKey, cs})
}

func (c *lruCache) Get(sessionKey string) (session *ClientSessionState, ok bool) {
	c.Lock()
	defer c.Unlock()
	e := c.byKey[sessionKey]
	if e == nil {
		return nil, false
	}
	c.newest.MoveToFront(e)
	return e.Value.(*lruEntry).state, true
}

// A ticketKey seals sessions into tickets.
type ticketKey struct {
	aead    cipher.AEAD
	created time.Time
}

func newTicketKey(b [32]byte, now time.Time) ticketKey {
	h := sha512.Sum512(b[:])
	block, err := aes.NewCipher(h[:32])
	if err != nil {
		panic(err)
	}
	aead, err := cipher.NewGCM(block)
	if err != nil {
		panic(err)
	}
	return ticketKey{aead, now}
}

const (
	ticketLifetime = 7 * 24 * time.Hour
	// Own keys are changed each day, and open tickets as long as these last.
	ticketKeyRotation = 24 * time.Hour
)

// ticketKeys are a Config's: those that were set, or own ones, the newest first.
type ticketKeys struct {
	sync.Mutex
	set, own []ticketKey
}

func (c *Config) ticketKeys() *ticketKeys {
	if k := c.tickets.Load(); k != nil {
		return k
	}
	c.tickets.CompareAndSwap(nil, &ticketKeys{})
	return c.tickets.Load()
}

// SetSessionTicketKeys sets the keys for tickets: the first one seals, all open. The method can be called while the
// Config is used.
func (c *Config) SetSessionTicketKeys(keys [][32]byte) {
	if len(keys) == 0 {
		panic("tls: keys must have at least one key")
	}
	var set []ticketKey
	for _, b := range keys {
		set = append(set, newTicketKey(b, c.now()))
	}
	k := c.ticketKeys()
	k.Lock()
	defer k.Unlock()
	k.set = set
}

// keysForTickets are those of a Config that GetConfigForClient has chosen, if some were set, or else those of c.
func (c *Config) keysForTickets(chosen *Config) []ticketKey {
	if chosen != nil && chosen != c {
		if set := chosen.setKeys(); set != nil {
			return set
		}
	}
	if set := c.setKeys(); set != nil {
		return set
	}
	k, now := c.ticketKeys(), c.now()
	k.Lock()
	defer k.Unlock()
	if len(k.own) == 0 || now.Sub(k.own[0].created) > ticketKeyRotation {
		var b [32]byte
		rand.Read(b[:])
		valid := []ticketKey{newTicketKey(b, now)}
		for _, old := range k.own {
			if now.Sub(old.created) < ticketLifetime {
				valid = append(valid, old)
			}
		}
		k.own = valid
	}
	return k.own
}

// setKeys are the keys that were set by SetSessionTicketKeys or SessionTicketKey.
func (c *Config) setKeys() []ticketKey {
	k := c.ticketKeys()
	k.Lock()
	defer k.Unlock()
	if k.set == nil && c.SessionTicketKey != [32]byte{} {
		k.set = []ticketKey{newTicketKey(c.SessionTicketKey, c.now())}
	}
	return k.set
}

func sealTicket(keys []ticketKey, s *SessionState) ([]byte, error) {
	plain, err := s.Bytes()
	if err != nil {
		return nil, err
	}
	nonce := make([]byte, keys[0].aead.NonceSize())
	rand.Read(nonce)
	return keys[0].aead.Seal(nonce, nonce, plain, nil), nil
}

// openTicket returns nil for a ticket that none of the keys opens.
func openTicket(keys []ticketKey, ticket []byte) *SessionState {
	for _, key := range keys {
		n := key.aead.NonceSize()
		if len(ticket) < n {
			break
		}
		plain, err := key.aead.Open(nil, ticket[:n], ticket[n:], nil)
		if err != nil {
			continue
		}
		if s, err := ParseSessionState(plain); err == nil {
			return s
		}
	}
	return nil
}

// EncryptTicket seals a session by the keys of c. WrapSession can call this method.
func (c *Config) EncryptTicket(cs ConnectionState, ss *SessionState) ([]byte, error) {
	return sealTicket(c.keysForTickets(nil), ss)
}

// DecryptTicket opens what EncryptTicket has sealed; nil if it cannot. UnwrapSession can call this
// method.
func (c *Config) DecryptTicket(identity []byte, cs ConnectionState) (*SessionState, error) {
	return openTicket(c.keysForTickets(nil), identity), nil
}
