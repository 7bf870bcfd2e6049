// Package debug/elf: an object file with relocations and compressed debugging information, a library with versions of its symbols, names of
// numbers, and errors for files that are wrong at each place.
package main

import (
	"bytes"
	"compress/zlib"
	"debug/elf"
	"encoding/base64"
	"fmt"
	"io"
)

// object is an object file of gcc for x86-64.
const object = "" +
	"eNqtVn1YU1UYP5evbWyOMT4EZ4gfEKmMYaIUGQwYDEQgA9SSYBsXARmr7RIfyqMBqXOAaKmLrCfKTHP5kX3Yh0VYWpKJRumTUliPj0sxMMlHH1d073auO7vs" +
	"Sn/0Ps/Zue/vvB/nfc973rM1iqw0DwwDNGHgUeDknFTLd34nwd9QEALylcZLSmOD9bjCRoFXY5UmhdWUyzUpbE0DnkqzslXwPLWgbPWmJpMXhvViChslpTQB" +
	"pZGcmhqsoPprUqHwKGXtcWXTYIixYdBYbTXlD5JyWK/xGFRXGo8fpmYr9WM8qjTRqJUYHR3FzilNhbe+OYrum4rFgxye5PBC8IgSB0/HuhVzytvj3VGY+0lb" +
	"t0w0+fwz6nCvw3yx9wbhY6cL0xcZU9Plnnn3Xyqr7Zu7Gojzhvmruxt6//ZOaGvsXvbnYP2zpdqhZVjwCXlBqvXiLx+/qL9UGfZpn/fNVYdWbT65tjPZGnWt" +
	"Tbzge3zdFSzT79jPx25YZ4hSTs04txfU3IrIbVo8NeL9vdsP1PSWBiy8o+t8cPedjtYpn54N3JT1iGTdGp1l14cHez7I3dpcF/dA5oe7asxmYonPmWmrk365" +
	"ZPuof3TY9NuZkMiv4v/g+3dELH8Fb3jKHLS847Jh51MBX+FXR/A4SerfGql2v2L+tw2hw16RJyQ7XONWjslDfluPsFEmUgzlnr6irMub3spP+VWzXjJxY1r/" +
	"ze0tU3Qc2a83R0Ze7Yw2D1kEojcHMlfxd4dkzg8qvN39c1qELPO1lvaZYqI0PPLPbY0L9g1ci23PyE7QLNP++PKOjRkfeBCJ+5/bE4GbJdvyb89fuLO7MDW4" +
	"zm/PqZwzV24f7Z/cLth8QfPPffLfy2VnOy271t+p51y+djIjftP5bH/BuYLTiQrpmm1DBcv75tr6FxzpXtCjWph5C/CKJ1uBaxwywIzre1VxcbEaYEKfEtnz" +
	"WAIAE8+Bnrvrb4yRf/lUV1fXia4vXuPsDA0NXXPjemNUmshvdvipL4F3VtK8RPNxbuTSrSHxF7eILZMWWXZFWNoEWbO/rbf8E/528w+c1DcPftwYJZQUPLmh" +
	"JH7Du6o4z8UtK5ceei5wIW9lGMkHnV2RX9td8d315h9GeHtNYQGS3gmgJEdY4bqPI2P2FZ3d49skE13I+cYv9e3A86a3wuqvvnNZ/EIc78v+LZwnPv9sUrOq" +
	"OEwQYLZwOXUnhlsTcqZ8XSHgbn4o5aRvhI63KHpzh3/wen95QpDc0HloiWYet/lqeaj0+I83/gredDPyp32/d5jaDdLmJkW39S9pfl/V0qEjg/uTf7rv/AHv" +
	"RN+H9oxMvzYtYPsMfvSrLZZRsQ0TzkySx9To9CtjCO3TMTp1RQn+LFAZtDGEVAPcLQBqgRogPSXl4fCoVFxdrqoKj50jnSOVRcfOnVWCq2PnVMc+ACF73IF0" +
	"HuoXA6xWhEkEHG47mZTJwDEoyqZ+5ELROo+UCT4eGaSEY+0RuJ6GriuaPFfbJdwTZu8f10fdrXm67ZgU7jkG87bbcuIiOPPtfcppJ9vFDofFPo8F57PgQhZc" +
	"xIL7j8H87cP7Lk8nbCI5xOT+s9HckiRBYkRpOgseRY5g4DwGumfPZpF3FI9KXYkDja66igA1ZbgeB4ZqLXhaX15FlBYBvU5HAKLSAIrSs3KS5VlFOWlpjyvy" +
	"ivLkyVmKImhmFpzpt8I26qAKBPdB8Bpkf0IEX4vI+yE4WkeeSN7o2Rf5pmgCglOjDPJiBOfD8wD2nLniNE1ivIM0zUTk0SqKZfjNgHw8A5/KOGcap2kRA18O" +
	"+cUMnOaLGPgSyFcz8Achb2bgj0L+dQZO94LPGDidrx7GudDUx5Cn47+IyAsQeRucgxh16oO52qFvYDTmei70vSlkyKdAvAxzf44+yD7RLiFiOfdpjDoJhXwk" +
	"A5/JeDdpXAr5OAY+B/KJLH7DkXuB4kkM/G7fkxrqtOS9JmdC75jL6C89XqmSEngtAaQlKkIFpGqDAaIUT31JK3UaVSUJ6hwShGNyyODq6hVF5VWlOgC/VWq1" +
	"nnyL0GWVXlW1Aje4YJXlVTitQu4FILCD1+i0WpzsQdIqHYFL07Pzow2ESrMSGsHLikr1Ki0O/g8Khzn2YeB0Pl90836hJIG9K4mBc2ERFSN9BUN6UwhSL8w7" +
	"Q9EAo/4ACz8b2mTqD9/j/UVpHov/YUZfBSx8LEv8ZRzXOIPhm82MP81NjVN06+7bee/9Z9P793LFbYx3D7DwT9A2ue4deWD3jj+fJf61MP4kD2f8PDfxl7L4" +
	"50K90+Pkv45FfwDqx4yjT7Dsv4vn2reCYZ9m7r+Vxb8IHtyWcfxvYPE/DP3XIv6Fbvy/BP3LGIZ3Q//7WPzTx7qT1mfIFXg574e7+qPn91j0W7yc/8PupX/E" +
	"TU3b7Xr9t/t7huX+HIb6S8fJ/0m2++s79vwD3eTfnW/7+cO/tgcw5/9ad/XDc3PH7fUHG3LyOPH7s+ib4f4vjKP/L3xKZmc="

