module example.com/data

go 1.22

require gopkg.in/yaml.v3
require github.com/BurntSushi/toml
require github.com/google/go-cmp
require github.com/google/uuid
require github.com/mitchellh/mapstructure
require github.com/stretchr/testify
require github.com/dustin/go-humanize
require golang.org/x/text
