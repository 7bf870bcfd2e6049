package main

import "fmt"

type account struct {
	owner   string
	balance int
}

var limit = 10

func (a *account) deposit(n int) {
	a.balance += n
	if a.balance > limit {
		limit = 2 * a.balance
	}
}

func main() {
	a := &account{owner: "Ada"}
	for i := range 4 {
		a.deposit(5 * i)
	}
	names := []string{"x", "y"}
	sum := 0
	for _, name := range names {
		sum += len(name)
		names[1] = name + "!"
	}
	done := make(chan int)
	go func() { done <- sum }()
	sum = <-done
	copy(names, []string{"z"})
	fmt.Println(a.balance, limit, names, sum)
}
