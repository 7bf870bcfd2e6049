package main

func main() {
	total := 0
	for i := range 3 {
		total +=	i	+	tota
	}
}
