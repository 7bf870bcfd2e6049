package main

import (
	"bytes"
	"encoding/base64"
	"fmt"
	"hash/fnv"
	"image"
	"image/color"
	"image/draw"
	"image/jpeg"
	"io"
	"math/rand"
	"testing/iotest"
)

// Files as other programs write them.
var files = []struct{ name, data string }{
	{"progressive", "/9j/4AAQSkZJRgABAQAAAQABAAD/2wBDABQODxIPDRQSEBIXFRQYHjIhHhwcHj0sLiQySUBMS0dARkVQWnNiUFVtVkVGZIhlbXd7gYKBTmCNl4x9lnN+gXz/2wBDARUXFx4aHjshITt8U0ZTfHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHz/wgARCAANABMDASIAAhEBAxEB/8QAFwABAQEBAAAAAAAAAAAAAAAABAADBf/EABYBAQEBAAAAAAAAAAAAAAAAAAIDBP/aAAwDAQACEAMQAAABBupEgO6ctn//xAAYEAADAQEAAAAAAAAAAAAAAAAAAQISE//aAAgBAQABBQJQKDmKRSZP/8QAFhEBAQEAAAAAAAAAAAAAAAAAAAMT/9oACAEDAQE/AZ2bP//EABYRAAMAAAAAAAAAAAAAAAAAAAABEf/aAAgBAgEBPwFOkP/EABQQAQAAAAAAAAAAAAAAAAAAACD/2gAIAQEABj8CX//EABgQAQEAAwAAAAAAAAAAAAAAAAABEBFx/9oACAEBAAE/IcPwkk0f/9oADAMBAAIAAwAAABD8L//EABURAQEAAAAAAAAAAAAAAAAAAAEA/9oACAEDAQE/EGh3/8QAFREBAQAAAAAAAAAAAAAAAAAAABH/2gAIAQIBAT8QOX//xAAYEAEAAwEAAAAAAAAAAAAAAAAAASFhEf/aAAgBAQABPxDJiihVU0c3/9k="},
	{"restarts", "/9j/4AAQSkZJRgABAQAAAQABAAD/2wBDABsSFBcUERsXFhceHBsgKEIrKCUlKFE6PTBCYFVlZF9VXVtqeJmBanGQc1tdhbWGkJ6jq62rZ4C8ybqmx5moq6T/2wBDARweHigjKE4rK06kbl1upKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKT/wAARCAANABMDASEAAhEBAxEB/8QAGAAAAwEBAAAAAAAAAAAAAAAAAAQFAgP/xAAcEAACAgIDAAAAAAAAAAAAAAAAAwIEAWERITH/xAAXAQEBAQEAAAAAAAAAAAAAAAADBAEF/8QAHBEAAgICAwAAAAAAAAAAAAAAAAECAxESBBMh/90ABAAB/9oADAMBAAIRAxEAPwCUupoaXU0E5ZF49p//0MYp9eADqjr9x//R6KTEcUiJLW8kVE2f/9KzhEOAM8E3Z//Z"},
	{"cmyk", "/9j/7gAOQWRvYmUAZAAAAAAA/9sAQwAoHB4jHhkoIyEjLSsoMDxkQTw3Nzx7WF1JZJGAmZaPgIyKoLTmw6Cq2q2KjMj/y9ru9f///5vB////+v/m/f/4/8AAFAgADQATBEMRAE0RAFkRAEsRAP/EABgAAQEBAQEAAAAAAAAAAAAAAAAFAwQG/8QAIRAAAQIGAwEBAAAAAAAAAAAAAAECAwQRFEFhEhMyMVL/2gAOBEMATQBZAEsAAD8AnS+Djs9ExreRZKsvgWejVsDkgKDfKCz0a2ifmuweal8FvoaZQUpRQVZfA6GlGDDSqIuQUG+UHQ07Ehsp8B//2Q=="},
	{"gray progressive", "/9j/4AAQSkZJRgABAQAAAQABAAD/2wBDABALDA4MChAODQ4SERATGCgaGBYWGDEjJR0oOjM9PDkzODdASFxOQERXRTc4UG1RV19iZ2hnPk1xeXBkeFxlZ2P/wgALCAANABMBAREA/8QAFgABAQEAAAAAAAAAAAAAAAAABAMF/9oACAEBAAAAAc1F7KR//8QAGRAAAwEBAQAAAAAAAAAAAAAAAAECAxIT/9oACAEBAAEFAlmLM8iZRMo5R//EABQQAQAAAAAAAAAAAAAAAAAAACD/2gAIAQEABj8CX//EABcQAAMBAAAAAAAAAAAAAAAAAAABYRD/2gAIAQEAAT8hOYo1JF//2gAIAQEAAAAQQ//EABcQAAMBAAAAAAAAAAAAAAAAAAARIQH/2gAIAQEAAT8QcoPQhggIhLIf/9k="},
	{"rgb", "/9j/7gAOQWRvYmUAZAAAAAAA/9sAQwAoHB4jHhkoIyEjLSsoMDxkQTw3Nzx7WF1JZJGAmZaPgIyKoLTmw6Cq2q2KjMj/y9ru9f///5vB////+v/m/f/4/8AAEQgADQATA1IRAEcRAEIRAP/EABgAAQEBAQEAAAAAAAAAAAAAAAUAAwQG/8QAIRAAAQIGAwEBAAAAAAAAAAAAAAECAwQRFEFhEhMyMVL/2gAMA1IARwBCAAA/ADpfBx2egxreQrL4Kz0atgckEG+UKz0a2ifmuzzUvgb6GmUFKUUVl8F0NEYMNKoi5EG+ULoadiQ2U+H/2Q=="},
}

