package p

func f(i int) {
	break
	continue
	goto L0
L1:
	for {
		break L1
		continue L1
		break L2
		continue L9
	}
L2:
	{
		break L2
		continue L2
	}
L3:
L3:
	i++
	goto L4
	x := 1
	_ = x
L4:
	goto L5
	{
	L5:
		i++
	}
L6:
	switch i {
	case 1:
		fallthrough
	case 2:
		break L6
	case 3:
		{
			fallthrough
		}
	case 4:
		fallthrough
		i++
	case 5:
		continue L6
	default:
		fallthrough
	}
	switch any(i).(type) {
	case int:
		fallthrough
	default:
	}
	fallthrough
	func() {
		break L1
		goto L4
		continue
	}()
	for {
		func() { break }()
		select {
		default:
			break
			continue
		}
	}
	select {
	default:
		continue
	}
L7:
	if i > 0 {
		goto L8
		var y int
		_ = y
	L8:
		break L7
	}
	goto _
_:
	switch {
	case true:
		goto L10
	case false:
	L10:
	}
}
