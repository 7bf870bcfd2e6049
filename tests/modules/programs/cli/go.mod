module example.com/cli

go 1.22

require github.com/spf13/cobra
require github.com/google/btree
require github.com/hashicorp/golang-lru
require golang.org/x/sync
