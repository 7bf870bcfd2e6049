//go:build go1.21

package main

func use(int) {}

func loops(list []int) {
	for i, v := range list {
		go func() { use(i + v) }()
	}
	for i := 0; i < 3; i++ {
		defer func() { use(i) }()
	}
	for i := 0; i < 3; i++ {
		defer func() { use(i) }()
		use(i)
	}
	for _, v := range list {
		v := v
		go func() { use(v) }()
	}
	for _, v := range list {
		go func(v int) { use(v) }(v)
	}
	for _, v := range list {
		if v > 0 {
			go func() { use(v) }()
		} else if v < 0 {
			go func() { use(v) }()
		} else {
			use(v)
		}
	}
	for i, j := 0, 0; i < 3; i, j = i+1, j+1 {
		switch {
		case i > 1:
			go func() { use(j) }()
		}
	}
	var k int
	for k = range list {
		go func() { use(k) }()
	}
	func() {
		for k = 0; k < 3; k += 2 {
			go func() {
				func() { use(k) }()
			}()
		}
	}()
}

func main() {}
