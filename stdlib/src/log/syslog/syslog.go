// Package syslog writes messages to the system log of this machine or another.
package syslog

import (
	"errors"
	"fmt"
	"log"
	"net"
	"os"
	"strings"
	"sync"
	"time"
)

// A Priority combines a severity and a facility, which is the part of the system that a message comes from.
type Priority int

// The severities.
const (
	LOG_EMERG Priority = iota
	LOG_ALERT
	LOG_CRIT
	LOG_ERR
	LOG_WARNING
	LOG_NOTICE
	LOG_INFO
	LOG_DEBUG
)

// The facilities. Numbers between them are unused.
const (
	LOG_KERN Priority = iota << 3
	LOG_USER
	LOG_MAIL
	LOG_DAEMON
	LOG_AUTH
	LOG_SYSLOG
	LOG_LPR
	LOG_NEWS
	LOG_UUCP
	LOG_CRON
	LOG_AUTHPRIV
	LOG_FTP
	_
	_
	_
	_
	LOG_LOCAL0
	LOG_LOCAL1
	LOG_LOCAL2
	LOG_LOCAL3
	LOG_LOCAL4
	LOG_LOCAL5
	LOG_LOCAL6
	LOG_LOCAL7
)

// severities is the mask of the severity in a Priority.
const severities Priority = 7

// A Writer is a connection to a log; it reconnects when the connection breaks.
type Writer struct {
	priority       Priority
	tag            string
	hostname       string
	network, raddr string

	mu      sync.Mutex
	conn    net.Conn
	isLocal bool
}

// New connects to the log of this machine. Each message has the priority, and begins with the tag; if that is empty,
// with the program's name.
func New(priority Priority, tag string) (*Writer, error) { return Dial("", "", priority, tag) }

// Dial connects to a log at an address of a network, as net.Dial takes them; an empty network means the log of this
// machine.
func Dial(network, raddr string, priority Priority, tag string) (*Writer, error) {
	if priority < 0 || priority > LOG_LOCAL7|LOG_DEBUG {
		return nil, errors.New("log/syslog: invalid priority")
	}
	if tag == "" {
		tag = os.Args[0]
	}
	hostname, _ := os.Hostname()
	w := &Writer{priority: priority, tag: tag, hostname: hostname, network: network, raddr: raddr}
	w.mu.Lock()
	defer w.mu.Unlock()
	if err := w.connect(); err != nil {
		return nil, err
	}
	return w, nil
}

// connect closes the old connection, if there is one, and makes a new one. The caller has locked the mutex.
func (w *Writer) connect() error {
	w.disconnect()
	if w.network == "" {
		conn, err := dialLocal()
		if err != nil {
			return err
		}
		w.conn, w.isLocal = conn, true
		return nil
	}
	conn, err := net.Dial(w.network, w.raddr)
	if err != nil {
		return err
	}
	w.conn, w.isLocal = conn, strings.HasPrefix(w.network, "unix")
	if w.hostname == "" {
		w.hostname = conn.LocalAddr().String()
	}
	return nil
}

// dialLocal connects to the first of the system's sockets that exists.
func dialLocal() (net.Conn, error) {
	for _, network := range []string{"unixgram", "unix"} {
		for _, path := range []string{"/dev/log", "/var/run/syslog", "/var/run/log"} {
			if conn, err := net.Dial(network, path); err == nil {
				return conn, nil
			}
		}
	}
	return nil, errors.New("Unix syslog delivery error")
}

func (w *Writer) disconnect() error {
	if w.conn == nil {
		return nil
	}
	err := w.conn.Close()
	w.conn = nil
	return err
}

// Write sends a message with the priority of the writer.
func (w *Writer) Write(b []byte) (int, error) { return w.send(w.priority, string(b)) }

// Close closes the connection. A later write opens the connection again.
func (w *Writer) Close() error {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.disconnect()
}

// send sends a message; if the connection fails, over a new one.
func (w *Writer) send(priority Priority, text string) (int, error) {
	priority = w.priority&^severities | priority&severities
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.conn != nil {
		if n, err := w.print(priority, text); err == nil {
			return n, nil
		}
	}
	if err := w.connect(); err != nil {
		return 0, err
	}
	return w.print(priority, text)
}

// print writes a message to the connection, and returns the length of the text.
func (w *Writer) print(priority Priority, text string) (int, error) {
	// The local log adds the name of its machine.
	when := time.Now().Format(time.Stamp)
	if !w.isLocal {
		when = time.Now().Format(time.RFC3339) + " " + w.hostname
	}
	end := "\n"
	if strings.HasSuffix(text, end) {
		end = ""
	}
	if _, err := fmt.Fprintf(w.conn, "<%d>%s %s[%d]: %s%s", priority, when, w.tag, os.Getpid(), text, end); err != nil {
		return 0, err
	}
	return len(text), nil
}

func (w *Writer) sendWith(severity Priority, m string) error {
	_, err := w.send(severity, m)
	return err
}

// Emerg sends a message with the severity LOG_EMERG.
func (w *Writer) Emerg(m string) error { return w.sendWith(LOG_EMERG, m) }

// Alert sends a message with the severity LOG_ALERT.
func (w *Writer) Alert(m string) error { return w.sendWith(LOG_ALERT, m) }

// Crit sends a message with the severity LOG_CRIT.
func (w *Writer) Crit(m string) error { return w.sendWith(LOG_CRIT, m) }

// Err sends a message with the severity LOG_ERR.
func (w *Writer) Err(m string) error { return w.sendWith(LOG_ERR, m) }

// Warning sends a message with the severity LOG_WARNING.
func (w *Writer) Warning(m string) error { return w.sendWith(LOG_WARNING, m) }

// Notice sends a message with the severity LOG_NOTICE.
func (w *Writer) Notice(m string) error { return w.sendWith(LOG_NOTICE, m) }

// Info sends a message with the severity LOG_INFO.
func (w *Writer) Info(m string) error { return w.sendWith(LOG_INFO, m) }

// Debug sends a message with the severity LOG_DEBUG.
func (w *Writer) Debug(m string) error { return w.sendWith(LOG_DEBUG, m) }

// NewLogger returns a logger, with flags as log.New takes them, that writes to the log of this machine.
func NewLogger(p Priority, logFlag int) (*log.Logger, error) {
	w, err := New(p, "")
	if err != nil {
		return nil, err
	}
	return log.New(w, "", logFlag), nil
}
