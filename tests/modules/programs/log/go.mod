module example.com/log

go 1.22

require github.com/sirupsen/logrus
require go.uber.org/zap
require go.uber.org/multierr
require github.com/go-chi/chi/v5
require github.com/gorilla/mux
require github.com/fatih/color
require github.com/cespare/xxhash/v2
require github.com/pkg/errors
require github.com/spf13/viper
