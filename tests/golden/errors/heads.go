package p

func f() {
	if {
	}
	if x; {
	}
	if x = 1 {
	}
	for i := 0; i < 3 { f() }
	for i := 0; i < 3; i := 1 {
	}
	switch x++ {
	}
	switch x {
	case 1;
	}
	if var x = 1; x > 0 {
	}
	if x {
	} else x = 1
	go (f())
L:
}
