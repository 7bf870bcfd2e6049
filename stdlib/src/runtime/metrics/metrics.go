// Package metrics reads metrics of the machine by name. The set of metrics depends on the machine: All lists
// them.
package metrics

// A ValueKind is the type of a figure.
type ValueKind int

// The kinds of values. KindBad is the kind for an unknown name.
const (
	KindBad ValueKind = iota
	KindUint64
	KindFloat64
	KindFloat64Histogram
)

// A Value is a figure.
type Value struct {
	kind      ValueKind
	number    uint64
	fraction  float64
	histogram *Float64Histogram
}

// Kind returns the type of the figure.
func (v Value) Kind() ValueKind { return v.kind }

// Uint64 returns a number; it panics if the figure is something else.
func (v Value) Uint64() uint64 {
	if v.kind != KindUint64 {
		panic("called Uint64 on non-uint64 metric value")
	}
	return v.number
}

// Float64 returns a floating-point value; it panics if the value has another kind.
func (v Value) Float64() float64 {
	if v.kind != KindFloat64 {
		panic("called Float64 on non-float64 metric value")
	}
	return v.fraction
}

// Float64Histogram returns a distribution; it panics if the value has another kind.
func (v Value) Float64Histogram() *Float64Histogram {
	if v.kind != KindFloat64Histogram {
		panic("called Float64Histogram on non-Float64Histogram metric value")
	}
	return v.histogram
}

// A Float64Histogram says how many values lie in each range: Counts[i] is the number of values from Buckets[i] up to,
// but not including, Buckets[i+1].
type Float64Histogram struct {
	Counts  []uint64
	Buckets []float64
}

// A Description describes a metric. Name ends with a colon and the unit; a Cumulative metric never decreases.
type Description struct {
	Name        string
	Description string
	Kind        ValueKind
	Cumulative  bool
}

// A Sample is the name of a metric with its value.
type Sample struct {
	Name  string
	Value Value
}

// All returns descriptions of all figures, sorted by name.
func All() []Description {
	descriptions := make([]Description, len(figures))
	for i, f := range figures {
		descriptions[i] = f.Description
	}
	return descriptions
}

// Read sets the values for the names of the samples. All values are of the same time. An unknown name gets
// a value of KindBad.
func Read(m []Sample) {
	var now moment
	for i := range m {
		m[i].Value = now.value(m[i].Name)
	}
}
