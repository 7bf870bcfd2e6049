// Package net/smtp against servers with scripted answers.
package main

import (
	"bufio"
	"errors"
	"fmt"
	"net"
	"net/smtp"
	"strings"
	"sync"
)

type auth struct {
	p    string
	b    []byte
	e    error
	next func([]byte, bool) ([]byte, error)
}

func (a auth) Start(s *smtp.ServerInfo) (string, []byte, error) {
	fmt.Printf("  start %+v\n", *s)
	return a.p, a.b, a.e
}
func (a auth) Next(f []byte, more bool) ([]byte, error) {
	fmt.Printf("  next %q %v\n", f, more)
	if a.next != nil {
		return a.next(f, more)
	}
	if more {
		return []byte("resp"), nil
	}
	return nil, nil
}
func scene(name string, replies []string, f func(c *smtp.Client) error) {
	cl, sv := net.Pipe()
	fmt.Println("==", name)
	var heard []string
	hear := func(f string, a ...any) { heard = append(heard, fmt.Sprintf(f, a...)) }
	defer func() { fmt.Print(strings.Join(heard, "")) }()
	var wg sync.WaitGroup
	wg.Add(1)
	go func() {
		defer wg.Done()
		defer sv.Close()
		r := bufio.NewReader(sv)
		fmt.Fprint(sv, replies[0])
		data := false
		for _, rep := range replies[1:] {
			for {
				l, e := r.ReadString('\n')
				if e != nil {
					hear("  S err %v\n", e)
					return
				}
				hear("  C %q\n", l)
				if data {
					if l == ".\r\n" {
						data = false
						break
					}
					continue
				}
				if strings.HasPrefix(l, "DATA") {
					data = strings.HasPrefix(rep, "354")
				}
				break
			}
			fmt.Fprint(sv, rep)
		}
		l, e := r.ReadString('\n')
		hear("  end %q %v\n", l, e)
	}()
	c, e := smtp.NewClient(cl, "fake.host")
	if e != nil {
		fmt.Printf("  new: %v %T\n", e, e)
		cl.Close()
		wg.Wait()
		return
	}
	e = f(c)
	fmt.Printf("  err: %v %T\n", e, e)
	c.Close()
	wg.Wait()
}
func main() {
	g := "220 hi\r\n"
	eh := "250-x at your\r\n250-SIZE 35\r\n250-8BITMIME\r\n250-AUTH LOGIN PLAIN\r\n250 FOO bar baz\r\n"
	scene("bad greeting", []string{"554 no\r\n"}, nil)
	scene("multi greeting", []string{"220-a\r\n220 b\r\n"}, func(c *smtp.Client) error { return nil })
	scene("garbage", []string{"xx\r\n"}, nil)
	scene("all", []string{g, eh, "250 ok\r\n", "250 ok\r\n", "354 go\r\n", "250 done\r\n", "221 bye\r\n"}, func(c *smtp.Client) error {
		fmt.Println(c.Extension("size"))
		fmt.Println(c.Extension("8bitmime"))
		fmt.Println(c.Extension("foo"))
		fmt.Println(c.Extension("auth"))
		fmt.Println(c.Extension("nope"))
		_, isTLS := c.TLSConnectionState()
		fmt.Println(isTLS)
		if e := c.Mail("a@b"); e != nil {
			return e
		}
		if e := c.Rcpt("c@d"); e != nil {
			return e
		}
		w, e := c.Data()
		if e != nil {
			return e
		}
		fmt.Fprint(w, "hi\n.dot\nx")
		fmt.Println(w.Close())
		return c.Quit()
	})
	scene("helo fallback", []string{g, "500 no\r\n", "250 ok\r\n", "250 ok\r\n", "250 ok\r\n"}, func(c *smtp.Client) error {
		fmt.Println(c.Hello("me"))
		fmt.Println(c.Hello("me2"))
		fmt.Println(c.Extension("size"))
		fmt.Println(c.Noop())
		return c.Reset()
	})
	scene("both fail", []string{g, "500 no\r\n", "501 nono\r\n"}, func(c *smtp.Client) error { fmt.Println(c.Noop()); fmt.Println(c.Extension("x")); return c.Mail("x") })
	scene("hello twice", []string{g, eh, "250 x\r\n"}, func(c *smtp.Client) error { fmt.Println(c.Noop()); return c.Hello("x") })
	scene("inject", []string{g, eh, "250 a\r\n"}, func(c *smtp.Client) error {
		fmt.Println(c.Hello("x\r\n"), c.Mail("a\r\nb"), c.Rcpt("a\nb"), c.Verify("a\rb"))
		return c.Noop()
	})
	scene("utf8", []string{g, "250-x\r\n250-SMTPUTF8\r\n250 8BITMIME\r\n", "250 a\r\n", "251 fwd\r\n", "252 v\r\n"}, func(c *smtp.Client) error { fmt.Println(c.Mail("a"), c.Rcpt("b")); return c.Verify("z") })
	scene("utf8 only", []string{g, "250-x\r\n250 SMTPUTF8\r\n", "550 a\r\n", "550 x\r\n", "550 v\r\n", "550 d\r\n"}, func(c *smtp.Client) error {
		fmt.Println(c.Mail("a"))
		fmt.Println(c.Rcpt("b"))
		fmt.Println(c.Verify("z"))
		_, e := c.Data()
		return e
	})
	scene("data refused at end", []string{g, eh, "354 x\r\n", "554 spam\r\n"}, func(c *smtp.Client) error {
		w, e := c.Data()
		if e != nil {
			return e
		}
		fmt.Fprint(w, "x")
		return w.Close()
	})
	scene("auth ok", []string{g, eh, "334 dXNlcg==\r\n", "235 ok\r\n"}, func(c *smtp.Client) error { return c.Auth(auth{p: "FOO", b: []byte("init")}) })
	scene("auth empty init", []string{g, eh, "334 \r\n", "235 ok\r\n"}, func(c *smtp.Client) error { return c.Auth(auth{p: "FOO"}) })
	scene("auth init0", []string{g, eh, "334 \r\n", "235 ok\r\n"}, func(c *smtp.Client) error { return c.Auth(auth{p: "FOO", b: []byte{}}) })
	scene("auth start err", []string{g, eh, "221 bye\r\n"}, func(c *smtp.Client) error { return c.Auth(auth{p: "FOO", e: errors.New("boo")}) })
	scene("auth next err", []string{g, eh, "334 eA==\r\n", "501 cancel\r\n", "221 bye\r\n"}, func(c *smtp.Client) error {
		return c.Auth(auth{p: "FOO", next: func([]byte, bool) ([]byte, error) { return nil, errors.New("nx") }})
	})
	scene("auth refused", []string{g, eh, "535 no\r\n", "221 bye\r\n"}, func(c *smtp.Client) error { return c.Auth(auth{p: "FOO"}) })
	scene("auth bad b64", []string{g, eh, "334 !!!\r\n", "501 x\r\n", "221 bye\r\n"}, func(c *smtp.Client) error { return c.Auth(auth{p: "FOO"}) })
	scene("auth none left", []string{g, eh, "334 eA==\r\n", "334 eQ==\r\n", "235 done\r\n"}, func(c *smtp.Client) error {
		return c.Auth(auth{p: "FOO", next: func(b []byte, m bool) ([]byte, error) { return nil, nil }})
	})
	scene("auth helo", []string{g, "500 x\r\n", "250 x\r\n", "235 ok\r\n"}, func(c *smtp.Client) error { return c.Auth(auth{p: "FOO"}) })
	scene("auth nil ext", []string{g, "250 x\r\n", "235 ok\r\n"}, func(c *smtp.Client) error { return c.Auth(auth{p: "FOO"}) })
	scene("plain no tls", []string{g, eh, "221 b\r\n"}, func(c *smtp.Client) error { return c.Auth(smtp.PlainAuth("", "u", "p", "fake.host")) })
	scene("crammd5", []string{g, eh, "334 PDE+\r\n", "235 ok\r\n"}, func(c *smtp.Client) error { return c.Auth(smtp.CRAMMD5Auth("u", "p")) })
	scene("crammd5 no", []string{g, eh, "334 PDE+\r\n", "535 ok\r\n", "221 x\r\n"}, func(c *smtp.Client) error { return c.Auth(smtp.CRAMMD5Auth("u", "p")) })
	scene("starttls refused", []string{g, eh, "454 no\r\n"}, func(c *smtp.Client) error { return c.StartTLS(nil) })
	scene("quit bad", []string{g, eh, "500 no\r\n"}, func(c *smtp.Client) error { return c.Quit() })
	scene("quit hello fails", []string{g, "500 n\r\n", "500 x\r\n"}, func(c *smtp.Client) error { return c.Quit() })
	scene("hello fails then close", []string{g, "500 n\r\n", "500 x\r\n"}, func(c *smtp.Client) error { return c.Hello("a") })
	scene("no ext line", []string{g, "250-x\r\n250-\r\n250 a=b c\r\n"}, func(c *smtp.Client) error {
		fmt.Println(c.Extension(""))
		fmt.Println(c.Extension("a=b"))
		fmt.Println(c.Extension("A=B"))
		return nil
	})
	for _, s := range []smtp.ServerInfo{{"h", true, nil}, {"h", true, []string{"PLAIN"}}, {"h", false, nil}, {"localhost", false, nil}, {"127.0.0.1", false, nil}, {"::1", false, nil}, {"g", true, nil}, {"h", true, []string{"LOGIN"}}, {"localhost", false, []string{"X"}}} {
		for _, h := range []string{"h", "localhost", "127.0.0.1", "::1"} {
			a := smtp.PlainAuth("i", "u", "p", h)
			p, b, e := a.Start(&s)
			fmt.Printf("%s %q %v; ", p, b, e)
			x, e := a.Next([]byte("x"), true)
			fmt.Println(x, e)
			x, e = a.Next(nil, false)
			fmt.Println(x, e)
		}
	}
	c := smtp.CRAMMD5Auth("u", "p")
	p, b, e := c.Start(&smtp.ServerInfo{})
	fmt.Println(p, b == nil, e)
	b, e = c.Next([]byte("abc"), true)
	fmt.Printf("%q %v\n", b, e)
	b, e = c.Next(nil, false)
	fmt.Println(b, e)
	fmt.Println(smtp.SendMail("127.0.0.1:1", nil, "a", []string{}, nil))
	for _, tc := range []struct {
		f string
		t []string
	}{{"a\nb", nil}, {"a", []string{"x", "y\r"}}} {
		fmt.Println(smtp.SendMail("127.0.0.1:1", nil, tc.f, tc.t, nil))
	}
	fmt.Println(smtp.Dial("noport"))
	fmt.Println(smtp.Dial("127.0.0.1:1"))
	send := func(name string, a smtp.Auth, replies ...string) {
		l, _ := net.Listen("tcp", "127.0.0.1:0")
		done := make(chan bool)
		var heard []string
		hear := func(f string, a ...any) { heard = append(heard, fmt.Sprintf(f, a...)) }
		go func() {
			defer close(done)
			c, e := l.Accept()
			if e != nil {
				return
			}
			defer c.Close()
			r := bufio.NewReader(c)
			fmt.Fprint(c, replies[0])
			for _, rep := range replies[1:] {
				for {
					ln, e := r.ReadString('\n')
					if e != nil {
						hear("  end %v\n", e)
						return
					}
					hear("  C %q\n", ln)
					if strings.HasPrefix(rep, "250 done") && ln != ".\r\n" {
						continue
					}
					break
				}
				fmt.Fprint(c, rep)
			}
			ln, e := r.ReadString('\n')
			hear("  end %q %v\n", ln, e)
		}()
		fmt.Println("== send", name)
		e := smtp.SendMail(l.Addr().String(), a, "f@x", []string{"t@x", "u@x"}, []byte("Subject: s\n\nbody\n.\nz"))
		<-done
		fmt.Print(strings.Join(heard, ""))
		fmt.Println("  ", e)
		l.Close()
	}
	send("ok", nil, g, eh, "250 a\r\n", "250 b\r\n", "250 c\r\n", "354 d\r\n", "250 done\r\n", "221 b\r\n")
	send("auth", smtp.PlainAuth("", "u", "p", "127.0.0.1"), g, eh, "235 ok\r\n", "250 a\r\n", "250 b\r\n", "250 c\r\n", "354 d\r\n", "250 done\r\n", "221 b\r\n")
	send("no auth", smtp.PlainAuth("", "u", "p", "127.0.0.1"), g, "250 x\r\n")
	send("rcpt refused", nil, g, eh, "250 a\r\n", "550 b\r\n")
	send("helo and auth", smtp.PlainAuth("", "u", "p", "127.0.0.1"), g, "500 x\r\n", "250 a\r\n", "250 a\r\n", "250 b\r\n", "250 c\r\n", "354 d\r\n", "250 done\r\n", "221 b\r\n")
	scene("noop after bad quit", []string{g, eh, "500 no\r\n", "250 n\r\n"}, func(c *smtp.Client) error { fmt.Println(c.Quit()); return c.Noop() })
}

