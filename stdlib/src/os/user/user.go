// Package user finds users and groups of the system, in /etc/passwd and /etc/group.
package user

import (
	"bufio"
	"errors"
	"fmt"
	"os"
	"slices"
	"strconv"
	"strings"
	"sync"
)

// A User is a user.
type User struct {
	Uid      string
	Gid      string // number of the primary group
	Username string
	Name     string // the full name
	HomeDir  string
}

// A Group is a group.
type Group struct {
	Gid  string
	Name string
}

// An UnknownUserIdError is the error for a number that no user has.
type UnknownUserIdError int

func (e UnknownUserIdError) Error() string { return "user: unknown userid " + strconv.Itoa(int(e)) }

// An UnknownUserError is the error for a name that no user has.
type UnknownUserError string

func (e UnknownUserError) Error() string { return "user: unknown user " + string(e) }

// An UnknownGroupIdError is the error for a number that no group has.
type UnknownGroupIdError string

func (e UnknownGroupIdError) Error() string { return "group: unknown groupid " + string(e) }

// An UnknownGroupError is the error for a name that no group has.
type UnknownGroupError string

func (e UnknownGroupError) Error() string { return "group: unknown group " + string(e) }

// eachEntry calls f with the fields of each line of a file that has at least least fields, until f returns true.
func eachEntry(file string, least int, f func(fields []string) bool) error {
	in, err := os.Open(file)
	if err != nil {
		return err
	}
	defer in.Close()
	r := bufio.NewReader(in)
	for {
		line, err := r.ReadString('\n')
		line = strings.TrimSpace(line)
		fields := strings.Split(line, ":")
		// Lines that begin with + or - refer to other sources of users.
		if len(fields) >= least && fields[0] != "" && strings.IndexByte("#+-", line[0]) < 0 && f(fields) {
			return nil
		}
		if err != nil {
			return nil
		}
	}
}

func isNumber(s string) bool {
	_, err := strconv.Atoi(s)
	return err == nil
}

// findUser returns the user whose field at has this value; nil if there is none.
func findUser(at int, value string) (found *User, err error) {
	err = eachEntry("/etc/passwd", 7, func(f []string) bool {
		if f[at] != value || !isNumber(f[2]) || !isNumber(f[3]) {
			return false
		}
		name, _, _ := strings.Cut(f[4], ",")
		found = &User{Uid: f[2], Gid: f[3], Username: f[0], Name: name, HomeDir: f[5]}
		return true
	})
	return found, err
}

var current = sync.OnceValues(func() (*User, error) {
	uid := strconv.Itoa(os.Getuid())
	if u, err := findUser(2, uid); u != nil {
		return u, err
	}
	home, _ := os.UserHomeDir()
	u := &User{Uid: uid, Gid: strconv.Itoa(os.Getgid()), Username: os.Getenv("USER"), HomeDir: home}
	var missing []string
	if u.Username == "" {
		missing = append(missing, "$USER")
	}
	if u.HomeDir == "" {
		missing = append(missing, "$HOME")
	}
	if missing != nil {
		return nil, fmt.Errorf("user: Current requires cgo or %s set in environment", strings.Join(missing, ", "))
	}
	return u, nil
})

// Current returns the user of this process; if the number is unknown, the user in the environment variables.
func Current() (*User, error) {
	u, err := current()
	if err != nil {
		return nil, err
	}
	c := *u
	return &c, nil
}

// Lookup returns the user with a name.
func Lookup(username string) (*User, error) {
	if u, err := Current(); err == nil && u.Username == username {
		return u, nil
	}
	u, err := findUser(0, username)
	if err == nil && u == nil {
		err = UnknownUserError(username)
	}
	return u, err
}

// LookupId returns the user with a number.
func LookupId(uid string) (*User, error) {
	if u, err := Current(); err == nil && u.Uid == uid {
		return u, nil
	}
	id, err := strconv.Atoi(uid)
	if err != nil {
		return nil, errors.New("user: invalid userid " + uid)
	}
	u, err := findUser(2, uid)
	if err == nil && u == nil {
		err = UnknownUserIdError(id)
	}
	return u, err
}

func findGroup(at int, value string) (found *Group, err error) {
	err = eachEntry("/etc/group", 4, func(f []string) bool {
		if f[at] != value || !isNumber(f[2]) {
			return false
		}
		found = &Group{Gid: f[2], Name: f[0]}
		return true
	})
	return found, err
}

// LookupGroup returns the group with a name.
func LookupGroup(name string) (*Group, error) {
	g, err := findGroup(0, name)
	if err == nil && g == nil {
		err = UnknownGroupError(name)
	}
	return g, err
}

// LookupGroupId returns the group with a number.
func LookupGroupId(gid string) (*Group, error) {
	g, err := findGroup(2, gid)
	if err == nil && g == nil {
		err = UnknownGroupIdError(gid)
	}
	return g, err
}

// GroupIds returns the numbers of the user's groups, the primary group first.
func (u *User) GroupIds() ([]string, error) {
	if u.Username == "" {
		return nil, errors.New("user: list groups: empty username")
	}
	first, err := strconv.Atoi(u.Gid)
	if err != nil {
		return nil, fmt.Errorf("user: list groups for %s: invalid gid %q", u.Username, u.Gid)
	}
	groups := []string{u.Gid}
	err = eachEntry("/etc/group", 4, func(f []string) bool {
		gid, err := strconv.Atoi(f[2])
		if len(f) == 4 && err == nil && gid != first && slices.Contains(strings.Split(f[3], ","), u.Username) {
			groups = append(groups, f[2])
		}
		return false
	})
	if err != nil {
		return nil, err
	}
	return groups, nil
}
