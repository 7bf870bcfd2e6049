package alpha

import _ "example.com/m/zeta"

func init() { println("alpha") }
