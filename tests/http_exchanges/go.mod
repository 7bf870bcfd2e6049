module minigo.test/exchanges

go 1.27
