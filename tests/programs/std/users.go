package main

import (
	"fmt"
	"os"
	"os/user"
	"strconv"
)

func main() {
	u, err := user.Current()
	fmt.Println(u.Uid == strconv.Itoa(os.Getuid()), u.Gid == strconv.Itoa(os.Getgid()), err)
	v, err := user.Lookup(u.Username)
	fmt.Println(*v == *u, err)
	v, err = user.LookupId(u.Uid)
	fmt.Println(*v == *u, err)
	root, err := user.LookupId("0")
	fmt.Println(root.Uid, root.Gid, root.Username, err)
	root, err = user.Lookup("root")
	fmt.Println(root.Uid, root.Gid, root.Username, err)
	g, err := user.LookupGroup("root")
	fmt.Println(*g, err)
	g, err = user.LookupGroupId("0")
	fmt.Println(*g, err)
	groups, err := root.GroupIds()
	fmt.Println(groups[0], err)
	_, err = user.Lookup("no-such-user")
	fmt.Println(err, err == user.UnknownUserError("no-such-user"))
	_, err = user.LookupId("987654")
	fmt.Println(err, err == user.UnknownUserIdError(987654))
	_, err = user.LookupId("x")
	fmt.Println(err)
	_, err = user.LookupGroup("no-such-group")
	fmt.Println(err)
	_, err = user.LookupGroupId("987654")
	fmt.Println(err)
	_, err = (&user.User{Gid: "0"}).GroupIds()
	fmt.Println(err)
	_, err = (&user.User{Username: "u", Gid: "y"}).GroupIds()
	fmt.Println(err)
}

// Output:
// true true <nil>
// true <nil>
// true <nil>
// 0 0 root <nil>
// 0 0 root <nil>
// {0 root} <nil>
// {0 root} <nil>
// 0 <nil>
// user: unknown user no-such-user true
// user: unknown userid 987654 true
// user: invalid userid x
// group: unknown group no-such-group
// group: unknown groupid 987654
// user: list groups: empty username
// user: list groups for u: invalid gid "y"
