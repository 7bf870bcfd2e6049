package http

import (
	"cmp"
	"errors"
	"io"
	"mime"
	"mime/multipart"
	"net/url"
	"slices"
)

func (r *Request) multipartReader(mixed bool) (*multipart.Reader, error) {
	field := r.Header.Get("Content-Type")
	switch {
	case field == "":
		return nil, ErrNotMultipart
	case r.Body == nil:
		return nil, errors.New("missing form body")
	}
	kind, params, err := mime.ParseMediaType(field)
	fits := kind == "multipart/form-data" || mixed && kind == "multipart/mixed"
	boundary, bounded := params["boundary"]
	switch {
	case err != nil || !fits:
		return nil, ErrNotMultipart
	case !bounded:
		return nil, ErrMissingBoundary
	}
	return multipart.NewReader(r.Body, boundary), nil
}

var multipartByReader = &multipart.Form{Value: make(map[string][]string), File: make(map[string][]*multipart.FileHeader)}

// MultipartReader reads the body part by part, instead of ParseMultipartForm.
func (r *Request) MultipartReader() (*multipart.Reader, error) {
	switch r.MultipartForm {
	case nil:
		r.MultipartForm = multipartByReader
		return r.multipartReader(true)
	case multipartByReader:
		return nil, errors.New("http: MultipartReader called twice")
	}
	return nil, errors.New("http: multipart handled by ParseMultipartForm")
}

func mergeValues(dst, src url.Values) {
	for k, vs := range src {
		dst[k] = append(dst[k], vs...)
	}
}

// parsePostForm reads a body that is a form.
func (r *Request) parsePostForm() (url.Values, error) {
	if r.Body == nil {
		return nil, errors.New("missing form body")
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

// bodyForm is the form in the body of a POST, PUT or PATCH, otherwise an empty one.
func (r *Request) bodyForm() (form url.Values, err error) {
	switch r.Method {
	case "POST", "PUT", "PATCH":
		form, err = r.parsePostForm()
	}
	if form == nil {
		form = url.Values{}
	}
	return form, err
}

// queryForm is the form in the query.
func (r *Request) queryForm() (form url.Values, err error) {
	if r.URL != nil {
		form, err = url.ParseQuery(r.URL.RawQuery)
	}
	if form == nil {
		form = url.Values{}
	}
	return form, err
}

// ParseForm reads the query and, for POST, PUT and PATCH, a form in the body into Form.
func (r *Request) ParseForm() error {
	var bodyErr, queryErr error
	if r.PostForm == nil {
		r.PostForm, bodyErr = r.bodyForm()
	}
	if r.Form == nil {
		r.Form, queryErr = r.queryForm()
		for key, values := range r.PostForm { // the body's values come first
			r.Form[key] = slices.Concat(values, r.Form[key])
		}
	}
	return cmp.Or(bodyErr, queryErr)
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
	if r.MultipartForm == nil {
		return cmp.Or(r.readParts(maxMemory), formErr)
	}
	return nil
}

// readParts reads a form of several parts and adds its values to those of Form and PostForm.
func (r *Request) readParts(maxMemory int64) error {
	var form *multipart.Form
	parts, err := r.multipartReader(false)
	if err == nil {
		form, err = parts.ReadForm(maxMemory)
	}
	if err != nil {
		return err
	}
	if r.PostForm == nil {
		r.PostForm = url.Values{}
	}
	mergeValues(r.Form, form.Value)
	mergeValues(r.PostForm, form.Value)
	r.MultipartForm = form
	return nil
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
