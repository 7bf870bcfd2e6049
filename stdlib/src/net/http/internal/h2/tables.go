package http2

// staticTable are the fields that both sides know from the beginning (RFC 7541, appendix A). Their indices begin at 1.
var staticTable = [...]Field{
	{Name: ":authority"},
	{Name: ":method", Value: "GET"},
	{Name: ":method", Value: "POST"},
	{Name: ":path", Value: "/"},
	{Name: ":path", Value: "/index.html"},
	{Name: ":scheme", Value: "http"},
	{Name: ":scheme", Value: "https"},
	{Name: ":status", Value: "200"},
	{Name: ":status", Value: "204"},
	{Name: ":status", Value: "206"},
	{Name: ":status", Value: "304"},
	{Name: ":status", Value: "400"},
	{Name: ":status", Value: "404"},
	{Name: ":status", Value: "500"},
	{Name: "accept-charset"},
	{Name: "accept-encoding", Value: "gzip, deflate"},
	{Name: "accept-language"},
	{Name: "accept-ranges"},
	{Name: "accept"},
	{Name: "access-control-allow-origin"},
	{Name: "age"},
	{Name: "allow"},
	{Name: "authorization"},
	{Name: "cache-control"},
	{Name: "content-disposition"},
	{Name: "content-encoding"},
	{Name: "content-language"},
	{Name: "content-length"},
	{Name: "content-location"},
	{Name: "content-range"},
	{Name: "content-type"},
	{Name: "cookie"},
	{Name: "date"},
	{Name: "etag"},
	{Name: "expect"},
	{Name: "expires"},
	{Name: "from"},
	{Name: "host"},
	{Name: "if-match"},
	{Name: "if-modified-since"},
	{Name: "if-none-match"},
	{Name: "if-range"},
	{Name: "if-unmodified-since"},
	{Name: "last-modified"},
	{Name: "link"},
	{Name: "location"},
	{Name: "max-forwards"},
	{Name: "proxy-authenticate"},
	{Name: "proxy-authorization"},
	{Name: "range"},
	{Name: "referer"},
	{Name: "refresh"},
	{Name: "retry-after"},
	{Name: "server"},
	{Name: "set-cookie"},
	{Name: "strict-transport-security"},
	{Name: "transfer-encoding"},
	{Name: "user-agent"},
	{Name: "vary"},
	{Name: "via"},
	{Name: "www-authenticate"}}

// staticIndex has the last index of each name; fields with the same name follow one another.
var staticIndex = func() map[string]int {
	index := make(map[string]int, len(staticTable))
	for i, f := range staticTable {
		index[f.Name] = i + 1
	}
	return index
}()

// A dynamicTable has the fields that were sent before; the newest has the lowest index. Encoder and Decoder each keep
// one.
type dynamicTable struct {
	fields  []Field // the oldest first
	size    uint32  // of all, by Field.Size
	maxSize uint32
	evicted uint64 // how many were ever removed
}

// at returns a field by its index, which begins behind the static table.
func (t *dynamicTable) at(index uint64) (Field, bool) {
	i := index - uint64(len(staticTable)) // 1 for the newest
	if index <= uint64(len(staticTable)) || i > uint64(len(t.fields)) {
		return Field{}, false
	}
	return t.fields[len(t.fields)-int(i)], true
}

// add puts a field in; too large a field only empties the table.
func (t *dynamicTable) add(f Field) {
	f.Sensitive = false
	t.fields = append(t.fields, f)
	t.size += f.Size()
	t.evict()
}

func (t *dynamicTable) resize(n uint32) {
	t.maxSize = n
	t.evict()
}

func (t *dynamicTable) evict() {
	n := 0
	for t.size > t.maxSize {
		t.size -= t.fields[n].Size()
		n++
	}
	if n > 0 {
		kept := copy(t.fields, t.fields[n:])
		clear(t.fields[kept:])
		t.fields = t.fields[:kept]
		t.evicted += uint64(n)
	}
}

// sequence is the number under which an encoder remembers the newest field.
func (t *dynamicTable) sequence() uint64 { return t.evicted + uint64(len(t.fields)) }

// index turns such a number into an index; 0 when the field is no longer in the table.
func (t *dynamicTable) index(sequence uint64) uint64 {
	if sequence <= t.evicted {
		return 0
	}
	return uint64(len(staticTable)) + t.sequence() - sequence + 1
}
