package late

import _ "example.com/m/work"

func init() { println("late") }
