package http

import (
	"errors"
	"io"
	"mime"
	"mime/multipart"
	"net/url"
)

func (r *Request) multipartReader(mixed bool) (*multipart.Reader, error) {
	v := r.Header.Get("Content-Type")
	if v == "" {
		return nil, ErrNotMultipart
	}
	if r.Body == nil {
		return nil, errors.New("missing form body")
	}
	kind, params, err := mime.ParseMediaType(v)
	if err != nil || !(kind == "multipart/form-data" || mixed && kind == "multipart/mixed") {
		return nil, ErrNotMultipart
	}
	boundary, ok := params["boundary"]
	if !ok {
		return nil, ErrMissingBoundary
	}
	return multipart.NewReader(r.Body, boundary), nil
}

var multipartByReader = &multipart.Form{Value: make(map[string][]string), File: make(map[string][]*multipart.FileHeader)}

// MultipartReader reads the body part by part, instead of ParseMultipartForm.
func (r *Request) MultipartReader() (*multipart.Reader, error) {
	if r.MultipartForm == multipartByReader {
		return nil, errors.New("http: MultipartReader called twice")
	}
	if r.MultipartForm != nil {
		return nil, errors.New("http: multipart handled by ParseMultipartForm")
	}
	r.MultipartForm = multipartByReader
	return r.multipartReader(true)
}

func mergeValues(dst, src url.Values) {
	for k, vs := range src {
		dst[k] = append(dst[k], vs...)
	}
}

// parsePostForm reads a body that is a form.
func (r *Request) parsePostForm() (url.Values, error) {
	if r.Body == nil {
		return nil, nil
	}
	kind := r.Header.Get("Content-Type")
	if kind == "" {
		kind = "application/octet-stream"
	}
	kind, _, err := mime.ParseMediaType(kind)
	if kind != "application/x-www-form-urlencoded" {
		return nil, err
	}
	var reader io.Reader = r.Body
	maxSize := int64(1<<63 - 1)
	if _, ok := r.Body.(*maxBytesReader); !ok {
		maxSize = 10 << 20
		reader = io.LimitReader(r.Body, maxSize+1)
	}
	b, e := io.ReadAll(reader)
	if e != nil {
		if err == nil {
			err = e
		}
		return nil, err
	}
	if int64(len(b)) > maxSize {
		return nil, errors.New("http: POST too large")
	}
	values, e := url.ParseQuery(string(b))
	if err == nil {
		err = e
	}
	return values, err
}

// ParseForm reads the query and, for POST, PUT and PATCH, a form in the body into Form.
func (r *Request) ParseForm() error {
	var err error
	if r.PostForm == nil {
		if r.Method == "POST" || r.Method == "PUT" || r.Method == "PATCH" {
			r.PostForm, err = r.parsePostForm()
		}
		if r.PostForm == nil {
			r.PostForm = make(url.Values)
		}
	}
	if r.Form == nil {
		if len(r.PostForm) > 0 {
			r.Form = make(url.Values)
			mergeValues(r.Form, r.PostForm)
		}
		var query url.Values
		if r.URL != nil {
			var e error
			query, e = url.ParseQuery(r.URL.RawQuery)
			if err == nil {
				err = e
			}
		}
		if query == nil {
			query = make(url.Values)
		}
		if r.Form == nil {
			r.Form = query
		} else {
			mergeValues(r.Form, query)
		}
	}
	return err
}

// ParseMultipartForm reads a form of several parts; up to maxMemory bytes of files stay in memory.
func (r *Request) ParseMultipartForm(maxMemory int64) error {
	if r.MultipartForm == multipartByReader {
		return errors.New("http: multipart handled by MultipartReader")
	}
	var formErr error
	if r.Form == nil {
		formErr = r.ParseForm()
	}
	if r.MultipartForm != nil {
		return nil
	}
	mr, err := r.multipartReader(false)
	if err != nil {
		return err
	}
	f, err := mr.ReadForm(maxMemory)
	if err != nil {
		return err
	}
	if r.PostForm == nil {
		r.PostForm = make(url.Values)
	}
	for k, v := range f.Value {
		r.Form[k] = append(r.Form[k], v...)
		r.PostForm[k] = append(r.PostForm[k], v...)
	}
	r.MultipartForm = f
	return formErr
}

// FormValue is the first value of a form's field.
func (r *Request) FormValue(key string) string {
	if r.Form == nil {
		r.ParseMultipartForm(defaultMaxMemory)
	}
	return r.Form.Get(key)
}

// PostFormValue is FormValue without the query.
func (r *Request) PostFormValue(key string) string {
	if r.PostForm == nil {
		r.ParseMultipartForm(defaultMaxMemory)
	}
	return r.PostForm.Get(key)
}

// FormFile is the first file of a form's field.
func (r *Request) FormFile(key string) (multipart.File, *multipart.FileHeader, error) {
	if r.MultipartForm == multipartByReader {
		return nil, nil, errors.New("http: multipart handled by MultipartReader")
	}
	if r.MultipartForm == nil {
		if err := r.ParseMultipartForm(defaultMaxMemory); err != nil {
			return nil, nil, err
		}
	}
	if r.MultipartForm != nil {
		if list := r.MultipartForm.File[key]; len(list) > 0 {
			f, err := list[0].Open()
			return f, list[0], err
		}
	}
	return nil, nil, ErrMissingFile
}