// library is a shared library with the versions V1, V2 and V3.
const library = "" +
	"eNrtW01sG0UUfrNrJ25dEjeUYtFALZRACnQdp1BVNEpTglsHoVIKqUCiBCfeYiP/sV6nKWrUSgFUywRooaLiwKU9VAIhxIVKIAREInDrgUOO4VAwEIkgASpS" +
	"YJndfZPMDl5KJTggzefMfvvmzfdmdv6syLPHkw/uUQgBBhUGYNUCGESOJPi8HbCWXm+ADU7ZAPjjk4CXIeKSrQtytsgfgJd5nRMqhvkCnwcv87oWmvKaa+cH" +
	"vPwR8TLTKagro648IDDxcgjlAUxlBf0Cd4GXWfe04r1fOwPQnPdfNjNOndgPIvvV9zDVtcA/BxumA1ifXztfJ14mXL0bnHkGsHffCDwVLT7W/1nu9LeF7qXQ" +
	"9Fcfk/LmU4B+lRs3Uh4MKIMQVDGG3c+vVB+HN98+Gb747snwS/R+d8+5yAzlv8P13DPwCPvk30XTevjJEvPtceqgq6CIomHMj9K0EdpWyrF+vs0nDnHyOyA2" +
	"6J0/W3zKw5GsbuhQqRagbOSK5uFRMEolE8x8BfK5sQmtUtIScJD+9cHBbRAvlc34pFMPoW1RnKTSD8HP1z+fWWOPRycm1iaFXk8F3bHqxPYzn0q9p9HXhW0N" +
	"CWXsel7DMqwfQ1jWWa7C80bRXtjlcgs3Z/iNqBXXpISEhISEhISEhITEtcO65/s4vXYv0mv75kF6Z9tZ2/XdgmVZI6na5VRtqjGXXLbzfkik6slGfX+onlye" +
	"XlBTZ1Mz616wHamZ4KdUWA8Qcokkl+1SqTqkapSmpxpQ/YIKDs3a0R5JTS9Ga1OLtWqjPrJIy5FLtc+p3GinUWpzF+1ojSqtujabqgf7aVAn0FzjWZpH5lP1" +
	"Q1e+nJUDJyEhISEhISEhISEhISFxDejOAJBN6s4YuL+3Lv9oWccody5ZVj/lZyg/Aau/45HnDgCZjJBN61pDr5LV3w3nqW6fXWB3W+RFZei6FmWYlnB9dpwW" +
	"GmeY9yen1eO0hF2vHX+S6u17aIvsaYs+0B4+EjoBu27aece2rlvlKElISEhISEhISEhISPy/YJ+FZSdj2VnTm5HjyL/8YZVsPouHPIOY/57qMjurPI/+tWhv" +
	"Rw4jR5FRBg08V6oIfvZ/bSvyjcgXAt78SbTZedVe5DVCvGXLbf8VrPh3tNk54CW0v0H/b2iT/7jv2Xl1ERuFQ88E+4ids2bncvcODd0b67lfH8uli7FEn9an" +
	"9W5N3H1nRh9L9FUTWzALQKtkK6ZhpsdAK5ZMXXu6WNXGqrl8ZmsuA46VTVeyoGWOFitHCy6bhuuZ0I1KrlT0GKNUZej5tF0Q78p5EzRTn6RXo5RJm2nQ9Ozo" +
	"YSNd0EezGWPVoqVcN9WmC7lxGrhkOhc3huscLxUKetH8l/o5DN4zyn7n/vk1weMWmn6lc4Lp2Tpg3C/M65Cg78E2KMI6WWGuXsLpo9y8Vjk9W3eMt8Nf5wuP" +
	"HTRZXPvZPGfcIbRfETiJa4bZbB0xPsG1P9Dk+R/FfEVYt4x7ffqPPf+TqL9P2AcY8/vK+ib6cVh9Z8GB8F5LTGiv+PpLVtDHIl5+4yr9X+TWsKfCmPe5/fQT" +
	"gt7vPRK/+fu8oO+JefmYUF4cv5dRr2LglfdKtOb1ifYZ7DtV2PdW3t8hXl1I6P+3WP1os/cRFuLN2xsS+JygZ987jXjz8Rf17wj6CO6/kV7vPBPnD8P7qO8V" +
	"9wXMuN1n/HlWm+xrD6H+w6vMnz8BouBTlg=="

// zstandard is object with the other form of compression.
const zstandard = "" +
	"eNqtV3tYE8cWn01CMAZooKApiEZaKwgEEooVqy2CicsVgxVRe20MCSwvSYLJpmoVpSalxEihX4tX+1Krftrr+9nal68qUrXSYq1FW9Fra1Suxdreq19T0yyZ" +
	"NZN1V/pHz/dNZs9vzpk558yZM5PFqnw1D8MATRh4GgS4AK0WB76z4e8jQAqKcOePuLPW3aryUOB1Be5SuV2T+7lUHnsXH1+BN4a9TA3gjSFU5xJgWDum8lBS" +
	"uAvgTl9nr3UD2zGfgvYwNVshbu+WOmu7nTa3q6jbJ4e1O49CddzZ+iHVu6kf52HcRaNu0uv1Ymdxl/Z222HUbsoXnq/xfU2A4MNK/TwP8i1YQJ6ixD1pfxS3" +
	"gNpQkDBxWEpN3mmpx7sqWRu/sCkxr07y/L4ldk1NfJ77ezDqouj1Zu+qCx8Om3bj+1LzSp4uEn8He1M5XPbB4ENvnOrYlTZmhPXE1p5Z7/+361+DBm9t3b8v" +
	"vvHbiqdtibHr837ddEh6I0FtnHXEceIUL6fhbmdUkW6R/fbsnoKaU7r3ihdXHrgq+eKrITs0WNTnBzcLG7pHPF+bkH13W4RuV6JsMu+l/PkLrDv7Vx0cc/7L" +
	"k9pll87EpoKJO9xviptemVbSXnfVYe55prht/ejtU/HuV29eeG7Dw7FhitXO2aIdizr/MdplE+sPFb9cH0NqF2z5/UzZ8RkzrtHbTMcFZ4sLDoYJwaW2IUMn" +
	"V76tkGRkZChOThx7fKAm9dXyDXuuRF4+VxAeYl/a9Nax6P2FjYvD7qTHnuedu5AZemtd47auSXdSmnl7Lq/69fGKm3HD28evea1q5j5neTc2YF3eUVHNclMc" +
	"LpyfeXbUeM9PR0/857fsg3s1ET+fVqvaHY7ImUOuP6ncmHzt3JSQb0KUccDcdS3DAW4Vd3ZkiMEn6vWb56x4aG+KKlrdvGTNScmEmLoDTtGSSaanRLN2T7+I" +
	"reQnjTxfNVT81mP1KSO37Nj8fmjKPU/7BWX7G4CL6LisBffHRbb2Dz6Yoh6Y0Jx01XvA631l6c+WwvZ9e2OGbvsxR3YDu6voGLRfsCn8zswvUvkbZB9cWR77" +
	"5Ofiw9eVue6K5wrJ0k8Sk1uTVVvxstdjQPyQXeXLLtnrnMcPZY19twPTdyxfZ7j0WAYWDooML0mz7HVSmbBle92/+4/IPrFpTtYTcYYb6/c4MNq+3Wz27dYK" +
	"QIIzPr448wzmJj7O3XnK2Ew0yaJt8apvpQ1fZb69NrGBaFsWNXOsp/Sbgtv/O5sUb0j6TmH9ZcuL1sH/P7LoqeWDe9p3fjQt5FiCY7i+bU1ZZmbrlZaeR6un" +
	"8Y88O6g+YtmShIj6y0LtzekLmkQfa5VrZSucIZ9l1TnMH/2QLwQjsz5VTH92Tgae57kl6PxFmDbXbJmdRhpr0syGqlLiBaC3GtNIeQlgGwDUANXAhNzc0bLE" +
	"8YShUm+SKZRypTw9VfFEcilhUChtiiQIQb+j6Ti8OAVg8yRYXFhov2ZfUAYBf6NIQ/2Mi5DU83LDhbw8n4R/bAwcV6PjKjt/Ya8EO2G9deaml22Mz1pZKZx/" +
	"HxbSO1cAl8Be3JuDgXk0QfOEcswv4sDFHHgEBy7hwCPvwyJ7W8g9ng7YQF+L8tmvQWProzjER5Qe5cATfW0Acmrp2p7CIe9PH72hmgAlZpuJBHMrCAsBrDYj" +
	"qLFUmsgyHbCYzSQgq61ANyG/IGdcvq5ArS5UTdVNHZeTr9LBaZKROkDtjsfrpyoEFyL4XMS+CASvQ+QfQnA0j/hI3Oi+P6NWhSM41UZBPgrBxXA/QG/MgnGa" +
	"Yhn3JU0jEHk0ixSMdVsgP4qBD2XsM43TNImBb4T8FAb+LuR1DJyuwzYGngH5FQx8KeTfY+B0LfiMgdPxOs7YF5pOM+QdkL+IyIch8h7YxzDyVIgFz0OfwFQs" +
	"eF/oc6NlyDdBvAJj30chYidaJSQc+57AyJNHIP84A6fzI52ByyGfycCVkH+GY10Zci5QPJuB36t7cut8o+9c+3rS4u8r6C8LUa2Xk8Q8EshL9aQeyA1WK0Qp" +
	"nvqSV5tL9NU+0OyXIP2dX4Yw2Mp1laYyM4DfeoPB4ruN0GG9RW8qJ6xBWHWliaBVfLYABPbzJWajkfDVILnJTBLyCZqiVCupL5kNJyEqdGUWvZEAfwfJYIyF" +
	"DDyb46XDvKHiYO3KZuDpMImKkbqCIbVJiuQL88xQ1MXIP8DBp8A5mfo9D7h/URrJsX4Po64CDl7B4X9zaLCfA+CdzfRfzZLjFN2+d3c+2H4Nbb8gGPcw7j3A" +
	"wf+TnrMf+0KR2IP9L+LwfyP0P5sX8F/E4n8Zx/pSqPdTH/GfzxITiu7ygusOV/xIDvvdomD9AbBOM+1v5LA/HW7c6j7sb+BYXwovwXnI+hEs66+E66czJm6H" +
	"62/mWJ+OwzpanyG3UBA4H2zxw5D/EWz6OwWBd9iD9D/l2L9OwV87v19znJ8uqD+jj/if5Dq//e/f/2iW+LOt3fvOgU/b7VjgXcuWPyKWM96bf7Ag5/ThfySH" +
	"/gFo//k+9P8E6a1zlg=="

