package smtp

import (
	"crypto/hmac"
	"crypto/md5"
	"encoding/hex"
	"errors"
)

// An Auth is an authentication mechanism. Start returns its name, and the client's first message, if that is not nil.
// Next answers the server's messages; more reports whether the server waits for an answer.
type Auth interface {
	Start(server *ServerInfo) (proto string, toServer []byte, err error)
	Next(fromServer []byte, more bool) (toServer []byte, err error)
}

// A ServerInfo describes a server: its name, whether the connection is encrypted, and the mechanisms that it
// offers.
type ServerInfo struct {
	Name string
	TLS  bool
	Auth []string
}

type plainAuth struct{ identity, username, password, host string }

// PlainAuth returns the mechanism PLAIN (RFC 4616). It sends the password only to the server with this name,
// and only over TLS or to this machine.
func PlainAuth(identity, username, password, host string) Auth {
	return &plainAuth{identity, username, password, host}
}

func isThisMachine(name string) bool {
	return name == "localhost" || name == "127.0.0.1" || name == "::1"
}

func (a *plainAuth) Start(server *ServerInfo) (string, []byte, error) {
	// It does not matter whether the server offers PLAIN: an attacker who can change the server's
	// answers could add the offer.
	if !server.TLS && !isThisMachine(server.Name) {
		return "", nil, errors.New("unencrypted connection")
	}
	if server.Name != a.host {
		return "", nil, errors.New("wrong host name")
	}
	return "PLAIN", []byte(a.identity + "\x00" + a.username + "\x00" + a.password), nil
}

func (a *plainAuth) Next(fromServer []byte, more bool) ([]byte, error) {
	if more {
		return nil, errors.New("unexpected server challenge")
	}
	return nil, nil
}

type cramMD5Auth struct{ username, secret string }

// CRAMMD5Auth returns the mechanism CRAM-MD5 (RFC 2195), which proves to the server that the client knows the secret.
func CRAMMD5Auth(username, secret string) Auth { return &cramMD5Auth{username, secret} }

func (a *cramMD5Auth) Start(server *ServerInfo) (string, []byte, error) { return "CRAM-MD5", nil, nil }

func (a *cramMD5Auth) Next(fromServer []byte, more bool) ([]byte, error) {
	if !more {
		return nil, nil
	}
	mac := hmac.New(md5.New, []byte(a.secret))
	mac.Write(fromServer)
	return []byte(a.username + " " + hex.EncodeToString(mac.Sum(nil))), nil
}
