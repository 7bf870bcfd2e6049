package early

import _ "example.com/m/zz"

func init() { println("early") }