// Output:
// == bad greeting
//   new: 554 "no" *textproto.Error
//   end "" EOF
// == multi greeting
//   err: <nil> <nil>
//   end "" EOF
// == garbage
//   new: short response: "xx" textproto.ProtocolError
//   end "" EOF
// == all
// true 35
// true
// true bar baz
// true LOGIN PLAIN
// false
// false
// <nil>
//   err: <nil> <nil>
//   C "EHLO localhost\r\n"
//   C "MAIL FROM:<a@b> BODY=8BITMIME\r\n"
//   C "RCPT TO:<c@d>\r\n"
//   C "DATA\r\n"
//   C "hi\r\n"
//   C "..dot\r\n"
//   C "x\r\n"
//   C ".\r\n"
//   C "QUIT\r\n"
//   end "" EOF
// == helo fallback
// <nil>
// smtp: Hello called after other methods
// false
// <nil>
//   err: <nil> <nil>
//   C "EHLO me\r\n"
//   C "HELO me\r\n"
//   C "NOOP\r\n"
//   C "RSET\r\n"
//   end "" EOF
// == both fail
// 501 "nono"
// false
//   err: 501 "nono" *textproto.Error
//   C "EHLO localhost\r\n"
//   C "HELO localhost\r\n"
//   end "" EOF
// == hello twice
// <nil>
//   err: smtp: Hello called after other methods *errors.errorString
//   C "EHLO localhost\r\n"
//   C "NOOP\r\n"
//   end "" EOF
// == inject
// smtp: A line must not contain CR or LF smtp: A line must not contain CR or LF smtp: A line must not contain CR or LF smtp: A line must not contain CR or LF
//   err: <nil> <nil>
//   C "EHLO localhost\r\n"
//   C "NOOP\r\n"
//   end "" EOF
// == utf8
// <nil> <nil>
//   err: 252 "v" *textproto.Error
//   C "EHLO localhost\r\n"
//   C "MAIL FROM:<a> BODY=8BITMIME SMTPUTF8\r\n"
//   C "RCPT TO:<b>\r\n"
//   C "VRFY z\r\n"
//   end "" EOF
// == utf8 only
// 550 "a"
// 550 "x"
// 550 "v"
//   err: 550 "d" *textproto.Error
//   C "EHLO localhost\r\n"
//   C "MAIL FROM:<a> SMTPUTF8\r\n"
//   C "RCPT TO:<b>\r\n"
//   C "VRFY z\r\n"
//   C "DATA\r\n"
//   end "" EOF
// == data refused at end
//   err: 250 "x at your\nSIZE 35\n8BITMIME\nAUTH LOGIN PLAIN\nFOO bar baz" *textproto.Error
//   C "DATA\r\n"
//   S err EOF
// == auth ok
//   start {Name:fake.host TLS:false Auth:[LOGIN PLAIN]}
//   next "user" true
//   next "ok" false
//   err: <nil> <nil>
//   C "EHLO localhost\r\n"
//   C "AUTH FOO aW5pdA==\r\n"
//   C "cmVzcA==\r\n"
//   end "" EOF
// == auth empty init
//   start {Name:fake.host TLS:false Auth:[LOGIN PLAIN]}
//   next "" true
//   next "ok" false
//   err: <nil> <nil>
//   C "EHLO localhost\r\n"
//   C "AUTH FOO\r\n"
//   C "cmVzcA==\r\n"
//   end "" EOF
// == auth init0
//   start {Name:fake.host TLS:false Auth:[LOGIN PLAIN]}
//   next "" true
//   next "ok" false
//   err: <nil> <nil>
//   C "EHLO localhost\r\n"
//   C "AUTH FOO\r\n"
//   C "cmVzcA==\r\n"
//   end "" EOF
// == auth start err
//   start {Name:fake.host TLS:false Auth:[LOGIN PLAIN]}
//   err: boo *errors.errorString
//   C "EHLO localhost\r\n"
//   C "QUIT\r\n"
//   end "" EOF
// == auth next err
//   start {Name:fake.host TLS:false Auth:[LOGIN PLAIN]}
//   next "x" true
//   err: nx *errors.errorString
//   C "EHLO localhost\r\n"
//   C "AUTH FOO\r\n"
//   C "*\r\n"
//   C "QUIT\r\n"
//   end "" EOF
// == auth refused
//   start {Name:fake.host TLS:false Auth:[LOGIN PLAIN]}
//   err: 535 "no" *textproto.Error
//   C "EHLO localhost\r\n"
//   C "AUTH FOO\r\n"
//   C "*\r\n"
//   end "QUIT\r\n" <nil>
// == auth bad b64
//   start {Name:fake.host TLS:false Auth:[LOGIN PLAIN]}
//   err: illegal base64 data at input byte 0 base64.CorruptInputError
//   C "EHLO localhost\r\n"
//   C "AUTH FOO\r\n"
//   C "*\r\n"
//   C "QUIT\r\n"
//   end "" EOF
// == auth none left
//   start {Name:fake.host TLS:false Auth:[LOGIN PLAIN]}
//   next "x" true
//   err: <nil> <nil>
//   C "EHLO localhost\r\n"
//   C "AUTH FOO\r\n"
//   S err EOF
// == auth helo
//   start {Name:fake.host TLS:false Auth:[]}
//   next "ok" false
//   err: <nil> <nil>
//   C "EHLO localhost\r\n"
//   C "HELO localhost\r\n"
//   C "AUTH FOO\r\n"
//   end "" EOF
// == auth nil ext
//   start {Name:fake.host TLS:false Auth:[]}
//   next "ok" false
//   err: <nil> <nil>
//   C "EHLO localhost\r\n"
//   C "AUTH FOO\r\n"
//   end "" EOF
// == plain no tls
//   err: unencrypted connection *errors.errorString
//   C "EHLO localhost\r\n"
//   C "QUIT\r\n"
//   end "" EOF
// == crammd5
//   err: <nil> <nil>
//   C "EHLO localhost\r\n"
//   C "AUTH CRAM-MD5\r\n"
//   C "dSAyYjBhZDNlZmRiZjkxNGI1NmVhY2UwNzFhOTcwNmEzZA==\r\n"
//   end "" EOF
// == crammd5 no
//   err: 535 "ok" *textproto.Error
//   C "EHLO localhost\r\n"
//   C "AUTH CRAM-MD5\r\n"
//   C "dSAyYjBhZDNlZmRiZjkxNGI1NmVhY2UwNzFhOTcwNmEzZA==\r\n"
//   C "*\r\n"
//   end "QUIT\r\n" <nil>
// == starttls refused
//   err: 454 "no" *textproto.Error
//   C "EHLO localhost\r\n"
//   C "STARTTLS\r\n"
//   end "" EOF
// == quit bad
//   err: 500 "no" *textproto.Error
//   C "EHLO localhost\r\n"
//   C "QUIT\r\n"
//   end "" EOF
// == quit hello fails
//   err: EOF *errors.errorString
//   C "EHLO localhost\r\n"
//   C "HELO localhost\r\n"
//   end "QUIT\r\n" <nil>
// == hello fails then close
//   err: 500 "x" *textproto.Error
//   C "EHLO a\r\n"
//   C "HELO a\r\n"
//   end "" EOF
// == no ext line
// true
// false
// false
//   err: <nil> <nil>
//   C "EHLO localhost\r\n"
//   end "" EOF
// PLAIN "i\x00u\x00p" <nil>; [] unexpected server challenge
// [] <nil>
//  "" wrong host name; [] unexpected server challenge
// [] <nil>
//  "" wrong host name; [] unexpected server challenge
// [] <nil>
//  "" wrong host name; [] unexpected server challenge
// [] <nil>
// PLAIN "i\x00u\x00p" <nil>; [] unexpected server challenge
// [] <nil>
//  "" wrong host name; [] unexpected server challenge
// [] <nil>
//  "" wrong host name; [] unexpected server challenge
// [] <nil>
//  "" wrong host name; [] unexpected server challenge
// [] <nil>
//  "" unencrypted connection; [] unexpected server challenge
// [] <nil>
//  "" unencrypted connection; [] unexpected server challenge
// [] <nil>
//  "" unencrypted connection; [] unexpected server challenge
// [] <nil>
//  "" unencrypted connection; [] unexpected server challenge
// [] <nil>
//  "" wrong host name; [] unexpected server challenge
// [] <nil>
// PLAIN "i\x00u\x00p" <nil>; [] unexpected server challenge
// [] <nil>
//  "" wrong host name; [] unexpected server challenge
// [] <nil>
//  "" wrong host name; [] unexpected server challenge
// [] <nil>
//  "" wrong host name; [] unexpected server challenge
// [] <nil>
//  "" wrong host name; [] unexpected server challenge
// [] <nil>
// PLAIN "i\x00u\x00p" <nil>; [] unexpected server challenge
// [] <nil>
//  "" wrong host name; [] unexpected server challenge
// [] <nil>
//  "" wrong host name; [] unexpected server challenge
// [] <nil>
//  "" wrong host name; [] unexpected server challenge
// [] <nil>
//  "" wrong host name; [] unexpected server challenge
// [] <nil>
// PLAIN "i\x00u\x00p" <nil>; [] unexpected server challenge
// [] <nil>
//  "" wrong host name; [] unexpected server challenge
// [] <nil>
//  "" wrong host name; [] unexpected server challenge
// [] <nil>
//  "" wrong host name; [] unexpected server challenge
// [] <nil>
//  "" wrong host name; [] unexpected server challenge
// [] <nil>
// PLAIN "i\x00u\x00p" <nil>; [] unexpected server challenge
// [] <nil>
//  "" wrong host name; [] unexpected server challenge
// [] <nil>
//  "" wrong host name; [] unexpected server challenge
// [] <nil>
//  "" wrong host name; [] unexpected server challenge
// [] <nil>
//  "" wrong host name; [] unexpected server challenge
// [] <nil>
// PLAIN "i\x00u\x00p" <nil>; [] unexpected server challenge
// [] <nil>
//  "" wrong host name; [] unexpected server challenge
// [] <nil>
//  "" wrong host name; [] unexpected server challenge
// [] <nil>
// CRAM-MD5 true <nil>
// "u 1f56476ff9e7b7f2108ab09ae3325bba" <nil>
// [] <nil>
// dial tcp 127.0.0.1:1: connect: connection refused
// smtp: A line must not contain CR or LF
// smtp: A line must not contain CR or LF
// <nil> dial tcp: address noport: missing port in address
// <nil> dial tcp 127.0.0.1:1: connect: connection refused
// == send ok
//   C "EHLO localhost\r\n"
//   C "MAIL FROM:<f@x> BODY=8BITMIME\r\n"
//   C "RCPT TO:<t@x>\r\n"
//   C "RCPT TO:<u@x>\r\n"
//   C "DATA\r\n"
//   C "Subject: s\r\n"
//   C "\r\n"
//   C "body\r\n"
//   C "..\r\n"
//   C "z\r\n"
//   C ".\r\n"
//   C "QUIT\r\n"
//   end "" EOF
//    <nil>
// == send auth
//   C "EHLO localhost\r\n"
//   C "AUTH PLAIN AHUAcA==\r\n"
//   C "MAIL FROM:<f@x> BODY=8BITMIME\r\n"
//   C "RCPT TO:<t@x>\r\n"
//   C "RCPT TO:<u@x>\r\n"
//   C "DATA\r\n"
//   C "Subject: s\r\n"
//   C "\r\n"
//   C "body\r\n"
//   C "..\r\n"
//   C "z\r\n"
//   C ".\r\n"
//   C "QUIT\r\n"
//   end "" EOF
//    <nil>
// == send no auth
//   C "EHLO localhost\r\n"
//   end "" EOF
//    smtp: server doesn't support AUTH
// == send rcpt refused
//   C "EHLO localhost\r\n"
//   C "MAIL FROM:<f@x> BODY=8BITMIME\r\n"
//   C "RCPT TO:<t@x>\r\n"
//   end "" EOF
//    550 "b"
// == send helo and auth
//   C "EHLO localhost\r\n"
//   C "HELO localhost\r\n"
//   C "MAIL FROM:<f@x>\r\n"
//   C "RCPT TO:<t@x>\r\n"
//   C "RCPT TO:<u@x>\r\n"
//   C "DATA\r\n"
//   C "Subject: s\r\n"
//   C "\r\n"
//   C "body\r\n"
//   C "..\r\n"
//   C "z\r\n"
//   C ".\r\n"
//   C "QUIT\r\n"
//   end "" EOF
//    <nil>
// == noop after bad quit
// 500 "no"
//   err: <nil> <nil>
//   C "EHLO localhost\r\n"
//   C "QUIT\r\n"
//   C "NOOP\r\n"
//   end "" EOF
