// Package smtp sends mails to a server (RFC 5321), with the extensions 8BITMIME, SMTPUTF8, AUTH and STARTTLS.
package smtp

import (
	"crypto/tls"
	"encoding/base64"
	"errors"
	"fmt"
	"io"
	"net"
	"net/textproto"
	"strings"
)

// A Client is a connection to a server. Text is that connection, for extensions.
type Client struct {
	Text *textproto.Conn

	conn       net.Conn
	serverName string
	isTLS      bool

	// extensions has the server's extensions with their parameters; nil before the greeting, and if it has none.
	extensions map[string]string
	mechanisms []string

	localName string
	greeted   bool
	greetErr  error
}

// The codes of replies (RFC 5321, 4.2.3). A code of two digits stands for all codes that begin with it.
const (
	codeReady        = 220
	codeBye          = 221
	codeLoggedIn     = 235
	codeDone         = 250
	codeAnyDone      = 25
	codeChallenge    = 334
	codeSendData     = 354
	codeAuthCanceled = 501
)

// Dial connects to a server, such as "mail.example.com:smtp".
func Dial(addr string) (*Client, error) {
	conn, err := net.Dial("tcp", addr)
	if err != nil {
		return nil, err
	}
	host, _, _ := net.SplitHostPort(addr)
	return NewClient(conn, host)
}

// NewClient returns a client on a connection to the server with this name.
func NewClient(conn net.Conn, host string) (*Client, error) {
	text := textproto.NewConn(conn)
	if _, _, err := text.ReadResponse(codeReady); err != nil {
		text.Close()
		return nil, err
	}
	_, isTLS := conn.(*tls.Conn)
	return &Client{Text: text, conn: conn, serverName: host, isTLS: isTLS, localName: "localhost"}, nil
}

// Close closes the connection.
func (c *Client) Close() error { return c.Text.Close() }

// checkLine rejects a text with a line break, which would be more than one command.
func checkLine(line string) error {
	if strings.ContainsAny(line, "\r\n") {
		return errors.New("smtp: A line must not contain CR or LF")
	}
	return nil
}

// command sends a command and reads the reply, which must have the code; 0 accepts any code.
func (c *Client) command(code int, format string, args ...any) (int, string, error) {
	id, err := c.Text.Cmd(format, args...)
	if err != nil {
		return 0, "", err
	}
	c.Text.StartResponse(id)
	defer c.Text.EndResponse(id)
	return c.Text.ReadResponse(code)
}

// greet sends the greeting EHLO, unless it was sent before, or HELO if the server does not know EHLO.
func (c *Client) greet() error {
	if !c.greeted {
		c.greeted = true
		if err := c.ehlo(); err != nil {
			c.extensions = nil
			_, _, c.greetErr = c.command(codeDone, "HELO %s", c.localName)
		}
	}
	return c.greetErr
}

// ehlo greets the server, which replies with its extensions.
func (c *Client) ehlo() error {
	_, reply, err := c.command(codeDone, "EHLO %s", c.localName)
	if err != nil {
		return err
	}
	c.extensions = map[string]string{}
	for i, line := range strings.Split(reply, "\n") {
		if i > 0 {
			name, parameters, _ := strings.Cut(line, " ")
			c.extensions[name] = parameters
		}
	}
	c.mechanisms = nil
	if mechanisms, ok := c.extensions["AUTH"]; ok {
		c.mechanisms = strings.Split(mechanisms, " ")
	}
	return nil
}

// Hello greets the server with a name, instead of "localhost". The caller must call it before all
// other methods.
func (c *Client) Hello(localName string) error {
	if err := checkLine(localName); err != nil {
		return err
	}
	if c.greeted {
		return errors.New("smtp: Hello called after other methods")
	}
	c.localName = localName
	return c.greet()
}

// Extension reports whether the server has an extension, and returns its parameters.
func (c *Client) Extension(ext string) (bool, string) {
	if c.greet() != nil {
		return false, ""
	}
	parameters, ok := c.extensions[strings.ToUpper(ext)]
	return ok, parameters
}

// StartTLS encrypts the connection, if the server supports that.
func (c *Client) StartTLS(config *tls.Config) error {
	if err := c.greet(); err != nil {
		return err
	}
	if _, _, err := c.command(codeReady, "STARTTLS"); err != nil {
		return err
	}
	c.conn = tls.Client(c.conn, config)
	c.Text = textproto.NewConn(c.conn)
	c.isTLS = true
	// An attacker could have changed the server's answers before encryption began.
	return c.ehlo()
}

// TLSConnectionState returns the state of the encryption; false if there is none.
func (c *Client) TLSConnectionState() (state tls.ConnectionState, ok bool) {
	conn, ok := c.conn.(*tls.Conn)
	if !ok {
		return state, false
	}
	return conn.ConnectionState(), true
}

