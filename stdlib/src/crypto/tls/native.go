package tls

// Go's side names a connection of rustls by a number; 0 means no connection. A step of work on a connection returns the
// kind of its result and bytes that belong to the result. Joined parts stand each behind its length in four bytes.
const (
	// The step is done.
	stepDone = iota
	// The step failed; the bytes are an error's text.
	stepFailed
	// The rest are questions for answer: whether a chain, joined behind the server's name, is trusted. A no has the
	// alert's number.
	stepTrust
	// Whether a signature is right: joined scheme, certificate, message and signature.
	stepIsSigned
	// For the signature of joined scheme and message.
	stepSign
	// For a client's certificate, as settings have it: joined schemes and names of authorities.
	stepClientCertificate
	// A client's hello, which accept goes on with.
	stepHello
	// The step failed because of an alert from the other side; the byte is the alert's number.
	stepAlert
	// For a ticket that a session is sealed in.
	stepSeal
	// For the session in a ticket.
	stepOpen
	// For a server's certificate, as settings have it, at the client's second hello.
	stepServerCertificate
	// The step failed because the server could not decrypt the client's hello; the bytes are the
	// configurations with which the server can decrypt one.
	stepRejected
)

// newClient returns a client's connection with these settings, or why there is none. session is one to resume, or 0.
func newClient(settings []byte, session uint64, quic bool) (number uint64, failure string)

// newServer returns a server's connection.
func newServer() uint64

// release forgets a connection.
func release(number uint64)

// feed takes bytes that came.
func feed(number uint64, data []byte) (step int, bytes []byte)

// accept goes on with a hello under these settings.
func accept(number uint64, settings []byte) (step int, bytes []byte)

// acceptQUIC begins a server's connection of QUIC with the bytes of a hello.
func acceptQUIC(number uint64, settings, hello []byte) (step int, bytes []byte)

// takeSecrets returns lines for a log of keys, if they are wanted.
func takeSecrets(number uint64) []byte

// takeSession returns the next session that a client got, by a number to release, with joined version and suite, and
// whether early data may be sent; 0 if there is none.
func takeSession(number uint64) (session uint64, facts []byte)

// takeTicket returns joined the message that a server of QUIC would send its ticket with, and the session for the
// ticket.
func takeTicket(number uint64) []byte

// answer answers the question that the last step ended with.
func answer(number uint64, ok bool, bytes []byte) (step int, out []byte)

// takeOut returns bytes for the other side; of QUIC joined pairs: 0 and a level, with data for it, or 1 and a level
// whose keys are there.
func takeOut(number uint64) []byte

// seal returns the bytes for the other side that data becomes.
func seal(number uint64, data []byte) []byte

// readPlain reads plain text and returns its length; -1 if more bytes must be received first, -2 at
// the end.
func readPlain(number uint64, to []byte) int

// sayGoodbye returns the alert that tells the other side that no more data will be sent.
func sayGoodbye(number uint64) []byte

// facts returns joined flags: whether hands are being shaken, were asked to shake them again, and a session is resumed;
// whether an encrypted hello was accepted; of QUIC, whether there are keys for early data, whether that is accepted,
// and the alert; then version, cipher suite and group; the protocol; the server's name that a client has sent; QUIC's
// parameters.
func facts(number uint64) []byte

// export returns keying material; nil if there is none.
func export(number uint64, label string, context []byte, has bool, length int) []byte

// signRSA signs by a key in the form of PKCS #1; nil for keys that ring does not take: of less than 2048 bits or more
// than 4096.
func signRSA(key []byte, scheme uint16, message []byte) []byte
