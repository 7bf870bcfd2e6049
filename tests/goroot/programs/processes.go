// Children: output, input, status, environment, directory, signals.
package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"strings"
	"syscall"
	"time"
)

func main() {
	out, err := exec.Command("echo", "a", "b c").Output()
	fmt.Printf("%q %v\n", out, err)
	cmd := exec.Command("sh", "-c", "cat; echo err >&2; exit 3")
	cmd.Stdin = strings.NewReader("input\n")
	var stdout, stderr bytes.Buffer
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	err = cmd.Run()
	var exit *exec.ExitError
	fmt.Printf("%q %q %v %v %d\n", stdout.String(), stderr.String(), err, errors.As(err, &exit), cmd.ProcessState.ExitCode())
	cmd = exec.Command("sh", "-c", "echo $X; pwd")
	cmd.Env = []string{"X=one", "PATH=" + os.Getenv("PATH")}
	cmd.Dir = "/"
	out, err = cmd.CombinedOutput()
	fmt.Printf("%q %v\n", out, err)
	_, err = exec.LookPath("no-such-program")
	fmt.Println(err)
	fmt.Println(exec.Command("/no/such").Run())
	cmd = exec.Command("true")
	cmd.Dir = "/no/such"
	fmt.Println(cmd.Run())
	ctx, cancel := context.WithTimeout(context.Background(), 50*time.Millisecond)
	defer cancel()
	fmt.Println(exec.CommandContext(ctx, "sleep", "100").Run())
	cmd = exec.Command("sleep", "100")
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	fmt.Println(cmd.Start())
	fmt.Println(syscall.Kill(-cmd.Process.Pid, syscall.SIGTERM))
	fmt.Println(cmd.Wait(), cmd.ProcessState.Sys().(syscall.WaitStatus).Signal())
	fmt.Println(cmd.Process.Signal(os.Interrupt))
	r, w, _ := os.Pipe()
	cmd = exec.Command("sh", "-c", "echo extra >&3")
	cmd.ExtraFiles = []*os.File{w}
	fmt.Println(cmd.Run())
	w.Close()
	buf := make([]byte, 10)
	n, _ := r.Read(buf)
	fmt.Printf("%q\n", buf[:n])
}