// Auth authenticates the client, and closes the connection if that fails.
func (c *Client) Auth(a Auth) error {
	if err := c.greet(); err != nil {
		return err
	}
	mechanism, answer, err := a.Start(&ServerInfo{c.serverName, c.isTLS, c.mechanisms})
	if err != nil {
		c.Quit()
		return err
	}
	line := strings.TrimSpace("AUTH " + mechanism + " " + base64.StdEncoding.EncodeToString(answer))
	for {
		code, reply, err := c.command(0, "%s", line)
		if err != nil {
			return err
		}
		answer, err := next(a, code, reply)
		if err != nil {
			c.command(codeAuthCanceled, "*")
			c.Quit()
			return err
		}
		if answer == nil {
			return nil
		}
		line = base64.StdEncoding.EncodeToString(answer)
	}
}

// next returns the answer to a reply; nil if none is needed.
func next(a Auth, code int, reply string) ([]byte, error) {
	switch code {
	case codeChallenge:
		challenge, err := base64.StdEncoding.DecodeString(reply)
		if err != nil {
			return nil, err
		}
		return a.Next(challenge, true)
	case codeLoggedIn:
		return a.Next([]byte(reply), false)
	}
	return nil, &textproto.Error{Code: code, Msg: reply}
}

// Mail begins a mail from an address.
func (c *Client) Mail(from string) error {
	if err := checkLine(from); err != nil {
		return err
	}
	if err := c.greet(); err != nil {
		return err
	}
	line := fmt.Sprintf("MAIL FROM:<%s>", from)
	if _, ok := c.extensions["8BITMIME"]; ok {
		line += " BODY=8BITMIME"
	}
	if _, ok := c.extensions["SMTPUTF8"]; ok {
		line += " SMTPUTF8"
	}
	_, _, err := c.command(codeDone, "%s", line)
	return err
}

// Rcpt adds a recipient to the mail that Mail began.
func (c *Client) Rcpt(to string) error {
	if err := checkLine(to); err != nil {
		return err
	}
	_, _, err := c.command(codeAnyDone, "RCPT TO:<%s>", to)
	return err
}

// A body writes the text of a mail in the form in which it is sent.
type body struct {
	io.WriteCloser
	c *Client
}

func (b body) Close() error {
	b.WriteCloser.Close()
	_, _, err := b.c.Text.ReadResponse(codeDone)
	return err
}

// Data returns a writer for the header and the text of the mail; closing it sends the mail.
func (c *Client) Data() (io.WriteCloser, error) {
	if _, _, err := c.command(codeSendData, "DATA"); err != nil {
		return nil, err
	}
	return body{c.Text.DotWriter(), c}, nil
}

// Verify asks the server whether an address exists. Many servers do not tell, so an error does not mean that it does not.
func (c *Client) Verify(addr string) error {
	if err := checkLine(addr); err != nil {
		return err
	}
	return c.simple(codeDone, "VRFY %s", addr)
}

// simple sends a command, after greeting the server if needed.
func (c *Client) simple(code int, format string, args ...any) error {
	if err := c.greet(); err != nil {
		return err
	}
	_, _, err := c.command(code, format, args...)
	return err
}

// Noop sends a command without an effect.
func (c *Client) Noop() error { return c.simple(codeDone, "NOOP") }

// Reset aborts the current mail.
func (c *Client) Reset() error { return c.simple(codeDone, "RSET") }

// Quit ends the session and closes the connection.
func (c *Client) Quit() error {
	c.greet() // It does not matter whether that fails.
	if _, _, err := c.command(codeBye, "QUIT"); err != nil {
		return err
	}
	return c.Text.Close()
}

// SendMail sends a mail, header and text, over a new connection: encrypted if the server supports that, authenticated
// by a unless a is nil.
func SendMail(addr string, a Auth, from string, to []string, msg []byte) error {
	for _, line := range append([]string{from}, to...) {
		if err := checkLine(line); err != nil {
			return err
		}
	}
	c, err := Dial(addr)
	if err != nil {
		return err
	}
	defer c.Close()
	if err = c.prepare(a); err != nil {
		return err
	}
	if err = c.Mail(from); err != nil {
		return err
	}
	for _, address := range to {
		if err = c.Rcpt(address); err != nil {
			return err
		}
	}
	w, err := c.Data()
	if err != nil {
		return err
	}
	if _, err = w.Write(msg); err != nil {
		return err
	}
	if err = w.Close(); err != nil {
		return err
	}
	return c.Quit()
}

// prepare greets the server, encrypts the connection and authenticates the client.
func (c *Client) prepare(a Auth) error {
	if err := c.greet(); err != nil {
		return err
	}
	if ok, _ := c.Extension("STARTTLS"); ok {
		if err := c.StartTLS(&tls.Config{ServerName: c.serverName}); err != nil {
			return err
		}
	}
	if a == nil || c.extensions == nil {
		return nil
	}
	if ok, _ := c.Extension("AUTH"); !ok {
		return errors.New("smtp: server doesn't support AUTH")
	}
	return c.Auth(a)
}
