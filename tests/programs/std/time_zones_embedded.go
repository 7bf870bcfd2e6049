package main

import (
	"fmt"
	"os"
	"syscall"
	"time"
	_ "time/tzdata"
	"unsafe"
)

func main() {
	// Without the system's database, where that can be hidden.
	dir, err := os.MkdirTemp("", "zones")
	if err == nil {
		defer os.Remove(dir)
		path, _ := syscall.BytePtrFromString(dir)
		syscall.Syscall(syscall.SYS_CHROOT, uintptr(unsafe.Pointer(path)), 0, 0)
	}
	instant := time.Date(2024, 7, 1, 12, 0, 0, 0, time.UTC)
	for _, name := range []string{"Europe/Berlin", "America/New_York", "Asia/Kathmandu", "Australia/Lord_Howe", "Pacific/Apia", "UTC", "Etc/GMT+5", "america/new_york", "Nowhere/Town", "", "../x"} {
		place, err := time.LoadLocation(name)
		if err != nil {
			fmt.Println(name, err)
			continue
		}
		fmt.Println(name, place, instant.In(place), instant.AddDate(0, 6, 0).In(place))
		fmt.Println(time.Date(1980, 4, 6, 2, 30, 0, 0, place), time.Date(2050, 10, 30, 2, 30, 0, 0, place))
	}
}

// Output:
// Europe/Berlin Europe/Berlin 2024-07-01 14:00:00 +0200 CEST 2025-01-01 13:00:00 +0100 CET
// 1980-04-06 03:30:00 +0200 CEST 2050-10-30 02:30:00 +0100 CET
// America/New_York America/New_York 2024-07-01 08:00:00 -0400 EDT 2025-01-01 07:00:00 -0500 EST
// 1980-04-06 02:30:00 -0500 EST 2050-10-30 02:30:00 -0400 EDT
// Asia/Kathmandu Asia/Kathmandu 2024-07-01 17:45:00 +0545 +0545 2025-01-01 17:45:00 +0545 +0545
// 1980-04-06 02:30:00 +0530 +0530 2050-10-30 02:30:00 +0545 +0545
// Australia/Lord_Howe Australia/Lord_Howe 2024-07-01 22:30:00 +1030 +1030 2025-01-01 23:00:00 +1100 +11
// 1980-04-06 02:30:00 +1000 AEST 2050-10-30 02:30:00 +1100 +11
// Pacific/Apia Pacific/Apia 2024-07-02 01:00:00 +1300 +13 2025-01-02 01:00:00 +1300 +13
// 1980-04-06 02:30:00 -1100 -11 2050-10-30 02:30:00 +1300 +13
// UTC UTC 2024-07-01 12:00:00 +0000 UTC 2025-01-01 12:00:00 +0000 UTC
// 1980-04-06 02:30:00 +0000 UTC 2050-10-30 02:30:00 +0000 UTC
// Etc/GMT+5 Etc/GMT+5 2024-07-01 07:00:00 -0500 -05 2025-01-01 07:00:00 -0500 -05
// 1980-04-06 02:30:00 -0500 -05 2050-10-30 02:30:00 -0500 -05
// america/new_york unknown time zone america/new_york
// Nowhere/Town unknown time zone Nowhere/Town
//  UTC 2024-07-01 12:00:00 +0000 UTC 2025-01-01 12:00:00 +0000 UTC
// 1980-04-06 02:30:00 +0000 UTC 2050-10-30 02:30:00 +0000 UTC
// ../x time: invalid location name
