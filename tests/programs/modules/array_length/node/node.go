package node

import (
	"strings"
	"unsafe"
)

type Node[K comparable, V any] interface {
	AsPointer() unsafe.Pointer
}

type Config struct{}

type Manager[K comparable, V any] struct{}

func NewManager[K comparable, V any](c Config) *Manager[K, V] {
	var text strings.Builder
	switch text.String() {
	}
	return &Manager[K, V]{}
}
