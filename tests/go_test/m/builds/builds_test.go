package builds

import "testing"

func TestX(t *testing.T) { undefined() }
