package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"os/signal"
	"strings"
	"syscall"
	"time"
)

func sh(script string) *exec.Cmd { return exec.Command("sh", "-c", script) }

func show(name string, out []byte, err error) { fmt.Printf("%s: %q %v\n", name, out, err) }

func outputs() {
	out, err := sh("echo out; echo err >&2").Output()
	show("output", out, err)
	out, err = sh("echo out; echo err >&2").CombinedOutput()
	show("combined", out, err)
	out, err = sh("echo out; echo problem >&2; exit 3").Output()
	var exit *exec.ExitError
	fmt.Println(errors.As(err, &exit), exit.ExitCode(), exit.Exited(), exit.Success(), string(exit.Stderr))
	show("exit", out, err)
	c := exec.Command("cat")
	c.Stdin = strings.NewReader(strings.Repeat("0123456789", 100000))
	out, err = c.Output()
	fmt.Println(len(out), err, string(out[999990:]))
	c = sh("exec head -c 5")
	c.Stdin = strings.NewReader(strings.Repeat("0123456789", 100000))
	out, err = c.Output()
	show("unread input", out, err)
	c = sh("kill -TERM $$; sleep 5")
	out, err = c.Output()
	show("signal", out, err)
	ws := c.ProcessState.Sys().(syscall.WaitStatus)
	fmt.Println(ws.Signaled(), ws.Signal(), ws.ExitStatus(), c.ProcessState.ExitCode(), c.ProcessState.Exited(), c.ProcessState)
	out, err = sh("head -c 70000 /dev/zero | tr '\\0' x >&2; exit 1").Output()
	errors.As(err, &exit)
	fmt.Println(len(exit.Stderr), strings.Count(string(exit.Stderr), "x"), strings.ReplaceAll(string(exit.Stderr), "x", ""))
}

func environment() {
	c := sh(`echo "$A|$B|$PWD"; pwd`)
	c.Env = []string{"A=1", "B=2", "A=3", "=C=4", "bare"}
	c.Dir = "/"
	out, err := c.Output()
	show("env", out, err)
	fmt.Println(c.Environ())
	c = sh("echo $PWD")
	c.Dir = "/usr/"
	out, err = c.Output()
	show("dir", out, err)
	c = sh("true")
	c.Env = []string{"X=\x00"}
	fmt.Println(c.Run())
	c = sh("true")
	c.Dir = "/nowhere"
	fmt.Println(c.Run())
	f, err := os.CreateTemp("", "exec")
	defer os.Remove(f.Name())
	r, w, _ := os.Pipe()
	c = sh("cat <&4; echo extra >&3")
	c.ExtraFiles = []*os.File{f, r}
	io.WriteString(w, "through a pipe\n")
	w.Close()
	out, err = c.Output()
	show("files", out, err)
	data, _ := os.ReadFile(f.Name())
	fmt.Printf("%q\n", data)
}

func failures() {
	fmt.Println(exec.Command("no-such-program").Run())
	fmt.Println(exec.Command("/no/such/program").Run())
	fmt.Println(exec.Command("/").Run())
	fmt.Println(exec.Command("").Run())
	fmt.Println((&exec.Cmd{}).Run())
	for _, name := range []string{"", ".", "sh/", "/etc/passwd", "/etc", "nothing"} {
		_, err := exec.LookPath(name)
		fmt.Println(err, errors.Is(err, exec.ErrNotFound), errors.Is(err, fs.ErrPermission))
	}
	_, err := exec.LookPath("sh")
	fmt.Println(err)
	c := sh("true")
	fmt.Println(c.Wait())
	fmt.Println(c.Run(), c.Start(), c.Wait())
	c = sh("true")
	c.Stdout, c.Stderr, c.Stdin = io.Discard, io.Discard, strings.NewReader("")
	_, err = c.Output()
	fmt.Println(err)
	_, err = c.CombinedOutput()
	fmt.Println(err)
	_, err = c.StdinPipe()
	fmt.Println(err)
	_, err = c.StdoutPipe()
	fmt.Println(err)
	_, err = c.StderrPipe()
	fmt.Println(err)
	c = sh("true")
	c.Cancel = func() error { return nil }
	fmt.Println(c.Run())
	fmt.Println(exec.Command("no-such-program", "a", "b c"), strings.HasSuffix(sh("x").String(), "/sh -c x"))
}

func pipes() {
	c := exec.Command("cat")
	in, _ := c.StdinPipe()
	out, _ := c.StdoutPipe()
	fmt.Println(c.Start())
	for i := range 3 {
		fmt.Fprintln(in, "line", i)
		line := make([]byte, 7)
		io.ReadFull(out, line)
		fmt.Printf("%q\n", line)
	}
	in.Close()
	rest, err := io.ReadAll(out)
	fmt.Println(len(rest), err, c.Wait())
	_, err = in.Write([]byte("x"))
	fmt.Println(errors.Is(err, os.ErrClosed))
}

// interrupted runs a script whose context ends once it has written a line; it is interrupted then.
func signalled(script string, delay time.Duration) error {
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	c := exec.CommandContext(ctx, "sh", "-c", script)
	c.Cancel = func() error { return c.Process.Signal(syscall.SIGUSR1) }
	c.WaitDelay = delay
	out, _ := c.StdoutPipe()
	if err := c.Start(); err != nil {
		return err
	}
	out.Read(make([]byte, 10))
	cancel()
	return c.Wait()
}

