package first

import "fmt"

func init() { println(fmt.Sprint("first")) }
