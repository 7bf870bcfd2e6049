// A service's tools: logs, routers, settings, errors.
package main

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"strings"

	"github.com/cespare/xxhash/v2"
	"github.com/fatih/color"
	"github.com/go-chi/chi/v5"
	"github.com/gorilla/mux"
	"github.com/pkg/errors"
	"github.com/sirupsen/logrus"
	"github.com/spf13/viper"
	"go.uber.org/multierr"
	"go.uber.org/zap"
	"go.uber.org/zap/zapcore"
)

func get(handler http.Handler, path string) {
	recorder := httptest.NewRecorder()
	handler.ServeHTTP(recorder, httptest.NewRequest("GET", path, nil))
	fmt.Println(path, recorder.Code, strings.TrimSpace(recorder.Body.String()))
}

func main() {
	log := logrus.New()
	log.SetOutput(os.Stdout)
	log.SetFormatter(&logrus.TextFormatter{DisableTimestamp: true})
	log.WithFields(logrus.Fields{"b": 2, "a": "x y"}).Warn("careful")
	log.SetFormatter(&logrus.JSONFormatter{DisableTimestamp: true})
	log.WithError(errors.New("bad")).Error("failed")

	encoder := zap.NewProductionEncoderConfig()
	encoder.TimeKey = ""
	core := zapcore.NewCore(zapcore.NewJSONEncoder(encoder), zapcore.AddSync(os.Stdout), zap.DebugLevel)
	zap.New(core).With(zap.Int("n", 1)).Info("hello", zap.Strings("list", []string{"a", "b"}))
	zap.New(core).Sugar().Infow("sugar", "k", 1.5)

	router := chi.NewRouter()
	router.Get("/user/{name}", func(w http.ResponseWriter, r *http.Request) {
		fmt.Fprintln(w, "chi", chi.URLParam(r, "name"))
	})
	get(router, "/user/gopher")
	get(router, "/none")
	other := mux.NewRouter()
	other.HandleFunc("/item/{id:[0-9]+}", func(w http.ResponseWriter, r *http.Request) {
		fmt.Fprintln(w, "mux", mux.Vars(r)["id"])
	})
	get(other, "/item/42")
	get(other, "/item/x")

	settings := viper.New()
	settings.SetConfigType("yaml")
	settings.SetDefault("port", 80)
	fmt.Println(settings.ReadConfig(strings.NewReader("name: x\nnested:\n  list: [1, 2]\n")))
	fmt.Println(settings.GetString("name"), settings.GetInt("port"), settings.GetIntSlice("nested.list"))

	color.NoColor = false
	fmt.Println(color.New(color.FgRed, color.Bold).Sprint("red"), xxhash.Sum64String("minigo"))
	err := multierr.Combine(errors.New("one"), nil, errors.Wrap(os.ErrNotExist, "two"))
	fmt.Println(err, len(multierr.Errors(err)), errors.Cause(multierr.Errors(err)[1]) == os.ErrNotExist)
}