func contexts() {
	ctx, cancel := context.WithTimeout(context.Background(), 50*time.Millisecond)
	defer cancel()
	c := exec.CommandContext(ctx, "sleep", "60")
	fmt.Println(c.Run(), ctx.Err())
	fmt.Println(exec.CommandContext(ctx, "true").Run())
	fmt.Println(signalled("trap 'exit 7' USR1; echo ready; while :; do sleep 0.01; done", 0))
	fmt.Println(signalled("trap '' USR1; echo ready; while :; do sleep 0.01; done", 50*time.Millisecond))
	c = sh("sleep 60 & echo started")
	var out bytes.Buffer
	c.Stdout = &out
	c.WaitDelay = 50 * time.Millisecond
	fmt.Println(c.Run(), out.String())
}

func processes() {
	p, err := os.StartProcess("/bin/sh", []string{"sh", "-c", "exit 4"}, &os.ProcAttr{Files: []*os.File{nil, os.Stdout, os.Stderr}})
	fmt.Println(err)
	s, err := p.Wait()
	fmt.Println(s, err, s.Pid() == p.Pid, s.ExitCode(), s.UserTime() >= 0, s.SystemTime() >= 0)
	_, err = p.Wait()
	fmt.Println(err, p.Kill(), p.Signal(os.Interrupt))
	_, err = os.StartProcess("/no/such", []string{"x"}, &os.ProcAttr{})
	fmt.Println(err)
	_, err = os.StartProcess("/bin/sh", []string{"x\x00"}, &os.ProcAttr{})
	fmt.Println(err)
	p, err = os.FindProcess(1 << 29)
	fmt.Println(err, p.Signal(syscall.Signal(0)))
	p, _ = os.FindProcess(os.Getpid())
	fmt.Println(p.Signal(syscall.Signal(0)), p.Release())
	fmt.Println(p.Signal(syscall.Signal(0)))
	_, err = p.Wait()
	fmt.Println(err)
	c := exec.Command("sleep", "60")
	c.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	fmt.Println(c.Start(), syscall.Kill(-c.Process.Pid, syscall.SIGKILL), c.Wait())
	var nobody *os.ProcessState
	fmt.Println(nobody, nobody.ExitCode())
}

func main() {
	ended := make(chan os.Signal, 100)
	signal.Notify(ended, syscall.SIGCHLD)
	outputs()
	environment()
	failures()
	pipes()
	contexts()
	processes()
	fmt.Println(<-ended)
	signal.Ignore(syscall.SIGHUP)
	out, err := sh("kill -HUP $$; echo alive; ulimit -n >/dev/null; kill -PIPE $$; echo dead").Output()
	show("ignored", out, err)
	// many at once
	results := make(chan string)
	for i := range 20 {
		go func() {
			out, err := sh(fmt.Sprint("echo ", i*i)).Output()
			results <- fmt.Sprint(strings.TrimSpace(string(out)), err)
		}()
	}
	n := 0
	for range 20 {
		if strings.HasSuffix(<-results, "<nil>") {
			n++
		}
	}
	fmt.Println(n)
}

// Output:
// output: "out\n" <nil>
// combined: "out\nerr\n" <nil>
// true 3 true false problem
//
// exit: "out\n" exit status 3
// 1000000 <nil> 0123456789
// unread input: "01234" <nil>
// signal: "" signal: terminated
// true terminated -1 -1 false signal: terminated
// 65565 65536
// ... omitting 4464 bytes ...
//
// env: "3|2|/\n/\n" <nil>
// [B=2 A=3 =C=4 bare]
// dir: "/usr\n" <nil>
// exec: environment variable contains NUL
// chdir /nowhere: no such file or directory
// files: "through a pipe\n" <nil>
// "extra\n"
// exec: "no-such-program": executable file not found in $PATH
// fork/exec /no/such/program: no such file or directory
// exec: "/": is a directory
// exec: no command
// exec: no command
// exec: "": executable file not found in $PATH true false
// exec: ".": executable file not found in $PATH true false
// exec: "sh/": stat sh/: no such file or directory false false
// exec: "/etc/passwd": permission denied false true
// exec: "/etc": is a directory false false
// exec: "nothing": executable file not found in $PATH true false
// <nil>
// exec: not started
// <nil> exec: already started exec: Wait was already called
// exec: Stdout already set
// exec: Stdout already set
// exec: Stdin already set
// exec: Stdout already set
// exec: Stderr already set
// exec: command with a non-nil Cancel was not created with CommandContext
// no-such-program a b c true
// <nil>
// "line 0\n"
// "line 1\n"
// "line 2\n"
// 0 <nil> <nil>
// true
// signal: killed context deadline exceeded
// context deadline exceeded
// exit status 7
// signal: killed
// exec: WaitDelay expired before I/O complete started
//
// <nil>
// exit status 4 <nil> true 4 true true
// wait: no child processes os: process already finished os: process already finished
// fork/exec /no/such: no such file or directory
// fork/exec /bin/sh: invalid argument
// <nil> os: process already finished
// <nil> <nil>
// os: process already released
// invalid argument
// <nil> <nil> signal: killed
// <nil> -1
// child exited
// ignored: "alive\n" signal: broken pipe
// 20