// mainframe is an object file for s390x, which is big-endian.
const mainframe = "" +
	"eNqtVE9r1FAQn5dk03RZNVFahR6MoKBQkwpFRD3sxT/gFjyI1/Cym1223eSV5HV1EdGLR6F40kspfgo/jp/BqwdNsu/p7PMlIjiQzOSXmfnNvMzkzYPBQ8Mg" +
	"8EsIbNZ3rVhPa9UX9zNAHpWGvBTp8eQlr4wTsCrlaJPSIg15UED4guUHIU8PQxbvj5I5zGbz9GY69K/HtEhGPsv8weD5nn9rN9gJbt+At8QoOM05iGpNmdCg" +
	"0TzJF9GMZZMoo2kSsXFEo/FRNuRTlkn/td8de8S96JHzxHS2nGvOhU6Zowumc9e+Z3ui5m0w6hZ0HfQ02J265cuEkO9ny1MqZUlLynYBqn7rxOuGDNh4smdY" +
	"QBrOfSlli4YGXqDue4p/pyHPWgPe1cAbrp63j3B8MK9c9DWQeK6+rciDH9/kgAmNXW2EA/Jb1+COuCwln8xhab5dR4O7Yko2FfySgsvznjb4f1JwB9Vj/gPv" +
	"9h94MErio0lE4zgvlyWod225EEGezKh8ndNskhQr2DQbM/jLkgxZmrIsYlmyEjqblsAIgoLnnMalXqS1XrpQTuE/yGvQz08FfxHGR+UF3ptz6NlWZ7ZhZ/F3" +
	"+IDi1ToGcida+N+jfP1VN0PW/VjUYCpzUc3XbvP/F+QBf27hD1v4vwrjGM2+yk+a+Yms90oLv98Sf1UYOy3xW831m4covofqxvWzFv5nwrjfwr/fwn+KeCr+" +
	"rob/Hej/lxXNsdCO4LTV+J/3hHfD"

// file unpacks a file.
func file(packed string) *bytes.Reader {
	b, err := base64.StdEncoding.DecodeString(packed)
	check(err)
	r, err := zlib.NewReader(bytes.NewReader(b))
	check(err)
	b, err = io.ReadAll(r)
	check(err)
	return bytes.NewReader(b)
}

func check(err error) {
	if err != nil {
		panic(err)
	}
}

func main() {
	for _, packed := range []string{object, zstandard, library, mainframe} {
		f, err := elf.NewFile(file(packed))
		check(err)
		describe(f)
	}
	numbers()
	wrong(file(mainframe))
}

func describe(f *elf.File) {
	fmt.Println(f.FileHeader)
	for _, p := range f.Progs {
		fmt.Println(p.ProgHeader)
	}
	for _, s := range f.Sections {
		b, err := s.Data()
		fmt.Printf("%v %d %.8x %v\n", s.SectionHeader, len(b), b, err)
	}
	symbols, err := f.Symbols()
	fmt.Println(symbols, err)
	symbols, err = f.DynamicSymbols()
	fmt.Println(symbols, err)
	fmt.Println(f.ImportedSymbols())
	fmt.Println(f.ImportedLibraries())
	fmt.Println(f.DynamicVersions())
	fmt.Println(f.DynamicVersionNeeds())
	fmt.Println(f.DynString(elf.DT_SONAME))
	fmt.Println(f.DynString(elf.DT_RUNPATH))
	fmt.Println(f.DynString(elf.DT_HASH))
	fmt.Println(f.DynValue(elf.DT_STRSZ))
	d, err := f.DWARF()
	if err != nil {
		fmt.Println(err)
		return
	}
	for r := d.Reader(); ; {
		e, err := r.Next()
		if e == nil {
			fmt.Println(err)
			break
		}
		fmt.Println(e.Offset, e.Tag, e.Field)
	}
}

func numbers() {
	fmt.Println(elf.ET_EXEC, elf.ET_REL.GoString(), elf.Type(7), elf.Type(0xff01), elf.EM_X86_64, elf.EM_Z80.GoString()+"|", elf.Machine(14))
	fmt.Println(elf.SHF_ALLOC|elf.SHF_WRITE, elf.SectionFlag(0), (elf.SHF_TLS | 0x1000).GoString(), elf.PF_R|elf.PF_X, elf.DF_1_NOW|elf.DF_1_PIE)
	fmt.Println(elf.SHN_COMMON, elf.SectionIndex(3), elf.DT_HIPROC, elf.DynTag(-1), elf.DT_MIPS_FLAGS, elf.STT_GNU_IFUNC, elf.SymType(7))
	fmt.Println(elf.R_X86_64_PC32, elf.R_X86_64(1000), elf.R_386_GOT32.GoString(), elf.R_AARCH64_ABS64, elf.R_RISCV_ADD32, elf.R_ARM(-1))
	fmt.Println(elf.ST_INFO(elf.STB_WEAK, elf.STT_FUNC), elf.ST_BIND(0x22), elf.ST_TYPE(0x22), elf.ST_VISIBILITY(7))
	fmt.Println(elf.R_INFO(3, 4), elf.R_SYM64(3<<32|4), elf.R_TYPE64(3<<32|4), elf.R_INFO32(3, 4), elf.R_SYM32(772), elf.R_TYPE32(772))
	fmt.Println(elf.VersionIndex(0x8002).Index(), elf.VersionIndex(0x8002).IsHidden(), elf.COMPRESS_ZSTD, elf.NT_PRSTATUS, elf.Class(9))
}

// wrong changes each byte of a file to 255, and counts the errors.
func wrong(r *bytes.Reader) {
	good, err := io.ReadAll(r)
	check(err)
	errors, order := map[string]int{}, []string{}
	note := func(b []byte) {
		f, err := elf.NewFile(bytes.NewReader(b))
		if err == nil {
			_, err = f.DWARF()
		}
		if err == nil {
			_, err = f.Symbols()
		}
		if text := fmt.Sprintf("%T %v", err, err); errors[text] == 0 {
			order = append(order, text)
			errors[text] = 1
		} else {
			errors[text]++
		}
	}
	for i := range good {
		if i >= 64 && i < 1104 && i%16 != 0 {
			continue
		}
		b := bytes.Clone(good)
		b[i] = 255
		note(b)
	}
	for n := 0; n < len(good); n += 27 {
		note(good[:n])
	}
	for _, text := range order {
		fmt.Println(errors[text], text)
	}
}

