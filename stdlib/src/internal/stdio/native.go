package stdio

// read and write are the natives of package syscall.
func read(fd int, p []byte) (n int, errno int)
func write(fd int, p []byte) (n int, errno int)

// errnoText returns the text of an error number.
func errnoText(e int) string
