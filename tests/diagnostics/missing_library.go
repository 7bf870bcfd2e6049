package main

import "net/http"

func main() { http.Get("a") }
