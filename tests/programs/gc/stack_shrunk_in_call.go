// A collection shrinks the stack of a waiting goroutine. The callee's frame ends below the caller's, so the callee alone would
// need less than the caller needs after the call has returned.
package main

import (
	"fmt"
	"runtime"
)

func deep(n int) int {
	if n == 0 {
		return 0
	}
	return deep(n-1) + 1
}

// block waits in a callee, so that it is not inlined.
func block(n int, wait, ready chan bool) {
	if n == 0 {
		ready <- true
		<-wait
		return
	}
	block(n-1, wait, ready)
}

func sum(
	v0, v1, v2, v3, v4, v5, v6, v7, v8, v9, v10, v11, v12, v13, v14, v15, v16, v17, v18, v19,
	v20, v21, v22, v23, v24, v25, v26, v27, v28, v29, v30, v31, v32, v33, v34, v35, v36, v37, v38, v39,
	v40, v41, v42, v43, v44, v45, v46, v47, v48, v49, v50, v51, v52, v53, v54, v55, v56, v57, v58, v59,
	v60, v61, v62, v63, v64, v65, v66, v67, v68, v69, v70, v71, v72, v73, v74, v75, v76, v77, v78, v79,
	v80, v81, v82, v83, v84, v85, v86, v87, v88, v89, v90, v91, v92, v93, v94, v95, v96, v97, v98, v99,
	v100, v101, v102, v103, v104, v105, v106, v107, v108, v109, v110, v111, v112, v113, v114, v115, v116, v117, v118, v119,
	v120, v121, v122, v123, v124, v125, v126, v127, v128, v129, v130, v131, v132, v133, v134, v135, v136, v137, v138, v139,
	v140, v141, v142, v143, v144, v145, v146, v147, v148, v149, v150, v151, v152, v153, v154, v155, v156, v157, v158, v159 int,
) int {
	return v0 + v1 + v2 + v3 + v4 + v5 + v6 + v7 + v8 + v9 + v10 + v11 + v12 + v13 + v14 + v15 + v16 + v17 + v18 + v19 +
		v20 + v21 + v22 + v23 + v24 + v25 + v26 + v27 + v28 + v29 + v30 + v31 + v32 + v33 + v34 + v35 + v36 + v37 + v38 + v39 +
		v40 + v41 + v42 + v43 + v44 + v45 + v46 + v47 + v48 + v49 + v50 + v51 + v52 + v53 + v54 + v55 + v56 + v57 + v58 + v59 +
		v60 + v61 + v62 + v63 + v64 + v65 + v66 + v67 + v68 + v69 + v70 + v71 + v72 + v73 + v74 + v75 + v76 + v77 + v78 + v79 +
		v80 + v81 + v82 + v83 + v84 + v85 + v86 + v87 + v88 + v89 + v90 + v91 + v92 + v93 + v94 + v95 + v96 + v97 + v98 + v99 +
		v100 + v101 + v102 + v103 + v104 + v105 + v106 + v107 + v108 + v109 + v110 + v111 + v112 + v113 + v114 + v115 + v116 + v117 + v118 + v119 +
		v120 + v121 + v122 + v123 + v124 + v125 + v126 + v127 + v128 + v129 + v130 + v131 + v132 + v133 + v134 + v135 + v136 + v137 + v138 + v139 +
		v140 + v141 + v142 + v143 + v144 + v145 + v146 + v147 + v148 + v149 + v150 + v151 + v152 + v153 + v154 + v155 + v156 + v157 + v158 + v159
}

func wide(wait, ready chan bool) int {
	n := deep(1000)
	block(2, wait, ready)
	return sum(
		n+0, n+1, n+2, n+3, n+4, n+5, n+6, n+7, n+8, n+9, n+10, n+11, n+12, n+13, n+14, n+15, n+16, n+17, n+18, n+19,
		n+20, n+21, n+22, n+23, n+24, n+25, n+26, n+27, n+28, n+29, n+30, n+31, n+32, n+33, n+34, n+35, n+36, n+37, n+38, n+39,
		n+40, n+41, n+42, n+43, n+44, n+45, n+46, n+47, n+48, n+49, n+50, n+51, n+52, n+53, n+54, n+55, n+56, n+57, n+58, n+59,
		n+60, n+61, n+62, n+63, n+64, n+65, n+66, n+67, n+68, n+69, n+70, n+71, n+72, n+73, n+74, n+75, n+76, n+77, n+78, n+79,
		n+80, n+81, n+82, n+83, n+84, n+85, n+86, n+87, n+88, n+89, n+90, n+91, n+92, n+93, n+94, n+95, n+96, n+97, n+98, n+99,
		n+100, n+101, n+102, n+103, n+104, n+105, n+106, n+107, n+108, n+109, n+110, n+111, n+112, n+113, n+114, n+115, n+116, n+117, n+118, n+119,
		n+120, n+121, n+122, n+123, n+124, n+125, n+126, n+127, n+128, n+129, n+130, n+131, n+132, n+133, n+134, n+135, n+136, n+137, n+138, n+139,
		n+140, n+141, n+142, n+143, n+144, n+145, n+146, n+147, n+148, n+149, n+150, n+151, n+152, n+153, n+154, n+155, n+156, n+157, n+158, n+159,
	)
}

func main() {
	const n = 50
	wait, ready, sums := make(chan bool), make(chan bool), make(chan int)
	for range n {
		go func() { sums <- wide(wait, ready) }()
	}
	for range n {
		<-ready
	}
	for range 6 {
		runtime.GC()
	}
	close(wait)
	for range n {
		if sum := <-sums; sum != 160*1000+159*80 {
			fmt.Println(sum)
		}
	}
	fmt.Println("done")
}

// Output:
// done