// Output:
// {ELFCLASS64 ELFDATA2LSB EV_CURRENT ELFOSABI_NONE 0 LittleEndian ET_REL EM_X86_64 0}
// { SHT_NULL 0x0 0 0 0 0 0 0 0 0} 0  <nil>
// {.text SHT_PROGBITS SHF_ALLOC+SHF_EXECINSTR 0 64 148 0 0 1 0 148} 148 554889e548897de8 <nil>
// {.rela.text SHT_RELA SHF_INFO_LINK 0 1800 96 22 1 8 24 96} 96 2b00000000000000 <nil>
// {.data SHT_PROGBITS SHF_WRITE+SHF_ALLOC 0 224 16 0 0 16 0 16} 16 0100000002000000 <nil>
// {.bss SHT_NOBITS SHF_WRITE+SHF_ALLOC 0 240 0 0 0 1 0 0} 0  <nil>
// {.data.rel.local SHT_PROGBITS SHF_WRITE+SHF_ALLOC 0 240 8 0 0 8 0 8} 8 0000000000000000 <nil>
// {.rela.data.rel.local SHT_RELA SHF_INFO_LINK 0 1896 24 22 5 8 24 24} 24 0000000000000000 <nil>
// {.rodata SHT_PROGBITS SHF_ALLOC 0 248 3 0 0 1 0 3} 3 256400 <nil>
// {.tdata SHT_PROGBITS SHF_WRITE+SHF_ALLOC+SHF_TLS 0 252 4 0 0 4 0 4} 4 04000000 <nil>
// {.debug_info SHT_PROGBITS SHF_COMPRESSED 0 256 405 0 0 1 0 258} 405 9101000005000108 <nil>
// {.rela.debug_info SHT_RELA SHF_INFO_LINK 0 1920 576 22 9 8 24 576} 576 0800000000000000 <nil>
// {.debug_abbrev SHT_PROGBITS SHF_COMPRESSED 0 520 328 0 0 1 0 209} 328 0124000b0b3e0b03 <nil>
// {.debug_aranges SHT_PROGBITS SHF_COMPRESSED 0 736 48 0 0 1 0 47} 48 2c00000002000000 <nil>
// {.rela.debug_aranges SHT_RELA SHF_INFO_LINK 0 2496 48 22 12 8 24 48} 48 0600000000000000 <nil>
// {.debug_line SHT_PROGBITS SHF_COMPRESSED 0 784 163 0 0 1 0 146} 163 9f00000005000800 <nil>
// {.rela.debug_line SHT_RELA SHF_INFO_LINK 0 2544 120 22 14 8 24 120} 120 2200000000000000 <nil>
// {.debug_str SHT_PROGBITS SHF_MERGE+SHF_STRINGS+SHF_COMPRESSED 0 936 189 0 0 1 1 174} 189 6c6f6e67206c6f6e <nil>
// {.debug_line_str SHT_PROGBITS SHF_MERGE+SHF_STRINGS 0 1110 54 0 0 1 1 54} 54 2f776f726b2f746d <nil>
// {.comment SHT_PROGBITS SHF_MERGE+SHF_STRINGS 0 1164 40 0 0 1 1 40} 40 004743433a202844 <nil>
// {.note.GNU-stack SHT_PROGBITS 0x0 0 1204 0 0 0 1 0 0} 0  <nil>
// {.eh_frame SHT_PROGBITS SHF_ALLOC 0 1208 88 0 0 8 0 88} 88 1400000000000000 <nil>
// {.rela.eh_frame SHT_RELA SHF_INFO_LINK 0 2664 48 22 20 8 24 48} 48 2000000000000000 <nil>
// {.symtab SHT_SYMTAB 0x0 0 1296 432 23 12 8 24 432} 432 0000000000000000 <nil>
// {.strtab SHT_STRTAB 0x0 0 1728 66 0 0 1 0 66} 66 00742e6300746162 <nil>
// {.shstrtab SHT_STRTAB 0x0 0 2712 220 0 0 1 0 220} 220 002e73796d746162 <nil>
// [{t.c 4 0 false 0 SHN_ABS 0 0  } { 3 0 false 0 SHN_UNDEF+1 0 0  } { 3 0 false 0 SHN_UNDEF+3 0 0  } {table 1 0 false 0 SHN_UNDEF+3 0 16  } {count 2 0 false 0 SHN_UNDEF+1 0 78  } { 3 0 false 0 SHN_UNDEF+7 0 0  } { 3 0 false 0 SHN_UNDEF+9 0 0  } { 3 0 false 0 SHN_UNDEF+11 0 0  } { 3 0 false 0 SHN_UNDEF+14 0 0  } { 3 0 false 0 SHN_UNDEF+16 0 0  } { 3 0 false 0 SHN_UNDEF+17 0 0  } {where 17 0 false 0 SHN_UNDEF+5 0 8  } {sum 18 0 false 0 SHN_UNDEF+1 78 70  } {printf_ 16 0 false 0 SHN_UNDEF 0 0  } {root 16 0 false 0 SHN_UNDEF 0 0  } {tls 22 0 false 0 SHN_UNDEF+8 0 4  } {_GLOBAL_OFFSET_TABLE_ 16 0 false 0 SHN_UNDEF 0 0  }] <nil>
// [] no symbol section
// [] no symbol section
// [] <nil>
// [] no symbol section
// [] no symbol section
// [] <nil>
// [] <nil>
// [] non-string-valued tag DT_HASH
// [] <nil>
// 12 CompileUnit [{Producer GNU C17 12.2.0 -mtune=generic -march=x86-64 -g -gz=zlib -fasynchronous-unwind-tables ClassString} {Language 29 ClassConstant} {Name asm/t.c ClassString} {CompDir /work/tmp/objdev ClassString} {Lowpc 0 ClassAddress} {Highpc 148 ClassConstant} {StmtList 0 ClassLinePtr}]
// 46 BaseType [{ByteSize 8 ClassConstant} {Encoding 5 ClassConstant} {Name long int ClassString}]
// 53 BaseType [{ByteSize 8 ClassConstant} {Encoding 7 ClassConstant} {Name long unsigned int ClassString}]
// 60 BaseType [{ByteSize 4 ClassConstant} {Encoding 5 ClassConstant} {Name int ClassString}]
// 67 BaseType [{ByteSize 8 ClassConstant} {Encoding 5 ClassConstant} {Name long long int ClassString}]
// 74 BaseType [{ByteSize 16 ClassConstant} {Encoding 4 ClassConstant} {Name long double ClassString}]
// 81 StructType [{Name node ClassString} {ByteSize 24 ClassConstant} {DeclFile 1 ClassConstant} {DeclLine 2 ClassConstant} {DeclColumn 8 ClassConstant} {Sibling 128 ClassReference}]
// 94 Member [{Name next ClassString} {DeclFile 1 ClassConstant} {DeclLine 2 ClassConstant} {DeclColumn 28 ClassConstant} {Type 128 ClassReference} {DataMemberLoc 0 ClassConstant}]
// 105 Member [{Name v ClassString} {DeclFile 1 ClassConstant} {DeclLine 2 ClassConstant} {DeclColumn 38 ClassConstant} {Type 60 ClassReference} {DataMemberLoc 8 ClassConstant}]
// 116 Member [{Name name ClassString} {DeclFile 1 ClassConstant} {DeclLine 2 ClassConstant} {DeclColumn 46 ClassConstant} {Type 133 ClassReference} {DataMemberLoc 12 ClassConstant}]
// 0 Tag(0) []
// 128 PointerType [{ByteSize 8 ClassConstant} {Type 81 ClassReference}]
// 133 ArrayType [{Type 149 ClassReference} {Sibling 149 ClassReference}]
// 142 SubrangeType [{Type 53 ClassReference} {UpperBound 11 ClassConstant}]
// 0 Tag(0) []
// 149 BaseType [{ByteSize 1 ClassConstant} {Encoding 6 ClassConstant} {Name char ClassString}]
// 156 ConstType [{Type 149 ClassReference}]
// 161 Variable [{Name root ClassString} {DeclFile 1 ClassConstant} {DeclLine 4 ClassConstant} {DeclColumn 21 ClassConstant} {Type 128 ClassReference} {External true ClassFlag} {Declaration true ClassFlag}]
// 173 ArrayType [{Type 60 ClassReference} {Sibling 189 ClassReference}]
// 182 SubrangeType [{Type 53 ClassReference} {UpperBound 3 ClassConstant}]
// 0 Tag(0) []
// 189 Variable [{Name table ClassString} {DeclFile 1 ClassConstant} {DeclLine 5 ClassConstant} {DeclColumn 12 ClassConstant} {Type 173 ClassReference} {Location [3 0 0 0 0 0 0 0 0] ClassExprLoc}]
// 211 Variable [{Name where ClassString} {DeclFile 1 ClassConstant} {DeclLine 6 ClassConstant} {DeclColumn 6 ClassConstant} {Type 233 ClassReference} {External true ClassFlag} {Location [3 0 0 0 0 0 0 0 0] ClassExprLoc}]
// 233 PointerType [{ByteSize 8 ClassConstant} {Type 60 ClassReference}]
// 238 Variable [{Name tls ClassString} {DeclFile 1 ClassConstant} {DeclLine 9 ClassConstant} {DeclColumn 14 ClassConstant} {Type 60 ClassReference} {External true ClassFlag} {Location [14 0 0 0 0 0 0 0 0 155] ClassExprLoc}]
// 261 Subprogram [{External true ClassFlag} {Name printf_ ClassString} {DeclFile 1 ClassConstant} {DeclLine 3 ClassConstant} {DeclColumn 12 ClassConstant} {Prototyped true ClassFlag} {Type 60 ClassReference} {Declaration true ClassFlag} {Sibling 284 ClassReference}]
// 277 FormalParameter [{Type 284 ClassReference}]
// 282 UnspecifiedParameters []
// 0 Tag(0) []
// 284 PointerType [{ByteSize 8 ClassConstant} {Type 156 ClassReference}]
// 289 Subprogram [{External true ClassFlag} {Name sum ClassString} {DeclFile 1 ClassConstant} {DeclLine 8 ClassConstant} {DeclColumn 5 ClassConstant} {Prototyped true ClassFlag} {Type 60 ClassReference} {Lowpc 78 ClassAddress} {Highpc 70 ClassConstant} {FrameBase [156] ClassExprLoc} {CallAllTailCalls true ClassFlag} {Sibling 348 ClassReference}]
// 323 FormalParameter [{Name a ClassString} {DeclFile 1 ClassConstant} {DeclLine 8 ClassConstant} {DeclColumn 13 ClassConstant} {Type 60 ClassReference} {Location [145 92] ClassExprLoc}]
// 335 FormalParameter [{Name b ClassString} {DeclFile 1 ClassConstant} {DeclLine 8 ClassConstant} {DeclColumn 20 ClassConstant} {Type 60 ClassReference} {Location [145 88] ClassExprLoc}]
// 0 Tag(0) []
// 348 Subprogram [{Name count ClassString} {DeclFile 1 ClassConstant} {DeclLine 7 ClassConstant} {DeclColumn 12 ClassConstant} {Prototyped true ClassFlag} {Type 60 ClassReference} {Lowpc 0 ClassAddress} {Highpc 78 ClassConstant} {FrameBase [156] ClassExprLoc} {CallAllCalls true ClassFlag}]
// 378 FormalParameter [{Name n ClassString} {DeclFile 1 ClassConstant} {DeclLine 7 ClassConstant} {DeclColumn 31 ClassConstant} {Type 128 ClassReference} {Location [145 88] ClassExprLoc}]
// 390 Variable [{Name c ClassString} {DeclFile 1 ClassConstant} {DeclLine 7 ClassConstant} {DeclColumn 40 ClassConstant} {Type 60 ClassReference} {Location [145 108] ClassExprLoc}]
// 0 Tag(0) []
// 0 Tag(0) []
// <nil>
// {ELFCLASS64 ELFDATA2LSB EV_CURRENT ELFOSABI_NONE 0 LittleEndian ET_REL EM_X86_64 0}
// { SHT_NULL 0x0 0 0 0 0 0 0 0 0} 0  <nil>
// {.text SHT_PROGBITS SHF_ALLOC+SHF_EXECINSTR 0 64 148 0 0 1 0 148} 148 554889e548897de8 <nil>
// {.rela.text SHT_RELA SHF_INFO_LINK 0 1840 96 22 1 8 24 96} 96 2b00000000000000 <nil>
// {.data SHT_PROGBITS SHF_WRITE+SHF_ALLOC 0 224 16 0 0 16 0 16} 16 0100000002000000 <nil>
// {.bss SHT_NOBITS SHF_WRITE+SHF_ALLOC 0 240 0 0 0 1 0 0} 0  <nil>
// {.data.rel.local SHT_PROGBITS SHF_WRITE+SHF_ALLOC 0 240 8 0 0 8 0 8} 8 0000000000000000 <nil>
// {.rela.data.rel.local SHT_RELA SHF_INFO_LINK 0 1936 24 22 5 8 24 24} 24 0000000000000000 <nil>
// {.rodata SHT_PROGBITS SHF_ALLOC 0 248 3 0 0 1 0 3} 3 256400 <nil>
// {.tdata SHT_PROGBITS SHF_WRITE+SHF_ALLOC+SHF_TLS 0 252 4 0 0 4 0 4} 4 04000000 <nil>
// {.debug_info SHT_PROGBITS SHF_COMPRESSED 0 256 405 0 0 1 0 273} 405 9101000005000108 <nil>
// {.rela.debug_info SHT_RELA SHF_INFO_LINK 0 1960 576 22 9 8 24 576} 576 0800000000000000 <nil>
// {.debug_abbrev SHT_PROGBITS SHF_COMPRESSED 0 536 328 0 0 1 0 230} 328 0124000b0b3e0b03 <nil>
// {.debug_aranges SHT_PROGBITS 0x0 0 766 48 0 0 1 0 48} 48 2c00000002000000 <nil>
// {.rela.debug_aranges SHT_RELA SHF_INFO_LINK 0 2536 48 22 12 8 24 48} 48 0600000000000000 <nil>
// {.debug_line SHT_PROGBITS SHF_COMPRESSED 0 816 163 0 0 1 0 160} 163 9f00000005000800 <nil>
// {.rela.debug_line SHT_RELA SHF_INFO_LINK 0 2584 120 22 14 8 24 120} 120 2200000000000000 <nil>
// {.debug_str SHT_PROGBITS SHF_MERGE+SHF_STRINGS+SHF_COMPRESSED 0 976 180 0 0 1 1 172} 180 6c6f6e67206c6f6e <nil>
// {.debug_line_str SHT_PROGBITS SHF_MERGE+SHF_STRINGS 0 1148 54 0 0 1 1 54} 54 2f776f726b2f746d <nil>
// {.comment SHT_PROGBITS SHF_MERGE+SHF_STRINGS 0 1202 40 0 0 1 1 40} 40 004743433a202844 <nil>
// {.note.GNU-stack SHT_PROGBITS 0x0 0 1242 0 0 0 1 0 0} 0  <nil>
// {.eh_frame SHT_PROGBITS SHF_ALLOC 0 1248 88 0 0 8 0 88} 88 1400000000000000 <nil>
// {.rela.eh_frame SHT_RELA SHF_INFO_LINK 0 2704 48 22 20 8 24 48} 48 2000000000000000 <nil>
// {.symtab SHT_SYMTAB 0x0 0 1336 432 23 12 8 24 432} 432 0000000000000000 <nil>
// {.strtab SHT_STRTAB 0x0 0 1768 66 0 0 1 0 66} 66 00742e6300746162 <nil>
// {.shstrtab SHT_STRTAB 0x0 0 2752 220 0 0 1 0 220} 220 002e73796d746162 <nil>
// [{t.c 4 0 false 0 SHN_ABS 0 0  } { 3 0 false 0 SHN_UNDEF+1 0 0  } { 3 0 false 0 SHN_UNDEF+3 0 0  } {table 1 0 false 0 SHN_UNDEF+3 0 16  } {count 2 0 false 0 SHN_UNDEF+1 0 78  } { 3 0 false 0 SHN_UNDEF+7 0 0  } { 3 0 false 0 SHN_UNDEF+9 0 0  } { 3 0 false 0 SHN_UNDEF+11 0 0  } { 3 0 false 0 SHN_UNDEF+14 0 0  } { 3 0 false 0 SHN_UNDEF+16 0 0  } { 3 0 false 0 SHN_UNDEF+17 0 0  } {where 17 0 false 0 SHN_UNDEF+5 0 8  } {sum 18 0 false 0 SHN_UNDEF+1 78 70  } {printf_ 16 0 false 0 SHN_UNDEF 0 0  } {root 16 0 false 0 SHN_UNDEF 0 0  } {tls 22 0 false 0 SHN_UNDEF+8 0 4  } {_GLOBAL_OFFSET_TABLE_ 16 0 false 0 SHN_UNDEF 0 0  }] <nil>
// [] no symbol section
// [] no symbol section
// [] <nil>
// [] no symbol section
// [] no symbol section
// [] <nil>
// [] <nil>
// [] non-string-valued tag DT_HASH
// [] <nil>
// 12 CompileUnit [{Producer GNU C17 12.2.0 -mtune=generic -march=x86-64 -g -fasynchronous-unwind-tables ClassString} {Language 29 ClassConstant} {Name asm/t.c ClassString} {CompDir /work/tmp/objdev ClassString} {Lowpc 0 ClassAddress} {Highpc 148 ClassConstant} {StmtList 0 ClassLinePtr}]
// 46 BaseType [{ByteSize 8 ClassConstant} {Encoding 5 ClassConstant} {Name long int ClassString}]
// 53 BaseType [{ByteSize 8 ClassConstant} {Encoding 7 ClassConstant} {Name long unsigned int ClassString}]
// 60 BaseType [{ByteSize 4 ClassConstant} {Encoding 5 ClassConstant} {Name int ClassString}]
// 67 BaseType [{ByteSize 8 ClassConstant} {Encoding 5 ClassConstant} {Name long long int ClassString}]
// 74 BaseType [{ByteSize 16 ClassConstant} {Encoding 4 ClassConstant} {Name long double ClassString}]
// 81 StructType [{Name node ClassString} {ByteSize 24 ClassConstant} {DeclFile 1 ClassConstant} {DeclLine 2 ClassConstant} {DeclColumn 8 ClassConstant} {Sibling 128 ClassReference}]
// 94 Member [{Name next ClassString} {DeclFile 1 ClassConstant} {DeclLine 2 ClassConstant} {DeclColumn 28 ClassConstant} {Type 128 ClassReference} {DataMemberLoc 0 ClassConstant}]
// 105 Member [{Name v ClassString} {DeclFile 1 ClassConstant} {DeclLine 2 ClassConstant} {DeclColumn 38 ClassConstant} {Type 60 ClassReference} {DataMemberLoc 8 ClassConstant}]
// 116 Member [{Name name ClassString} {DeclFile 1 ClassConstant} {DeclLine 2 ClassConstant} {DeclColumn 46 ClassConstant} {Type 133 ClassReference} {DataMemberLoc 12 ClassConstant}]
// 0 Tag(0) []
// 128 PointerType [{ByteSize 8 ClassConstant} {Type 81 ClassReference}]
// 133 ArrayType [{Type 149 ClassReference} {Sibling 149 ClassReference}]
// 142 SubrangeType [{Type 53 ClassReference} {UpperBound 11 ClassConstant}]
// 0 Tag(0) []
// 149 BaseType [{ByteSize 1 ClassConstant} {Encoding 6 ClassConstant} {Name char ClassString}]
// 156 ConstType [{Type 149 ClassReference}]
// 161 Variable [{Name root ClassString} {DeclFile 1 ClassConstant} {DeclLine 4 ClassConstant} {DeclColumn 21 ClassConstant} {Type 128 ClassReference} {External true ClassFlag} {Declaration true ClassFlag}]
// 173 ArrayType [{Type 60 ClassReference} {Sibling 189 ClassReference}]
// 182 SubrangeType [{Type 53 ClassReference} {UpperBound 3 ClassConstant}]
// 0 Tag(0) []
// 189 Variable [{Name table ClassString} {DeclFile 1 ClassConstant} {DeclLine 5 ClassConstant} {DeclColumn 12 ClassConstant} {Type 173 ClassReference} {Location [3 0 0 0 0 0 0 0 0] ClassExprLoc}]
// 211 Variable [{Name where ClassString} {DeclFile 1 ClassConstant} {DeclLine 6 ClassConstant} {DeclColumn 6 ClassConstant} {Type 233 ClassReference} {External true ClassFlag} {Location [3 0 0 0 0 0 0 0 0] ClassExprLoc}]
// 233 PointerType [{ByteSize 8 ClassConstant} {Type 60 ClassReference}]
// 238 Variable [{Name tls ClassString} {DeclFile 1 ClassConstant} {DeclLine 9 ClassConstant} {DeclColumn 14 ClassConstant} {Type 60 ClassReference} {External true ClassFlag} {Location [14 0 0 0 0 0 0 0 0 155] ClassExprLoc}]
// 261 Subprogram [{External true ClassFlag} {Name printf_ ClassString} {DeclFile 1 ClassConstant} {DeclLine 3 ClassConstant} {DeclColumn 12 ClassConstant} {Prototyped true ClassFlag} {Type 60 ClassReference} {Declaration true ClassFlag} {Sibling 284 ClassReference}]
// 277 FormalParameter [{Type 284 ClassReference}]
// 282 UnspecifiedParameters []
// 0 Tag(0) []
// 284 PointerType [{ByteSize 8 ClassConstant} {Type 156 ClassReference}]
// 289 Subprogram [{External true ClassFlag} {Name sum ClassString} {DeclFile 1 ClassConstant} {DeclLine 8 ClassConstant} {DeclColumn 5 ClassConstant} {Prototyped true ClassFlag} {Type 60 ClassReference} {Lowpc 78 ClassAddress} {Highpc 70 ClassConstant} {FrameBase [156] ClassExprLoc} {CallAllTailCalls true ClassFlag} {Sibling 348 ClassReference}]
// 323 FormalParameter [{Name a ClassString} {DeclFile 1 ClassConstant} {DeclLine 8 ClassConstant} {DeclColumn 13 ClassConstant} {Type 60 ClassReference} {Location [145 92] ClassExprLoc}]
// 335 FormalParameter [{Name b ClassString} {DeclFile 1 ClassConstant} {DeclLine 8 ClassConstant} {DeclColumn 20 ClassConstant} {Type 60 ClassReference} {Location [145 88] ClassExprLoc}]
// 0 Tag(0) []
// 348 Subprogram [{Name count ClassString} {DeclFile 1 ClassConstant} {DeclLine 7 ClassConstant} {DeclColumn 12 ClassConstant} {Prototyped true ClassFlag} {Type 60 ClassReference} {Lowpc 0 ClassAddress} {Highpc 78 ClassConstant} {FrameBase [156] ClassExprLoc} {CallAllCalls true ClassFlag}]
// 378 FormalParameter [{Name n ClassString} {DeclFile 1 ClassConstant} {DeclLine 7 ClassConstant} {DeclColumn 31 ClassConstant} {Type 128 ClassReference} {Location [145 88] ClassExprLoc}]
// 390 Variable [{Name c ClassString} {DeclFile 1 ClassConstant} {DeclLine 7 ClassConstant} {DeclColumn 40 ClassConstant} {Type 60 ClassReference} {Location [145 108] ClassExprLoc}]
// 0 Tag(0) []
// 0 Tag(0) []
// <nil>
// {ELFCLASS64 ELFDATA2LSB EV_CURRENT ELFOSABI_NONE 0 LittleEndian ET_DYN EM_X86_64 0}
// {PT_LOAD PF_R 0 0 0 1216 1216 4096}
// {PT_LOAD PF_X+PF_R 4096 4096 4096 183 183 4096}
// {PT_LOAD PF_R 8192 8192 8192 164 164 4096}
// {PT_LOAD PF_W+PF_R 11884 15980 15980 444 444 4096}
// {PT_DYNAMIC PF_W+PF_R 11888 15984 15984 368 368 8}
// {PT_NOTE PF_R 624 624 624 36 36 4}
// {PT_TLS PF_R 11884 15980 15980 4 4 4}
// {PT_GNU_EH_FRAME PF_R 8196 8196 8196 36 36 4}
// {PT_GNU_STACK PF_W+PF_R 0 0 0 0 0 16}
// {PT_GNU_RELRO PF_R 11884 15980 15980 404 404 1}
// { SHT_NULL 0x0 0 0 0 0 0 0 0 0} 0  <nil>
// {.note.gnu.build-id SHT_NOTE SHF_ALLOC 624 624 36 0 0 4 0 36} 36 0400000014000000 <nil>
// {.gnu.hash SHT_GNU_HASH SHF_ALLOC 664 664 60 3 0 8 0 60} 60 0300000003000000 <nil>
// {.dynsym SHT_DYNSYM SHF_ALLOC 728 728 216 4 1 8 24 216} 216 0000000000000000 <nil>
// {.dynstr SHT_STRTAB SHF_ALLOC 944 944 54 0 0 1 0 54} 54 0077686572650073 <nil>
// {.gnu.version SHT_GNU_VERSYM SHF_ALLOC 998 998 18 3 0 2 2 18} 18 0000010001000400 <nil>
// {.gnu.version_d SHT_GNU_VERDEF SHF_ALLOC 1016 1016 128 4 4 8 0 128} 128 0100010001000100 <nil>
// {.rela.dyn SHT_RELA SHF_ALLOC 1144 1144 48 3 0 8 24 48} 48 2040000000000000 <nil>
// {.rela.plt SHT_RELA SHF_ALLOC+SHF_INFO_LINK 1192 1192 24 3 17 8 24 24} 24 0040000000000000 <nil>
// {.plt SHT_PROGBITS SHF_ALLOC+SHF_EXECINSTR 4096 4096 32 0 0 16 16 32} 32 ff35ea2f0000ff25 <nil>
// {.text SHT_PROGBITS SHF_ALLOC+SHF_EXECINSTR 4128 4128 151 0 0 1 0 151} 151 554889e548897de8 <nil>
// {.rodata SHT_PROGBITS SHF_ALLOC 8192 8192 3 0 0 1 0 3} 3 256400 <nil>
// {.eh_frame_hdr SHT_PROGBITS SHF_ALLOC 8196 8196 36 0 0 4 0 36} 36 011b033b20000000 <nil>
// {.eh_frame SHT_PROGBITS SHF_ALLOC 8232 8232 124 0 0 8 0 124} 124 1400000000000000 <nil>
// {.tdata SHT_PROGBITS SHF_WRITE+SHF_ALLOC+SHF_TLS 15980 11884 4 0 0 4 0 4} 4 04000000 <nil>
// {.dynamic SHT_DYNAMIC SHF_WRITE+SHF_ALLOC 15984 11888 368 4 0 8 16 368} 368 0e00000000000000 <nil>
// {.got SHT_PROGBITS SHF_WRITE+SHF_ALLOC 16352 12256 8 0 0 8 8 8} 8 0000000000000000 <nil>
// {.got.plt SHT_PROGBITS SHF_WRITE+SHF_ALLOC 16360 12264 32 0 0 8 8 32} 32 703e000000000000 <nil>
// {.data SHT_PROGBITS SHF_WRITE+SHF_ALLOC 16400 12304 24 0 0 16 0 24} 24 0100000002000000 <nil>
// {.comment SHT_PROGBITS SHF_MERGE+SHF_STRINGS 0 12328 39 0 0 1 1 39} 39 4743433a20284465 <nil>
// {.shstrtab SHT_STRTAB 0x0 0 12367 187 0 0 1 0 187} 187 002e736873747274 <nil>
// [] no symbol section
// [{root 16 0 true 1 SHN_UNDEF 0 0  } {printf_ 16 0 true 1 SHN_UNDEF 0 0  } {V3 17 0 true 4 SHN_ABS 0 0 V3 } {sum 18 0 true 2 SHN_UNDEF+10 4206 73 V1 } {tls 22 0 true 4 SHN_UNDEF+14 0 4 V3 } {V1 17 0 true 2 SHN_ABS 0 0 V1 } {where 17 0 true 3 SHN_UNDEF+18 16416 8 V2 } {V2 17 0 true 3 SHN_ABS 0 0 V2 }] <nil>
// [{root  } {printf_  }] <nil>
// [] <nil>
// [{libv.so.1 1 1 []} {V1 2 0 []} {V2 3 0 [V1]} {V3 4 0 [V2]}] <nil>
// [] <nil>
// [libv.so.1] <nil>
// [/opt/x] <nil>
// [] non-string-valued tag DT_HASH
// [54] <nil>
// decoding dwarf section info at offset 0x0: too short
// {ELFCLASS64 ELFDATA2MSB EV_CURRENT ELFOSABI_NONE 0 BigEndian ET_REL EM_S390 0}
// { SHT_NULL 0x0 0 0 0 0 0 0 0 0} 0  <nil>
// {.strtab SHT_STRTAB 0x0 0 952 152 0 0 1 0 152} 152 002e64656275675f <nil>
// {.text SHT_PROGBITS SHF_ALLOC+SHF_EXECINSTR 0 64 12 0 0 4 0 12} 12 4700000047000000 <nil>
// {.data SHT_PROGBITS SHF_WRITE+SHF_ALLOC 0 76 21 0 0 1 0 21} 21 0000000000000000 <nil>
// {.rela.data SHT_RELA SHF_INFO_LINK 0 664 72 12 3 8 24 72} 72 0000000000000000 <nil>
// {.debug_info SHT_PROGBITS 0x0 0 97 162 0 0 1 0 162} 162 0000009e00040000 <nil>
// {.rela.debug_info SHT_RELA SHF_INFO_LINK 0 736 144 12 5 8 24 144} 144 0000000000000006 <nil>
// {.debug_abbrev SHT_PROGBITS 0x0 0 259 33 0 0 1 0 33} 33 0111011017110112 <nil>
// {.debug_aranges SHT_PROGBITS 0x0 0 292 48 0 0 1 0 48} 48 0000002c00020000 <nil>
// {.rela.debug_aranges SHT_RELA SHF_INFO_LINK 0 880 48 12 8 8 24 48} 48 0000000000000006 <nil>
// {.debug_line SHT_PROGBITS 0x0 0 340 60 0 0 1 0 60} 60 0000003800040000 <nil>
// {.rela.debug_line SHT_RELA SHF_INFO_LINK 0 928 24 12 10 8 24 24} 24 000000000000002c <nil>
// {.symtab SHT_SYMTAB 0x0 0 400 264 1 6 8 24 264} 264 0000000000000000 <nil>
// [{ 3 0 false 0 SHN_UNDEF+2 0 0  } {e 0 0 false 0 SHN_UNDEF+3 12 0  } { 3 0 false 0 SHN_UNDEF+5 0 0  } { 3 0 false 0 SHN_UNDEF+7 0 0  } { 3 0 false 0 SHN_UNDEF+10 0 0  } {start 16 0 false 0 SHN_UNDEF+2 0 0  } {a_very_long_name_of_a_function 16 0 false 0 SHN_UNDEF+2 8 0  } {d 16 0 false 0 SHN_UNDEF+3 0 0  } {ext 16 0 false 0 SHN_UNDEF 0 0  } {common_one 17 0 false 0 SHN_COMMON 4 16  }] <nil>
// [] no symbol section
// [] no symbol section
// [] <nil>
// [] no symbol section
// [] no symbol section
// [] <nil>
// [] <nil>
// [] non-string-valued tag DT_HASH
// [] <nil>
// 11 CompileUnit [{StmtList 0 ClassLinePtr} {Lowpc 0 ClassAddress} {Highpc 12 ClassAddress} {Name asm/t.s ClassString} {CompDir /work/tmp/objdev ClassString} {Producer llvm-mc (based on LLVM 14.0.6) ClassString} {Language 32769 ClassConstant}]
// 90 Label [{Name start ClassString} {DeclFile 1 ClassConstant} {DeclLine 3 ClassConstant} {Lowpc 0 ClassAddress}]
// 113 Label [{Name a_very_long_name_of_a_function ClassString} {DeclFile 1 ClassConstant} {DeclLine 7 ClassConstant} {Lowpc 8 ClassAddress}]
// 0 Tag(0) []
// <nil>
// ET_EXEC elf.ET_REL ET_CORE+3 ET_LOPROC+1 EM_X86_64 elf.EM_Z80 | EM_MIPS_RS4_BE+4
// SHF_WRITE+SHF_ALLOC 0x0 elf.SHF_TLS+0x1000 PF_X+PF_R DF_1_NOW+DF_1_PIE
// SHN_COMMON SHN_UNDEF+3 DT_FILTER DT_FILTER+2147483648 DT_LOPROC+5 STT_LOOS STT_TLS+1
// R_X86_64_PC32 R_X86_64_REX_GOTPCRELX+958 elf.R_386_GOT32 R_AARCH64_ABS64 R_RISCV_ADD32 R_ARM_RBASE+4294967040
// 34 STB_WEAK STT_FUNC STV_PROTECTED
// 12884901892 3 4 772 3 4
// 2 true COMPRESS_ZSTD NT_PRSTATUS ELFCLASS64+7
// 1 *elf.FormatError bad magic number '[255 69 76 70]' in record at byte 0x0
// 1 *elf.FormatError bad magic number '[127 255 76 70]' in record at byte 0x0
// 1 *elf.FormatError bad magic number '[127 69 255 70]' in record at byte 0x0
// 1 *elf.FormatError bad magic number '[127 69 76 255]' in record at byte 0x0
// 1 *elf.FormatError unknown ELF class 'ELFCLASS64+253' in record at byte 0x0
// 1 *elf.FormatError unknown ELF data encoding 'ELFDATA2MSB+253' in record at byte 0x0
// 1 *elf.FormatError unknown ELF version 'EV_CURRENT+254' in record at byte 0x0
// 713 <nil> <nil>
// 2 *errors.errorString applyRelocations: not implemented
// 1 *elf.FormatError mismatched ELF version 'EV_CURRENT+254' in record at byte 0x0
// 1 *elf.FormatError invalid phoff '-72057594037927936' in record at byte 0x0
// 1 *elf.FormatError invalid shoff '-72057594037926832' in record at byte 0x0
// 133 *errors.errorString EOF
// 2 *elf.FormatError invalid ELF phentsize '0' in record at byte 0x0
// 1 *elf.FormatError invalid ELF shstrndx '65281' in record at byte 0x0
// 1 *elf.FormatError invalid ELF shstrndx '255' in record at byte 0x0
// 1 dwarf.DecodeError decoding dwarf section abbrev at offset 0x12: cannot determine class of unknown attribute form
// 1 dwarf.DecodeError decoding dwarf section abbrev at offset 0x1f: cannot determine class of unknown attribute form
// 1 dwarf.DecodeError decoding dwarf section abbrev at offset 0x0: underflow
// 2 dwarf.DecodeError decoding dwarf section info at offset 0x0: too short
// 1 *elf.FormatError bad section name index '4278190080' in record at byte 0x450
// 1 *elf.FormatError bad section name index '16711680' in record at byte 0x450
// 1 *elf.FormatError bad section name index '65280' in record at byte 0x450
// 1 *elf.FormatError bad section name index '255' in record at byte 0x450
// 1 *elf.FormatError invalid section offset '-72057594037927936' in record at byte 0x450
// 1 *elf.FormatError invalid section size '-72057594037927936' in record at byte 0x450
// 1 *elf.FormatError bad section name index '4278190205' in record at byte 0x490
// 1 *elf.FormatError bad section name index '16711805' in record at byte 0x490
// 1 *elf.FormatError bad section name index '65405' in record at byte 0x490
// 1 *elf.FormatError bad section name index '255' in record at byte 0x490
// 1 *elf.FormatError invalid ELF section name string table type 'SHT_LOUSER+2130706435' in record at byte 0x490
// 1 *elf.FormatError invalid ELF section name string table type 'SHT_SYMTAB_SHNDX+16711665' in record at byte 0x490
// 1 *elf.FormatError invalid ELF section name string table type 'SHT_SYMTAB_SHNDX+65265' in record at byte 0x490
// 1 *elf.FormatError invalid ELF section name string table type 'SHT_SYMTAB_SHNDX+237' in record at byte 0x490
// 1 *elf.FormatError unknown compression type 'COMPRESS_ZSTD+3040355' in record at byte 0x3b8
// 1 *elf.FormatError invalid section offset '-72057594037926984' in record at byte 0x490
// 1 *elf.FormatError invalid section size '-72057594037927784' in record at byte 0x490
// 48 *errors.errorString unexpected EOF
// 1 *elf.FormatError bad section name index '4278190095' in record at byte 0x4d0
// 1 *elf.FormatError bad section name index '16711695' in record at byte 0x4d0
// 1 *elf.FormatError bad section name index '65295' in record at byte 0x4d0
// 1 *elf.FormatError bad section name index '255' in record at byte 0x4d0
// 1 *elf.FormatError invalid section offset '-72057594037927872' in record at byte 0x4d0
// 1 *elf.FormatError invalid section size '-72057594037927924' in record at byte 0x4d0
// 1 *elf.FormatError bad section name index '4278190226' in record at byte 0x510
// 1 *elf.FormatError bad section name index '16711826' in record at byte 0x510
// 1 *elf.FormatError bad section name index '65426' in record at byte 0x510
// 1 *elf.FormatError bad section name index '255' in record at byte 0x510
// 1 *elf.FormatError invalid section offset '-72057594037927860' in record at byte 0x510
// 1 *elf.FormatError invalid section size '-72057594037927915' in record at byte 0x510
// 1 *elf.FormatError bad section name index '4278190221' in record at byte 0x550
// 1 *elf.FormatError bad section name index '16711821' in record at byte 0x550
// 1 *elf.FormatError bad section name index '65421' in record at byte 0x550
// 1 *elf.FormatError bad section name index '255' in record at byte 0x550
// 1 *elf.FormatError invalid section offset '-72057594037927272' in record at byte 0x550
// 1 *elf.FormatError invalid section size '-72057594037927864' in record at byte 0x550
// 1 *elf.FormatError bad section name index '4278190132' in record at byte 0x590
// 1 *elf.FormatError bad section name index '16711732' in record at byte 0x590
// 1 *elf.FormatError bad section name index '65332' in record at byte 0x590
// 1 *elf.FormatError bad section name index '255' in record at byte 0x590
// 1 *elf.FormatError unknown compression type 'COMPRESS_ZSTD+156' in record at byte 0x61
// 1 *elf.FormatError invalid section offset '-72057594037927839' in record at byte 0x590
// 1 dwarf.DecodeError decoding dwarf section info at offset 0x4: cannot determine byte order
// 1 *elf.FormatError invalid section size '-72057594037927774' in record at byte 0x590
// 1 dwarf.DecodeError decoding dwarf section info at offset 0xa6: underflow
// 1 *elf.FormatError bad section name index '4278190127' in record at byte 0x5d0
// 1 *elf.FormatError bad section name index '16711727' in record at byte 0x5d0
// 1 *elf.FormatError bad section name index '65327' in record at byte 0x5d0
// 1 *elf.FormatError bad section name index '255' in record at byte 0x5d0
// 1 *elf.FormatError unknown compression type '0' in record at byte 0x2e0
// 1 *elf.FormatError invalid section offset '-72057594037927200' in record at byte 0x5d0
// 1 *elf.FormatError invalid section size '-72057594037927792' in record at byte 0x5d0
// 3 *errors.errorString length of relocation section is not a multiple of 24
// 1 *elf.FormatError bad section name index '4278190081' in record at byte 0x610
// 1 *elf.FormatError bad section name index '16711681' in record at byte 0x610
// 1 *elf.FormatError bad section name index '65281' in record at byte 0x610
// 1 *elf.FormatError bad section name index '255' in record at byte 0x610
// 1 *elf.FormatError unknown compression type 'COMPRESS_ZSTD+17891598' in record at byte 0x103
// 1 *elf.FormatError invalid section offset '-72057594037927677' in record at byte 0x610
// 1 *elf.FormatError invalid section size '-72057594037927903' in record at byte 0x610
// 1 *elf.FormatError bad section name index '4278190112' in record at byte 0x650
// 1 *elf.FormatError bad section name index '16711712' in record at byte 0x650
// 1 *elf.FormatError bad section name index '65312' in record at byte 0x650
// 1 *elf.FormatError bad section name index '255' in record at byte 0x650
// 1 *elf.FormatError unknown compression type 'COMPRESS_ZSTD+42' in record at byte 0x124
// 1 *elf.FormatError invalid section offset '-72057594037927644' in record at byte 0x650
// 1 *elf.FormatError invalid section size '-72057594037927888' in record at byte 0x650
// 1 *elf.FormatError bad section name index '4278190107' in record at byte 0x690
// 1 *elf.FormatError bad section name index '16711707' in record at byte 0x690
// 1 *elf.FormatError bad section name index '65307' in record at byte 0x690
// 1 *elf.FormatError bad section name index '255' in record at byte 0x690
// 1 *elf.FormatError unknown compression type '0' in record at byte 0x370
// 1 *elf.FormatError invalid section offset '-72057594037927056' in record at byte 0x690
// 1 *elf.FormatError invalid section size '-72057594037927888' in record at byte 0x690
// 1 *elf.FormatError bad section name index '4278190191' in record at byte 0x6d0
// 1 *elf.FormatError bad section name index '16711791' in record at byte 0x6d0
// 1 *elf.FormatError bad section name index '65391' in record at byte 0x6d0
// 1 *elf.FormatError bad section name index '255' in record at byte 0x6d0
// 1 *elf.FormatError unknown compression type 'COMPRESS_ZSTD+54' in record at byte 0x154
// 1 *elf.FormatError invalid section offset '-72057594037927596' in record at byte 0x6d0
// 1 *elf.FormatError invalid section size '-72057594037927876' in record at byte 0x6d0
// 1 *elf.FormatError bad section name index '4278190186' in record at byte 0x710
// 1 *elf.FormatError bad section name index '16711786' in record at byte 0x710
// 1 *elf.FormatError bad section name index '65386' in record at byte 0x710
// 1 *elf.FormatError bad section name index '255' in record at byte 0x710
// 1 *elf.FormatError unknown compression type '0' in record at byte 0x3a0
// 1 *elf.FormatError invalid section offset '-72057594037927008' in record at byte 0x710
// 1 *elf.FormatError invalid section size '-72057594037927912' in record at byte 0x710
// 1 *elf.FormatError bad section name index '4278190213' in record at byte 0x750
// 1 *elf.FormatError bad section name index '16711813' in record at byte 0x750
// 1 *elf.FormatError bad section name index '65413' in record at byte 0x750
// 1 *elf.FormatError bad section name index '255' in record at byte 0x750
// 5 *errors.errorString no symbol section
// 1 *elf.FormatError invalid section offset '-72057594037927536' in record at byte 0x750
// 6 *fmt.wrapError cannot load symbol section: EOF
// 1 *elf.FormatError invalid section size '-72057594037927672' in record at byte 0x750
// 6 *fmt.wrapError cannot load symbol section: unexpected EOF
// 1 *errors.errorString length of symbol section is not a multiple of Sym64Size
// 4 *fmt.wrapError cannot load string table section: section has invalid string table link
// 1 *elf.FormatError cannot read ELF identifier 'EOF' in record at byte 0x0
