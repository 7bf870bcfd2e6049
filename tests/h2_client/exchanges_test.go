package h2client

import (
	"flag"
	"fmt"
	"testing"
	"testing/synctest"
)

var script = flag.String("script", "", "play only this script and print the record")

func TestOne(t *testing.T) {
	synctest.Test(t, func(t *testing.T) { fmt.Print(play(*script)) })
}