func sum(p []byte) uint64 {
	h := fnv.New64a()
	h.Write(p)
	return h.Sum64()
}

func pixels(m image.Image) []byte {
	to := image.NewRGBA(m.Bounds())
	draw.Draw(to, to.Rect, m, to.Rect.Min, draw.Src)
	return to.Pix
}

var models = map[color.Model]string{
	color.GrayModel: "gray", color.YCbCrModel: "YCbCr", color.RGBAModel: "RGBA", color.CMYKModel: "CMYK", nil: "none",
}

// decode reads all that a file has, in words.
func decode(r func() io.Reader) string {
	c, configErr := jpeg.DecodeConfig(r())
	config := fmt.Sprint(models[c.ColorModel], " ", c.Width, "x", c.Height, " ", configErr)
	m, err := jpeg.Decode(r())
	if err != nil {
		return fmt.Sprintf("%s; %T %v", config, err, err)
	}
	return fmt.Sprintf("%s; %T %v %x", config, m, m.Bounds(), sum(pixels(m)))
}

func main() {
	rnd := rand.New(rand.NewSource(3))
	for i, size := range []image.Point{{1, 1}, {8, 8}, {17, 9}, {40, 33}, {0, 0}, {70000, 1}} {
		r := image.Rect(3, -2, 3+size.X, -2+size.Y)
		rgba, gray, nrgba := image.NewRGBA(r), image.NewGray(r), image.NewNRGBA(r)
		ycbcr := image.NewYCbCr(r, image.YCbCrSubsampleRatio(i))
		for _, p := range [][]byte{rgba.Pix, gray.Pix, nrgba.Pix, ycbcr.Y, ycbcr.Cb, ycbcr.Cr} {
			for i := range p {
				p[i] = byte(i*3) ^ byte(rnd.Intn(64))
			}
		}
		for _, m := range []image.Image{rgba, gray, nrgba, ycbcr} {
			for _, quality := range []int{-1, 30, 99, 200} {
				var b bytes.Buffer
				err := jpeg.Encode(&b, m, &jpeg.Options{Quality: quality})
				fmt.Printf("%T %v %d: %v %d bytes %x\n", m, size, quality, err, b.Len(), sum(b.Bytes()))
				if err == nil {
					fmt.Println("   ", decode(func() io.Reader { return bytes.NewReader(b.Bytes()) }))
				}
			}
		}
	}
	for _, f := range files {
		data, err := base64.StdEncoding.DecodeString(f.data)
		if err != nil {
			panic(err)
		}
		fmt.Println(f.name, decode(func() io.Reader { return bytes.NewReader(data) }))
		fmt.Println("    byte by byte:", decode(func() io.Reader { return iotest.OneByteReader(bytes.NewReader(data)) }))
		_, kind, err := image.Decode(bytes.NewReader(data))
		fmt.Println("    registered:", kind, err)

		// Cut and damaged ones: what comes of each, and how often.
		for n := 0; n < len(data); n += 23 {
			fmt.Println("    cut", n, decode(func() io.Reader { return bytes.NewReader(data[:n]) }))
		}
		all := fnv.New64a()
		for range 150 {
			bad := bytes.Clone(data)
			for range 1 + rnd.Intn(3) {
				bad[rnd.Intn(len(bad))] = byte(rnd.Intn(256))
			}
			if i := bytes.Index(bad, []byte{0xff, 0xc0}); i >= 0 {
				copy(bad[i:], data[i:i+9]) // not an image of gigabytes
			}
			if i := bytes.Index(bad, []byte{0xff, 0xc2}); i >= 0 {
				copy(bad[i:], data[i:i+9])
			}
			io.WriteString(all, decode(func() io.Reader { return bytes.NewReader(bad) }))
		}
		fmt.Printf("    damaged: %x\n", all.Sum64())
	}
	failing := iotest.ErrReader(io.ErrClosedPipe)
	fmt.Println(decode(func() io.Reader { return failing }))
	fmt.Println(jpeg.Encode(failed{}, image.NewGray(image.Rect(0, 0, 900, 900)), nil))
}

