package rpc

import (
	"cmp"
	"fmt"
	"html/template"
	"maps"
	"net/http"
	"slices"
)

var listTemplate = template.Must(template.New("RPC debug").Parse(`<html>
<head><title>Services</title></head>
<body>
{{range .}}
<h2>Service {{.Name}}</h2>
<table>
<tr><th>Method</th><th>Calls</th></tr>
{{range .Methods}}<tr><td>{{.Name}}({{.Arg}}, {{.Reply}}) error</td><td>{{.Calls}}</td></tr>
{{end}}</table>
{{end}}
</body>
</html>
`))

// A listedService and a listedMethod are rows of the debugging page.
type listedService struct {
	Name    string
	Methods []listedMethod
}

type listedMethod struct {
	Name, Arg, Reply string
	Calls            int64
}

// A methodList is the page of a server's methods.
type methodList struct{ *Server }

func (l methodList) ServeHTTP(w http.ResponseWriter, req *http.Request) {
	var list []listedService
	l.services.Range(func(_, value any) bool {
		s := value.(*service)
		listed := listedService{Name: s.name}
		for _, name := range slices.Sorted(maps.Keys(s.methods)) {
			m := s.methods[name]
			listed.Methods = append(listed.Methods, listedMethod{name, m.arg.String(), m.reply.String(), m.calls.Load()})
		}
		list = append(list, listed)
		return true
	})
	slices.SortFunc(list, func(a, b listedService) int { return cmp.Compare(a.Name, b.Name) })
	if err := listTemplate.Execute(w, list); err != nil {
		fmt.Fprintln(w, "rpc: error executing template:", err.Error())
	}
}
