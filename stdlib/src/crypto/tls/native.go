package tls

// A connection of rustls is known by a number; 0 is none. A step of its work returns what it ended with, and bytes that
// belong to it. What is joined are parts, each behind its length in four bytes.
const (
	// The step is done.
	stepDone = iota
	// It failed; the bytes are an error's text.
	stepFailed
	// The rest are questions for answer: whether a chain, joined, is trusted. A no has the alert's number.
	stepTrust
	// Whether a signature is right: joined scheme, certificate, message and signature.
	stepIsSigned
	// For the signature of joined scheme and message.
	stepSign
	// For a client's certificate, as settings have it: joined schemes and names of authorities.
	stepClientCertificate
	// A client's hello, which accept goes on with: joined name, protocols, cipher suites, schemes and groups.
	stepHello
	// It failed by an alert that came: its number.
	stepAlert
)

// newClient returns a client's connection with these settings, or why there is none.
func newClient(settings []byte) (number uint64, failure string)

// newServer returns a server's connection.
func newServer() uint64

// release forgets a connection.
func release(number uint64)

// feed takes bytes that came.
func feed(number uint64, data []byte) (step int, bytes []byte)

// accept goes on with a hello under these settings.
func accept(number uint64, settings []byte) (step int, bytes []byte)

// answer answers the question that the last step ended with.
func answer(number uint64, ok bool, bytes []byte) (step int, out []byte)

// takeOut returns bytes for the other side.
func takeOut(number uint64) []byte

// seal returns the bytes for the other side that data becomes.
func seal(number uint64, data []byte) []byte

// readPlain reads plain text: how much; -1 if more bytes must come, -2 at the end.
func readPlain(number uint64, to []byte) int

// sayGoodbye returns the bytes that tell the other side that nothing comes any more.
func sayGoodbye(number uint64) []byte

// facts returns joined whether hands are being shaken, and were asked to shake them again; version, cipher suite and
// group; the protocol; the server's name that a client has sent.
func facts(number uint64) []byte

// export returns keying material; nil if there is none.
func export(number uint64, label string, context []byte, has bool, length int) []byte

// signRSA signs by a key in the form of PKCS #1; nil for keys that ring does not take: of less than 2048 bits or more
// than 4096.
func signRSA(key []byte, scheme uint16, message []byte) []byte
