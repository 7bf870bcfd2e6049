package build

import (
	"os"
	"slices"
	"strconv"
	"strings"
)

// release is the minor number of the release of Go.
const release = 27

func releaseTags() []string {
	var tags []string
	for minor := 1; minor <= release; minor++ {
		tags = append(tags, "go1."+strconv.Itoa(minor))
	}
	return tags
}

func set(words string) map[string]bool {
	m := map[string]bool{}
	for _, word := range strings.Fields(words) {
		m[word] = true
	}
	return m
}

// Names of systems and architectures that may end a file's name. The lists also have names that no release supports any
// more, or none yet; such files are never included.
var (
	systems = set(`aix android darwin dragonfly freebsd hurd illumos ios js linux nacl netbsd openbsd plan9 solaris wasip1
		windows zos`)
	unixes        = set("aix android darwin dragonfly freebsd hurd illumos ios linux netbsd openbsd solaris")
	architectures = set(`386 amd64 amd64p32 arm armbe arm64 arm64be loong64 mips mipsle mips64 mips64le mips64p32
		mips64p32le ppc ppc64 ppc64le riscv riscv64 s390 s390x sparc sparc64 wasm`)
)

// also maps a system to the second system whose tag is set for it.
var also = map[string]string{"android": "linux", "illumos": "solaris", "ios": "darwin"}

// cgoSystems are the systems that support cgo.
var cgoSystems = set(`aix/ppc64 android/386 android/amd64 android/arm android/arm64 darwin/amd64 darwin/arm64
	dragonfly/amd64 freebsd/386 freebsd/amd64 freebsd/arm freebsd/arm64 freebsd/riscv64 illumos/amd64 ios/amd64 ios/arm64
	linux/386 linux/amd64 linux/arm linux/arm64 linux/loong64 linux/mips linux/mips64 linux/mips64le linux/mipsle
	linux/ppc64le linux/riscv64 linux/s390x netbsd/386 netbsd/amd64 netbsd/arm netbsd/arm64 openbsd/386 openbsd/amd64
	openbsd/arm openbsd/arm64 openbsd/riscv64 solaris/amd64 windows/386 windows/amd64 windows/arm64`)

// experiments are the names that GOEXPERIMENT may contain, in the order of their tags.
var experiments = strings.Fields(`fieldtrack preemptibleloops staticlockranking boringcrypto regabiwrappers regabiargs
	heapminimum512kib arenas cgocheck2 loopvar newinliner dwarf5 jsonv2 greenteagc randomizedheapbase64 runtimefreegc
	sizespecializedmalloc simd runtimesecret mapsplitgroup`)

var (
	alwaysOn = set("jsonv2 greenteagc randomizedheapbase64 sizespecializedmalloc")
	noDWARF5 = set("aix darwin ios")
	regabi   = set("amd64 arm64 loong64 ppc64 ppc64le riscv64 s390x")
)

// toolTags returns the tags of the experiments and of the architecture's features.
func toolTags(goos, goarch string) []string {
	return append(experimentTags(goos, goarch), featureTags(goarch)...)
}

// experimentTags returns no tags if GOEXPERIMENT is invalid.
func experimentTags(goos, goarch string) []string {
	on := map[string]bool{}
	reset := func(defaults bool) {
		for _, name := range experiments {
			on[name] = defaults && (alwaysOn[name] || name == "dwarf5" && !noDWARF5[goos])
		}
	}
	reset(true)
	for _, word := range strings.Split(os.Getenv("GOEXPERIMENT"), ",") {
		name, off := strings.CutPrefix(word, "no")
		switch {
		case word == "", word == "regabi", word == "noregabi":
		case word == "none":
			reset(false)
		case slices.Contains(experiments, word):
			on[word] = true
		case off && slices.Contains(experiments, name):
			on[name] = false
		default:
			return nil
		}
	}
	// GOEXPERIMENT cannot change these: the architecture determines them.
	on["regabiwrappers"] = regabi[goarch]
	on["regabiargs"] = regabi[goarch]
	var tags []string
	for _, name := range experiments {
		if on[name] {
			tags = append(tags, "goexperiment."+name)
		}
	}
	return tags
}

// levels are the values of GOAMD64 and similar variables, for architectures with growing feature sets. The first is the default.
var levels = map[string]struct {
	variable string
	values   string
}{
	"amd64":   {"GOAMD64", "v1 v2 v3 v4"},
	"ppc64":   {"GOPPC64", "power8 power9 power10"},
	"ppc64le": {"GOPPC64", "power8 power9 power10"},
	"riscv64": {"GORISCV64", "rva20u64 rva22u64 rva23u64"},
}

// featureTags returns the tags ARCH.FEATURE.
func featureTags(goarch string) []string {
	var features []string
	switch goarch {
	case "386":
		features = []string{setting("GO386", "sse2")} // any value
	case "mips", "mipsle":
		features = choice("GOMIPS", "hardfloat", "softfloat")
	case "mips64", "mips64le":
		features = choice("GOMIPS64", "hardfloat", "softfloat")
	case "wasm":
		features = []string{"satconv", "signext"}
	case "arm":
		features = arm()
	case "arm64":
		features = arm64()
	default:
		level, ok := levels[goarch]
		if !ok {
			return nil
		}
		values := strings.Fields(level.values)
		last := max(slices.Index(values, os.Getenv(level.variable)), 0)
		features = values[:last+1]
	}
	tags := make([]string, len(features))
	for i, feature := range features {
		tags[i] = goarch + "." + feature
	}
	return tags
}

// choice returns the value of a variable that must have one of several values; the first is the default.
func choice(variable string, values ...string) []string {
	i := max(slices.Index(values, os.Getenv(variable)), 0)
	return values[i : i+1]
}

// arm returns "5" up to the version in GOARM, whose value may name the kind of floating point after a comma.
func arm() []string {
	versions := []string{"5", "6", "7"}
	version, _, _ := strings.Cut(os.Getenv("GOARM"), ",")
	if i := slices.Index(versions, version); i >= 0 {
		return versions[:i+1]
	}
	return versions
}

// arm64 returns the versions up to that in GOARM64. Each v9.N includes v8.N+5.
func arm64() []string {
	words := strings.Split(os.Getenv("GOARM64"), ",")
	version := words[0]
	for _, option := range words[1:] {
		if option != "lse" && option != "crypto" {
			version = "" // an invalid value counts as unset
		}
	}
	var major, minor int
	if len(version) == 4 && version[0] == 'v' && version[2] == '.' && '0' <= version[3] && version[3] <= '9' {
		major, minor = int(version[1]-'0'), int(version[3]-'0')
	}
	var features []string
	add := func(prefix string, last int) {
		for i := 0; i <= last; i++ {
			features = append(features, prefix+strconv.Itoa(i))
		}
	}
	switch {
	case major == 9 && minor <= 5:
		add("v9.", minor)
		add("v8.", min(minor+5, 9))
	case major == 8:
		add("v8.", minor)
	default:
		add("v8.", 0)
	}
	return features
}
