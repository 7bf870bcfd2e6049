// A command line with cobra, and collections: btree, golang-lru, errgroup.
package main

import (
	"errors"
	"fmt"
	"os"
	"sync/atomic"

	"github.com/google/btree"
	lru "github.com/hashicorp/golang-lru"
	"github.com/spf13/cobra"
	"golang.org/x/sync/errgroup"
)

func root() *cobra.Command {
	var times int
	root := &cobra.Command{Use: "app", Short: "A program", SilenceErrors: true}
	greet := &cobra.Command{
		Use:   "greet NAME",
		Short: "Greets somebody",
		Args:  cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			if times < 0 {
				return errors.New("cannot greet so often")
			}
			for range times {
				cmd.Println("hello,", args[0])
			}
			return nil
		},
	}
	greet.Flags().IntVarP(&times, "times", "n", 1, "how often")
	root.AddCommand(greet)
	root.SetOut(os.Stdout)
	root.SetErr(os.Stdout)
	return root
}

func main() {
	for _, args := range [][]string{
		{"--help"}, {"greet", "gopher", "-n", "2"}, {"greet"}, {"gret"}, {"greet", "x", "--times=-1"}, {"help", "greet"},
	} {
		command := root()
		command.SetArgs(args)
		fmt.Println(args, command.Execute())
	}
	tree := btree.New(2)
	for i := range 20 {
		tree.ReplaceOrInsert(btree.Int(i * 7 % 20))
	}
	tree.AscendRange(btree.Int(5), btree.Int(9), func(item btree.Item) bool {
		fmt.Print(item, " ")
		return true
	})
	fmt.Println(tree.Len(), tree.Min(), tree.Max())
	cache, err := lru.New(2)
	for _, key := range []string{"a", "b", "a", "c"} {
		if _, ok := cache.Get(key); !ok {
			cache.Add(key, len(key))
		}
	}
	fmt.Println(cache.Keys(), err)
	var group errgroup.Group
	var sum atomic.Int64
	for i := range 10 {
		group.Go(func() error {
			sum.Add(int64(i))
			if i == 7 {
				return errors.New("seven")
			}
			return nil
		})
	}
	fmt.Println(group.Wait(), sum.Load())
}
