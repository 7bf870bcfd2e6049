package syscall

import (
	"internal/rt"
	"sync"
)

// The environment belongs to the program: it begins as a copy of the process's environment, and changes do not affect
// the process.
var (
	envLock sync.RWMutex
	envRead bool
	envList []string       // KEY=value, "" for an unset variable
	envAt   map[string]int // index in envList by key

	godebugUpdate func(preset, set string) // receives GODEBUG settings
)

// watchGODEBUG calls update with the current GODEBUG, now and whenever it changes, and with the settings that the program was built with.
func watchGODEBUG(update func(preset, set string)) {
	godebugUpdate = update
	noteChange("GODEBUG")
}

// noteChange reports a change of GODEBUG; the caller does not hold envLock.
func noteChange(key string) {
	if key != "GODEBUG" {
		return
	}
	value, _ := Getenv(key)
	takeDebug(value)
	if godebugUpdate != nil {
		godebugUpdate(rt.PresetDebug(), value)
	}
}

// loadEnv makes the copy; the caller holds envLock for writing.
func loadEnv() {
	if envRead {
		return
	}
	envRead = true
	envList = pieces(hostEnviron())
	envAt = make(map[string]int, len(envList))
	for i, s := range envList {
		for j := 1; j < len(s); j++ {
			if s[j] == '=' {
				if _, twice := envAt[s[:j]]; twice {
					envList[i] = ""
				} else {
					envAt[s[:j]] = i
				}
				break
			}
		}
	}
}

// Getenv returns the value of a variable.
func Getenv(key string) (value string, found bool) {
	envLock.Lock()
	defer envLock.Unlock()
	loadEnv()
	i, ok := envAt[key]
	if !ok {
		return "", false
	}
	return envList[i][len(key)+1:], true
}

// Setenv sets a variable.
func Setenv(key, value string) error {
	if key == "" {
		return EINVAL
	}
	for i := 0; i < len(key); i++ {
		if key[i] == '=' || key[i] == 0 {
			return EINVAL
		}
	}
	for i := 0; i < len(value); i++ {
		if value[i] == 0 {
			return EINVAL
		}
	}
	envLock.Lock()
	loadEnv()
	i, ok := envAt[key]
	if !ok {
		i = len(envList)
		envList = append(envList, "")
		envAt[key] = i
	}
	envList[i] = key + "=" + value
	envLock.Unlock()
	noteChange(key)
	return nil
}

// Unsetenv removes a variable.
func Unsetenv(key string) error {
	envLock.Lock()
	loadEnv()
	if i, ok := envAt[key]; ok {
		envList[i] = ""
		delete(envAt, key)
	}
	envLock.Unlock()
	noteChange(key)
	return nil
}

// Clearenv removes all variables.
func Clearenv() {
	envLock.Lock()
	envRead = true
	envList = nil
	envAt = make(map[string]int)
	envLock.Unlock()
	noteChange("GODEBUG")
}

// Environ returns all variables as KEY=value.
func Environ() []string {
	envLock.Lock()
	defer envLock.Unlock()
	loadEnv()
	list := make([]string, 0, len(envList))
	for _, s := range envList {
		if s != "" {
			list = append(list, s)
		}
	}
	return list
}
