package syscall

import "unsafe"

func trace(request, pid int, addr, data uintptr) error {
	return outcome(Syscall6(SYS_PTRACE, uintptr(request), uintptr(pid), addr, data, 0, 0))
}

// PC returns the address at which the thread continues.
func (r *PtraceRegs) PC() uint64 { return r.Rip }

// SetPC sets the address at which the process continues.
func (r *PtraceRegs) SetPC(pc uint64) { r.Rip = pc }

// PtraceAttach begins to trace a process.
func PtraceAttach(pid int) error { return trace(PTRACE_ATTACH, pid, 0, 0) }

// PtraceDetach ends the tracing of a process.
func PtraceDetach(pid int) error { return trace(PTRACE_DETACH, pid, 0, 0) }

// PtraceCont continues a traced process.
func PtraceCont(pid, signal int) error { return trace(PTRACE_CONT, pid, 0, uintptr(signal)) }

// PtraceSyscall continues a traced process up to the next system call.
func PtraceSyscall(pid, signal int) error { return trace(PTRACE_SYSCALL, pid, 0, uintptr(signal)) }

// PtraceSingleStep executes one instruction of a traced process.
func PtraceSingleStep(pid int) error { return trace(PTRACE_SINGLESTEP, pid, 0, 0) }

// PtraceSetOptions sets options.
func PtraceSetOptions(pid, options int) error {
	return trace(PTRACE_SETOPTIONS, pid, 0, uintptr(options))
}

// PtraceGetEventMsg returns the data of the last event.
func PtraceGetEventMsg(pid int) (msg uint, err error) {
	err = trace(PTRACE_GETEVENTMSG, pid, 0, uintptr(unsafe.Pointer(&msg)))
	return msg, err
}

// PtraceGetRegs reads the registers of a traced process.
func PtraceGetRegs(pid int, regsout *PtraceRegs) error {
	return trace(PTRACE_GETREGS, pid, 0, uintptr(unsafe.Pointer(regsout)))
}

// PtraceSetRegs writes the registers of a traced process.
func PtraceSetRegs(pid int, regs *PtraceRegs) error {
	return trace(PTRACE_SETREGS, pid, 0, uintptr(unsafe.Pointer(regs)))
}

// peek reads bytes from memory, whose words begin at addresses divisible by 8.
func peek(request, pid int, addr uintptr, out []byte) (count int, err error) {
	for count < len(out) {
		at := addr + uintptr(count)
		var word [8]byte
		if err := trace(request, pid, at&^7, uintptr(unsafe.Pointer(&word))); err != nil {
			return count, err
		}
		count += copy(out[count:], word[at&7:])
	}
	return count, nil
}

// poke writes bytes to memory; it reads the first and the last word before, to keep their other bytes.
func poke(write, read, pid int, addr uintptr, data []byte) (count int, err error) {
	for count < len(data) {
		at := addr + uintptr(count)
		var word [8]byte
		if at&7 != 0 || len(data)-count < 8 {
			if err := trace(read, pid, at&^7, uintptr(unsafe.Pointer(&word))); err != nil {
				return count, err
			}
		}
		n := copy(word[at&7:], data[count:])
		if err := trace(write, pid, at&^7, *(*uintptr)(unsafe.Pointer(&word))); err != nil {
			return count, err
		}
		count += n
	}
	return count, nil
}

// PtracePeekText reads the memory of a traced process.
func PtracePeekText(pid int, addr uintptr, out []byte) (count int, err error) {
	return peek(PTRACE_PEEKTEXT, pid, addr, out)
}

// PtracePeekData reads the memory of a traced process.
func PtracePeekData(pid int, addr uintptr, out []byte) (count int, err error) {
	return peek(PTRACE_PEEKDATA, pid, addr, out)
}

// PtracePokeText writes the memory of a traced process.
func PtracePokeText(pid int, addr uintptr, data []byte) (count int, err error) {
	return poke(PTRACE_POKETEXT, PTRACE_PEEKTEXT, pid, addr, data)
}

// PtracePokeData writes the memory of a traced process.
func PtracePokeData(pid int, addr uintptr, data []byte) (count int, err error) {
	return poke(PTRACE_POKEDATA, PTRACE_PEEKDATA, pid, addr, data)
}
