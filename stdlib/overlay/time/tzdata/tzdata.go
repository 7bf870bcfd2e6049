package tzdata

// The zones are registered with it.
import _ "time"
