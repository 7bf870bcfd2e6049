package main

import "net/http"

func direct() error {
	res, err := http.Get("http://foo.com")
	defer res.Body.Close() // bad
	if err != nil {
		return err
	}
	return nil
}

func client() {
	client := http.DefaultClient
	res, err := client.Head("http://foo.com")
	defer res.Body.Close() // bad
	if err != nil {
		panic(err)
	}
	var c http.Client
	r2, err := c.Get("x")
	defer r2.Body.Close() // bad
	_ = err
	r3, err := http.Post("a", "b", nil)
	_ = err
	defer r3.Body.Close()
}

type holder struct{ res *http.Response }

func assigned() (err error) {
	var res *http.Response
	res, err = http.Get("x")
	defer res.Body.Close() // bad
	var h holder
	h.res, err = http.Get("x")
	defer h.res.Body.Close() // root is h
	{
		res, err := http.Get("y")
		if err == nil {
			defer res.Body.Close()
		}
	}
	res, _ = wrap(http.Get("x"))
	defer res.Body.Close()
	if res, err := http.Get("z"); err == nil {
		defer res.Body.Close()
	}
	func() {
		res, _ := http.Get("w")
		defer func() { res.Body.Close() }()
	}()
	switch {
	case true:
		r, _ := http.Get("w")
		defer r.Body.Close() // case clause
	}
	f := http.Get
	r5, _ := f("x")
	defer r5.Body.Close()
	r6, _ := (http.Get)("x")
	defer r6.Body.Close()
	r7, _ := http.DefaultClient.Do(nil)
	defer r7.Body.Close() // bad
	r8, _ := other()
	defer r8.Body.Close()
	var r9, _ = http.Get("x")
	defer r9.Body.Close()
	r10, e := http.DefaultTransport.RoundTrip(nil)
	defer r10.Body.Close()
	_ = e
	for {
		r11, _ := http.Get("x")
		defer r11.Body.Close()
		break
	}
	r12, _ := http.ReadResponse(nil, nil)
	defer r12.Body.Close() // bad
	r13, _ := http.PostForm("x", nil)
	defer (r13.Body.Close)()
	r14, _ := http.Get("x")
	defer close2(r14)
	return
}

func close2(*http.Response) {}

func wrap(r *http.Response, err error) (*http.Response, error) { return r, err }
func other() (*http.Response, error)                           { return nil, nil }

func main() {}