// failed is a file whose disk is full.
type failed struct{}

func (failed) Write([]byte) (int, error) { return 0, io.ErrShortWrite }

// Output:
// *image.RGBA (1,1) -1: <nil> 596 bytes 94f0113bc1a86fa6
//     YCbCr 1x1 <nil>; *image.YCbCr (0,0)-(1,1) 3833267439b91df8
// *image.RGBA (1,1) 30: <nil> 597 bytes f40b7df394fc8838
//     YCbCr 1x1 <nil>; *image.YCbCr (0,0)-(1,1) 8c3586d458187df
// *image.RGBA (1,1) 99: <nil> 600 bytes b30eceeebfa442f5
//     YCbCr 1x1 <nil>; *image.YCbCr (0,0)-(1,1) 56ecfc73ba1d0f23
// *image.RGBA (1,1) 200: <nil> 600 bytes ca2ccf380acde120
//     YCbCr 1x1 <nil>; *image.YCbCr (0,0)-(1,1) 56ecfc73ba1d0f23
// *image.Gray (1,1) -1: <nil> 375 bytes a6798916b9090b7f
//     gray 1x1 <nil>; *image.Gray (0,0)-(1,1) 3833267439b91df8
// *image.Gray (1,1) 30: <nil> 375 bytes eb2c67c5ba195990
//     gray 1x1 <nil>; *image.Gray (0,0)-(1,1) 89822484effa2b2e
// *image.Gray (1,1) 99: <nil> 376 bytes 564c0da8ac4b3882
//     gray 1x1 <nil>; *image.Gray (0,0)-(1,1) cb3d396d22680247
// *image.Gray (1,1) 200: <nil> 376 bytes 4a7870ea98d3ae8b
//     gray 1x1 <nil>; *image.Gray (0,0)-(1,1) cb3d396d22680247
// *image.NRGBA (1,1) -1: <nil> 596 bytes 62e969428ba4adca
//     YCbCr 1x1 <nil>; *image.YCbCr (0,0)-(1,1) b5d0da774c7d6a67
// *image.NRGBA (1,1) 30: <nil> 597 bytes 13966cf6c9e8efab
//     YCbCr 1x1 <nil>; *image.YCbCr (0,0)-(1,1) b2844d66c26f0e8a
// *image.NRGBA (1,1) 99: <nil> 598 bytes 700caaa024637b24
//     YCbCr 1x1 <nil>; *image.YCbCr (0,0)-(1,1) 9238ffc276b03a1c
// *image.NRGBA (1,1) 200: <nil> 598 bytes 5abb56fb5bb4bcd9
//     YCbCr 1x1 <nil>; *image.YCbCr (0,0)-(1,1) 9238ffc276b03a1c
// *image.YCbCr (1,1) -1: <nil> 597 bytes 8f7ffc0686a60ca2
//     YCbCr 1x1 <nil>; *image.YCbCr (0,0)-(1,1) e87347ca5558ce1
// *image.YCbCr (1,1) 30: <nil> 598 bytes 518c0eb875d7b03f
//     YCbCr 1x1 <nil>; *image.YCbCr (0,0)-(1,1) f48bb97c969f32e2
// *image.YCbCr (1,1) 99: <nil> 603 bytes e724ba2c7bc07ca1
//     YCbCr 1x1 <nil>; *image.YCbCr (0,0)-(1,1) 5de0b7ca06e198c
// *image.YCbCr (1,1) 200: <nil> 603 bytes 7c9904c44135697e
//     YCbCr 1x1 <nil>; *image.YCbCr (0,0)-(1,1) 5de0b7ca06e198c
// *image.RGBA (8,8) -1: <nil> 608 bytes e953d0c00b8b5fdd
//     YCbCr 8x8 <nil>; *image.YCbCr (0,0)-(8,8) eae82e2d63871e37
// *image.RGBA (8,8) 30: <nil> 632 bytes 6d4424d668426ccc
//     YCbCr 8x8 <nil>; *image.YCbCr (0,0)-(8,8) bbdd548ed78a7719
// *image.RGBA (8,8) 99: <nil> 788 bytes 4b6c2bee7bdbb3c7
//     YCbCr 8x8 <nil>; *image.YCbCr (0,0)-(8,8) cb12d8ec8efbfddc
// *image.RGBA (8,8) 200: <nil> 816 bytes ab73a7dba48cb043
//     YCbCr 8x8 <nil>; *image.YCbCr (0,0)-(8,8) a30cd9dadb771af7
// *image.Gray (8,8) -1: <nil> 375 bytes b8d1bb91a13ee6b1
//     gray 8x8 <nil>; *image.Gray (0,0)-(8,8) c18b422fc663b985
// *image.Gray (8,8) 30: <nil> 385 bytes 7f240310661e73b7
//     gray 8x8 <nil>; *image.Gray (0,0)-(8,8) 6b8ebca20d66e879
// *image.Gray (8,8) 99: <nil> 444 bytes 4915d7b7b37420b6
//     gray 8x8 <nil>; *image.Gray (0,0)-(8,8) 88da0209b6e93284
// *image.Gray (8,8) 200: <nil> 449 bytes 8157a09709fc1b5
//     gray 8x8 <nil>; *image.Gray (0,0)-(8,8) 39cb36466743e378
// *image.NRGBA (8,8) -1: <nil> 608 bytes f924bb33a77ea615
//     YCbCr 8x8 <nil>; *image.YCbCr (0,0)-(8,8) d5f2a243bbc044d5
// *image.NRGBA (8,8) 30: <nil> 632 bytes 6384d68ac4c6cd43
//     YCbCr 8x8 <nil>; *image.YCbCr (0,0)-(8,8) ea5bd8043bdac258
// *image.NRGBA (8,8) 99: <nil> 771 bytes 29f1603c8f047cce
//     YCbCr 8x8 <nil>; *image.YCbCr (0,0)-(8,8) 11fcda9e7c919f80
// *image.NRGBA (8,8) 200: <nil> 798 bytes 5e03c209f7101899
//     YCbCr 8x8 <nil>; *image.YCbCr (0,0)-(8,8) ec4bab23e3407cbf
// *image.YCbCr (8,8) -1: <nil> 603 bytes b4b2ec3f592b05c9
//     YCbCr 8x8 <nil>; *image.YCbCr (0,0)-(8,8) 2569f6fc25538a35
// *image.YCbCr (8,8) 30: <nil> 625 bytes 2644c7188cf81610
//     YCbCr 8x8 <nil>; *image.YCbCr (0,0)-(8,8) ce849c5b17c5d17b
// *image.YCbCr (8,8) 99: <nil> 789 bytes e6fac689c2a9723c
//     YCbCr 8x8 <nil>; *image.YCbCr (0,0)-(8,8) e6719d009f7e7674
// *image.YCbCr (8,8) 200: <nil> 812 bytes 10ce49bb48b08212
//     YCbCr 8x8 <nil>; *image.YCbCr (0,0)-(8,8) 25734454f948b3f5
// *image.RGBA (17,9) -1: <nil> 624 bytes ff6c8703ff44053c
//     YCbCr 17x9 <nil>; *image.YCbCr (0,0)-(17,9) 5bbd41fab9657b3f
// *image.RGBA (17,9) 30: <nil> 672 bytes c2a2f1d04ae97b05
//     YCbCr 17x9 <nil>; *image.YCbCr (0,0)-(17,9) 10ec60d8506911c2
// *image.RGBA (17,9) 99: <nil> 960 bytes c1a6b42246fbefb5
//     YCbCr 17x9 <nil>; *image.YCbCr (0,0)-(17,9) 7760bc069be9b11f
// *image.RGBA (17,9) 200: <nil> 986 bytes fc67b543911b2844
//     YCbCr 17x9 <nil>; *image.YCbCr (0,0)-(17,9) 2c3d6e908731eea9
// *image.Gray (17,9) -1: <nil> 395 bytes 9dbc8d78fd068300
//     gray 17x9 <nil>; *image.Gray (0,0)-(17,9) b4f774ed74bc83ef
// *image.Gray (17,9) 30: <nil> 430 bytes d244e46b7a6e411a
//     gray 17x9 <nil>; *image.Gray (0,0)-(17,9) 5a74a1d8cff78a26
// *image.Gray (17,9) 99: <nil> 601 bytes 22a48b4a6b3b467
//     gray 17x9 <nil>; *image.Gray (0,0)-(17,9) cb5d5f40ed5240a6
// *image.Gray (17,9) 200: <nil> 611 bytes f8e2fc4d501f2d86
//     gray 17x9 <nil>; *image.Gray (0,0)-(17,9) 7c453bbfb81ff5de
// *image.NRGBA (17,9) -1: <nil> 630 bytes b87b92ed5607c51b
//     YCbCr 17x9 <nil>; *image.YCbCr (0,0)-(17,9) 55963c8fff0136b2
// *image.NRGBA (17,9) 30: <nil> 666 bytes d2f40af01fc41e80
//     YCbCr 17x9 <nil>; *image.YCbCr (0,0)-(17,9) fa7e03bf1715ecee
// *image.NRGBA (17,9) 99: <nil> 924 bytes 188d30db67cbaa6d
//     YCbCr 17x9 <nil>; *image.YCbCr (0,0)-(17,9) 17318dab367bc1db
// *image.NRGBA (17,9) 200: <nil> 949 bytes b916609b3564cd42
//     YCbCr 17x9 <nil>; *image.YCbCr (0,0)-(17,9) cc5a0d32d81b19ac
// *image.YCbCr (17,9) -1: <nil> 628 bytes c11b67df7c5291d6
//     YCbCr 17x9 <nil>; *image.YCbCr (0,0)-(17,9) fafa16fcfc58059a
// *image.YCbCr (17,9) 30: <nil> 690 bytes 9103e98b3f0ed4ed
//     YCbCr 17x9 <nil>; *image.YCbCr (0,0)-(17,9) b8fe55d4f757b448
// *image.YCbCr (17,9) 99: <nil> 992 bytes 78340c3f4917f03f
//     YCbCr 17x9 <nil>; *image.YCbCr (0,0)-(17,9) 9215997bf54e5baa
// *image.YCbCr (17,9) 200: <nil> 1023 bytes d1589216b30d5609
//     YCbCr 17x9 <nil>; *image.YCbCr (0,0)-(17,9) 17009b6370c0316a
// *image.RGBA (40,33) -1: <nil> 733 bytes f6946bf5a1ad9dc
//     YCbCr 40x33 <nil>; *image.YCbCr (0,0)-(40,33) 6e54c3fc3753b11f
// *image.RGBA (40,33) 30: <nil> 1024 bytes 8f53ffec3ad64a23
//     YCbCr 40x33 <nil>; *image.YCbCr (0,0)-(40,33) c360463ca3759c47
// *image.RGBA (40,33) 99: <nil> 3082 bytes f8276c55c9853dad
//     YCbCr 40x33 <nil>; *image.YCbCr (0,0)-(40,33) fb4434096df528bc
// *image.RGBA (40,33) 200: <nil> 3321 bytes 4867a2aba55317ff
//     YCbCr 40x33 <nil>; *image.YCbCr (0,0)-(40,33) 27829586c48c847b
// *image.Gray (40,33) -1: <nil> 503 bytes 6d6180636ebe5baa
//     gray 40x33 <nil>; *image.Gray (0,0)-(40,33) cf45d82a0be3fe23
// *image.Gray (40,33) 30: <nil> 672 bytes 68d7654c04b20d14
//     gray 40x33 <nil>; *image.Gray (0,0)-(40,33) 587c3be53a76521f
// *image.Gray (40,33) 99: <nil> 1986 bytes 574c936ba08e283b
//     gray 40x33 <nil>; *image.Gray (0,0)-(40,33) acc8039efa80c486
// *image.Gray (40,33) 200: <nil> 2081 bytes e912fd79d301ce3e
//     gray 40x33 <nil>; *image.Gray (0,0)-(40,33) cca48012f01f03f7
// *image.NRGBA (40,33) -1: <nil> 744 bytes 4fb17508ce2649e1
//     YCbCr 40x33 <nil>; *image.YCbCr (0,0)-(40,33) 9e5477ee55ecf9fa
// *image.NRGBA (40,33) 30: <nil> 1015 bytes 80f152681b0dd8e9
//     YCbCr 40x33 <nil>; *image.YCbCr (0,0)-(40,33) 69be41264383d05c
// *image.NRGBA (40,33) 99: <nil> 2922 bytes 80c3b8992afbbb21
//     YCbCr 40x33 <nil>; *image.YCbCr (0,0)-(40,33) 77e3c9398cdc5695
// *image.NRGBA (40,33) 200: <nil> 3148 bytes 8cf2554d07422c8c
//     YCbCr 40x33 <nil>; *image.YCbCr (0,0)-(40,33) 9df919a1e8777b1e
// *image.YCbCr (40,33) -1: <nil> 823 bytes de4d7182d15e8a13
//     YCbCr 40x33 <nil>; *image.YCbCr (0,0)-(40,33) 7c6f202904003d0c
// *image.YCbCr (40,33) 30: <nil> 1117 bytes f0aed639ddb859a9
//     YCbCr 40x33 <nil>; *image.YCbCr (0,0)-(40,33) 863076f3e1914ec3
// *image.YCbCr (40,33) 99: <nil> 3311 bytes 2c8c866bab5edab
//     YCbCr 40x33 <nil>; *image.YCbCr (0,0)-(40,33) a23efca42a68d046
// *image.YCbCr (40,33) 200: <nil> 3546 bytes eaba74a4a85fa3e6
//     YCbCr 40x33 <nil>; *image.YCbCr (0,0)-(40,33) 75387799063648bb
// *image.RGBA (0,0) -1: <nil> 591 bytes 48df3feb2952e1f5
//     YCbCr 0x0 <nil>; *image.YCbCr (0,0)-(0,0) cbf29ce484222325
// *image.RGBA (0,0) 30: <nil> 591 bytes 746c696c57c61be8
//     YCbCr 0x0 <nil>; *image.YCbCr (0,0)-(0,0) cbf29ce484222325
// *image.RGBA (0,0) 99: <nil> 591 bytes ffbc792b67216dda
//     YCbCr 0x0 <nil>; *image.YCbCr (0,0)-(0,0) cbf29ce484222325
// *image.RGBA (0,0) 200: <nil> 591 bytes dd8411f66b02a75
//     YCbCr 0x0 <nil>; *image.YCbCr (0,0)-(0,0) cbf29ce484222325
// *image.Gray (0,0) -1: <nil> 373 bytes 5e1ab0c2eef237eb
//     gray 0x0 <nil>; *image.Gray (0,0)-(0,0) cbf29ce484222325
// *image.Gray (0,0) 30: <nil> 373 bytes 3709cfffd28c23ca
//     gray 0x0 <nil>; *image.Gray (0,0)-(0,0) cbf29ce484222325
// *image.Gray (0,0) 99: <nil> 373 bytes 670a791eb43b9788
//     gray 0x0 <nil>; *image.Gray (0,0)-(0,0) cbf29ce484222325
// *image.Gray (0,0) 200: <nil> 373 bytes ef5aca699d8dd36b
//     gray 0x0 <nil>; *image.Gray (0,0)-(0,0) cbf29ce484222325
// *image.NRGBA (0,0) -1: <nil> 591 bytes 48df3feb2952e1f5
//     YCbCr 0x0 <nil>; *image.YCbCr (0,0)-(0,0) cbf29ce484222325
// *image.NRGBA (0,0) 30: <nil> 591 bytes 746c696c57c61be8
//     YCbCr 0x0 <nil>; *image.YCbCr (0,0)-(0,0) cbf29ce484222325
// *image.NRGBA (0,0) 99: <nil> 591 bytes ffbc792b67216dda
//     YCbCr 0x0 <nil>; *image.YCbCr (0,0)-(0,0) cbf29ce484222325
// *image.NRGBA (0,0) 200: <nil> 591 bytes dd8411f66b02a75
//     YCbCr 0x0 <nil>; *image.YCbCr (0,0)-(0,0) cbf29ce484222325
// *image.YCbCr (0,0) -1: <nil> 591 bytes 48df3feb2952e1f5
//     YCbCr 0x0 <nil>; *image.YCbCr (0,0)-(0,0) cbf29ce484222325
// *image.YCbCr (0,0) 30: <nil> 591 bytes 746c696c57c61be8
//     YCbCr 0x0 <nil>; *image.YCbCr (0,0)-(0,0) cbf29ce484222325
// *image.YCbCr (0,0) 99: <nil> 591 bytes ffbc792b67216dda
//     YCbCr 0x0 <nil>; *image.YCbCr (0,0)-(0,0) cbf29ce484222325
// *image.YCbCr (0,0) 200: <nil> 591 bytes dd8411f66b02a75
//     YCbCr 0x0 <nil>; *image.YCbCr (0,0)-(0,0) cbf29ce484222325
// *image.RGBA (70000,1) -1: jpeg: image is too large to encode 0 bytes cbf29ce484222325
// *image.RGBA (70000,1) 30: jpeg: image is too large to encode 0 bytes cbf29ce484222325
// *image.RGBA (70000,1) 99: jpeg: image is too large to encode 0 bytes cbf29ce484222325
// *image.RGBA (70000,1) 200: jpeg: image is too large to encode 0 bytes cbf29ce484222325
// *image.Gray (70000,1) -1: jpeg: image is too large to encode 0 bytes cbf29ce484222325
// *image.Gray (70000,1) 30: jpeg: image is too large to encode 0 bytes cbf29ce484222325
// *image.Gray (70000,1) 99: jpeg: image is too large to encode 0 bytes cbf29ce484222325
// *image.Gray (70000,1) 200: jpeg: image is too large to encode 0 bytes cbf29ce484222325
// *image.NRGBA (70000,1) -1: jpeg: image is too large to encode 0 bytes cbf29ce484222325
// *image.NRGBA (70000,1) 30: jpeg: image is too large to encode 0 bytes cbf29ce484222325
// *image.NRGBA (70000,1) 99: jpeg: image is too large to encode 0 bytes cbf29ce484222325
// *image.NRGBA (70000,1) 200: jpeg: image is too large to encode 0 bytes cbf29ce484222325
// *image.YCbCr (70000,1) -1: jpeg: image is too large to encode 0 bytes cbf29ce484222325
// *image.YCbCr (70000,1) 30: jpeg: image is too large to encode 0 bytes cbf29ce484222325
// *image.YCbCr (70000,1) 99: jpeg: image is too large to encode 0 bytes cbf29ce484222325
// *image.YCbCr (70000,1) 200: jpeg: image is too large to encode 0 bytes cbf29ce484222325
// progressive YCbCr 19x13 <nil>; *image.YCbCr (0,0)-(19,13) de4a692f8b4b2db6
//     byte by byte: YCbCr 19x13 <nil>; *image.YCbCr (0,0)-(19,13) de4a692f8b4b2db6
//     registered: jpeg <nil>
//     cut 0 none 0x0 unexpected EOF; *errors.errorString unexpected EOF
//     cut 23 none 0x0 unexpected EOF; *errors.errorString unexpected EOF
//     cut 46 none 0x0 unexpected EOF; *errors.errorString unexpected EOF
//     cut 69 none 0x0 unexpected EOF; *errors.errorString unexpected EOF
//     cut 92 none 0x0 unexpected EOF; *errors.errorString unexpected EOF
//     cut 115 none 0x0 unexpected EOF; *errors.errorString unexpected EOF
//     cut 138 none 0x0 unexpected EOF; *errors.errorString unexpected EOF
//     cut 161 none 0x0 unexpected EOF; *errors.errorString unexpected EOF
//     cut 184 YCbCr 19x13 <nil>; *errors.errorString unexpected EOF
//     cut 207 YCbCr 19x13 <nil>; *errors.errorString unexpected EOF
//     cut 230 YCbCr 19x13 <nil>; *errors.errorString unexpected EOF
//     cut 253 YCbCr 19x13 <nil>; *errors.errorString unexpected EOF
//     cut 276 YCbCr 19x13 <nil>; *errors.errorString unexpected EOF
//     cut 299 YCbCr 19x13 <nil>; *errors.errorString unexpected EOF
//     cut 322 YCbCr 19x13 <nil>; *errors.errorString unexpected EOF
//     cut 345 YCbCr 19x13 <nil>; *errors.errorString unexpected EOF
//     cut 368 YCbCr 19x13 <nil>; *errors.errorString unexpected EOF
//     cut 391 YCbCr 19x13 <nil>; *errors.errorString unexpected EOF
//     cut 414 YCbCr 19x13 <nil>; *errors.errorString unexpected EOF
//     cut 437 YCbCr 19x13 <nil>; jpeg.FormatError invalid JPEG format: short Huffman data
//     cut 460 YCbCr 19x13 <nil>; *errors.errorString unexpected EOF
//     cut 483 YCbCr 19x13 <nil>; *errors.errorString unexpected EOF
//     cut 506 YCbCr 19x13 <nil>; *errors.errorString unexpected EOF
//     cut 529 YCbCr 19x13 <nil>; *errors.errorString unexpected EOF
//     cut 552 YCbCr 19x13 <nil>; *errors.errorString unexpected EOF
//     damaged: ca639bfdd2244d89
// restarts YCbCr 19x13 <nil>; *image.YCbCr (0,0)-(19,13) c3845ff48f86ce5e
//     byte by byte: YCbCr 19x13 <nil>; *image.YCbCr (0,0)-(19,13) c3845ff48f86ce5e
//     registered: jpeg <nil>
//     cut 0 none 0x0 unexpected EOF; *errors.errorString unexpected EOF
//     cut 23 none 0x0 unexpected EOF; *errors.errorString unexpected EOF
//     cut 46 none 0x0 unexpected EOF; *errors.errorString unexpected EOF
//     cut 69 none 0x0 unexpected EOF; *errors.errorString unexpected EOF
//     cut 92 none 0x0 unexpected EOF; *errors.errorString unexpected EOF
//     cut 115 none 0x0 unexpected EOF; *errors.errorString unexpected EOF
//     cut 138 none 0x0 unexpected EOF; *errors.errorString unexpected EOF
//     cut 161 none 0x0 unexpected EOF; *errors.errorString unexpected EOF
//     cut 184 YCbCr 19x13 <nil>; *errors.errorString unexpected EOF
//     cut 207 YCbCr 19x13 <nil>; *errors.errorString unexpected EOF
//     cut 230 YCbCr 19x13 <nil>; *errors.errorString unexpected EOF
//     cut 253 YCbCr 19x13 <nil>; *errors.errorString unexpected EOF
//     cut 276 YCbCr 19x13 <nil>; *errors.errorString unexpected EOF
//     cut 299 YCbCr 19x13 <nil>; *errors.errorString unexpected EOF
//     cut 322 YCbCr 19x13 <nil>; jpeg.FormatError invalid JPEG format: short Huffman data
//     cut 345 YCbCr 19x13 <nil>; *errors.errorString unexpected EOF
//     damaged: 59029b1d09ec31f7
// cmyk CMYK 19x13 <nil>; *image.CMYK (0,0)-(19,13) 28a0b26df9ccd7cb
//     byte by byte: CMYK 19x13 <nil>; *image.CMYK (0,0)-(19,13) 28a0b26df9ccd7cb
//     registered: jpeg <nil>
//     cut 0 none 0x0 unexpected EOF; *errors.errorString unexpected EOF
//     cut 23 none 0x0 unexpected EOF; *errors.errorString unexpected EOF
//     cut 46 none 0x0 unexpected EOF; *errors.errorString unexpected EOF
//     cut 69 none 0x0 unexpected EOF; *errors.errorString unexpected EOF
//     cut 92 none 0x0 unexpected EOF; *errors.errorString unexpected EOF
//     cut 115 none 0x0 unexpected EOF; *errors.errorString unexpected EOF
//     cut 138 none 0x0 unexpected EOF; *errors.errorString unexpected EOF
//     cut 161 none 0x0 unexpected EOF; *errors.errorString unexpected EOF
//     cut 184 CMYK 19x13 <nil>; *errors.errorString unexpected EOF
//     cut 207 CMYK 19x13 <nil>; jpeg.FormatError invalid JPEG format: short Huffman data
//     cut 230 CMYK 19x13 <nil>; jpeg.FormatError invalid JPEG format: short Huffman data
//     damaged: 82c52b5ee5ae4cd7
// gray progressive gray 19x13 <nil>; *image.Gray (0,0)-(19,13) 8154f58078266b0a
//     byte by byte: gray 19x13 <nil>; *image.Gray (0,0)-(19,13) 8154f58078266b0a
//     registered: jpeg <nil>
//     cut 0 none 0x0 unexpected EOF; *errors.errorString unexpected EOF
//     cut 23 none 0x0 unexpected EOF; *errors.errorString unexpected EOF
//     cut 46 none 0x0 unexpected EOF; *errors.errorString unexpected EOF
//     cut 69 none 0x0 unexpected EOF; *errors.errorString unexpected EOF
//     cut 92 none 0x0 unexpected EOF; *errors.errorString unexpected EOF
//     cut 115 gray 19x13 <nil>; *errors.errorString unexpected EOF
//     cut 138 gray 19x13 <nil>; jpeg.FormatError invalid JPEG format: short Huffman data
//     cut 161 gray 19x13 <nil>; *errors.errorString unexpected EOF
//     cut 184 gray 19x13 <nil>; jpeg.FormatError invalid JPEG format: short Huffman data
//     cut 207 gray 19x13 <nil>; *errors.errorString unexpected EOF
//     cut 230 gray 19x13 <nil>; *errors.errorString unexpected EOF
//     cut 253 gray 19x13 <nil>; *errors.errorString unexpected EOF
//     cut 276 gray 19x13 <nil>; *errors.errorString unexpected EOF
//     cut 299 gray 19x13 <nil>; *errors.errorString unexpected EOF
//     damaged: dae19395ec6c8e1d
// rgb RGBA 19x13 <nil>; *image.RGBA (0,0)-(19,13) f532a5778d3bf838
//     byte by byte: RGBA 19x13 <nil>; *image.RGBA (0,0)-(19,13) f532a5778d3bf838
//     registered: jpeg <nil>
//     cut 0 none 0x0 unexpected EOF; *errors.errorString unexpected EOF
//     cut 23 none 0x0 unexpected EOF; *errors.errorString unexpected EOF
//     cut 46 none 0x0 unexpected EOF; *errors.errorString unexpected EOF
//     cut 69 none 0x0 unexpected EOF; *errors.errorString unexpected EOF
//     cut 92 none 0x0 unexpected EOF; *errors.errorString unexpected EOF
//     cut 115 none 0x0 unexpected EOF; *errors.errorString unexpected EOF
//     cut 138 none 0x0 unexpected EOF; *errors.errorString unexpected EOF
//     cut 161 none 0x0 unexpected EOF; *errors.errorString unexpected EOF
//     cut 184 RGBA 19x13 <nil>; jpeg.FormatError invalid JPEG format: short Huffman data
//     cut 207 RGBA 19x13 <nil>; jpeg.FormatError invalid JPEG format: short Huffman data
//     cut 230 RGBA 19x13 <nil>; jpeg.FormatError invalid JPEG format: short Huffman data
//     damaged: f3c4ddde553ee9ec
// none 0x0 io: read/write on closed pipe; *errors.errorString io: read/write on closed pipe
// short write
