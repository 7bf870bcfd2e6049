package main

import (
	"fmt"
	"os"
	"os/exec"
)

func main() {
	fmt.Println("out", os.Args[1:], os.Getenv("MODE"))
	cmd := exec.Command("sh", "-c", "echo from a child; cat")
	cmd.Stdin, cmd.Stdout = os.Stdin, os.Stdout
	err := cmd.Run()
	fmt.Fprintln(os.Stderr, "err", err)
	os.Exit(3)
}
