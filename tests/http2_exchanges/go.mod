module minigo.test/http2

go 1.27
