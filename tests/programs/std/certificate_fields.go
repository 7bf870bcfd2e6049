// Certificates whose values are followed by others, stand in another order or have other tags: which are read, and what
// is read of them.
package main

import (
	"bytes"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/hex"
	"fmt"
	"math/big"
	"time"
)

func tlv(tag byte, parts ...[]byte) []byte {
	in := bytes.Join(parts, nil)
	if len(in) < 128 {
		return append([]byte{tag, byte(len(in))}, in...)
	}
	if len(in) < 256 {
		return append([]byte{tag, 0x81, byte(len(in))}, in...)
	}
	return append([]byte{tag, 0x82, byte(len(in) >> 8), byte(len(in))}, in...)
}

var base *x509.Certificate

// build makes an unsigned certificate of parts.
func build(version []byte, serial, uids []byte, exts []byte, tail, tail2 []byte) []byte {
	algo := tlv(0x30, []byte{6, 8, 0x2a, 0x86, 0x48, 0xce, 0x3d, 4, 3, 2})
	name := tlv(0x30)
	t := tlv(0x17, []byte("200101000000Z"))
	tbs := tlv(0x30, version, serial, algo, name, tlv(0x30, t, t), name, base.RawSubjectPublicKeyInfo, uids, exts, tail)
	return tlv(0x30, tbs, algo, tlv(3, []byte{0, 1, 2}), tail2)
}

func try(name string, der []byte) {
	c, err := x509.ParseCertificate(der)
	if err != nil {
		fmt.Println(name, "ERR", err)
		return
	}
	fmt.Println(name, "ok v", c.Version, "exts", len(c.Extensions), "unhandled", c.UnhandledCriticalExtensions, "crl", c.CRLDistributionPoints, "dns", c.PermittedDNSDomains, "ku", c.KeyUsage, "ocsp", c.OCSPServer, c.MaxPathLen, c.MaxPathLenZero, c.IsCA, "ids", c.SubjectKeyId, c.AuthorityKeyId, c.Policies, c.PolicyIdentifiers, c.ExtKeyUsage, c.UnknownExtKeyUsage)
}

func ext(oid []byte, critical bool, value []byte) []byte {
	parts := [][]byte{tlv(6, oid)}
	if critical {
		parts = append(parts, []byte{1, 1, 0xff})
	}
	parts = append(parts, tlv(4, value))
	return tlv(0x30, parts...)
}
func exts(e ...[]byte) []byte { return tlv(0xa3, tlv(0x30, e...)) }

func main() {
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		panic(err)
	}
	t := &x509.Certificate{SerialNumber: big.NewInt(1), Subject: pkix.Name{CommonName: "x"}, NotAfter: time.Now()}
	der, err := x509.CreateCertificate(rand.Reader, t, t, key.Public(), key)
	if err != nil {
		panic(err)
	}
	base, _ = x509.ParseCertificate(der)
	v3 := tlv(0xa0, []byte{2, 1, 2})
	v2 := tlv(0xa0, []byte{2, 1, 1})
	one := []byte{2, 1, 1}
	ku := ext([]byte{0x55, 0x1d, 15}, true, []byte{3, 2, 1, 6})
	try("plain v3", build(v3, one, nil, exts(ku), nil, nil))
	try("v1 with exts", build(nil, one, nil, exts(ku), nil, nil))
	try("v1 explicit 0", build(tlv(0xa0, []byte{2, 1, 0}), one, nil, nil, nil, nil))
	try("v2 with exts", build(v2, one, nil, exts(ku), nil, nil))
	try("v4", build(tlv(0xa0, []byte{2, 1, 3}), one, nil, nil, nil, nil))
	try("v-1", build(tlv(0xa0, []byte{2, 1, 0xff}), one, nil, nil, nil, nil))
	try("v-2", build(tlv(0xa0, []byte{2, 1, 0xfe}), one, nil, nil, nil, nil))
	try("version tail", build(tlv(0xa0, []byte{2, 1, 2, 5, 0}), one, nil, exts(ku), nil, nil))
	try("tbs tail", build(v3, one, nil, exts(ku), []byte{5, 0}, nil))
	try("tbs garbage", build(v3, one, nil, exts(ku), []byte{0xff}, nil))
	try("cert tail", build(v3, one, nil, exts(ku), nil, []byte{5, 0}))
	try("cert garbage", build(v3, one, nil, exts(ku), nil, []byte{0xff}))
	try("uids v3", build(v3, one, []byte{0x81, 2, 0, 1, 0x82, 2, 0, 1}, exts(ku), nil, nil))
	try("uids v1", build(nil, one, []byte{0x81, 2, 0, 1, 0x82, 2, 0, 1}, nil, nil, nil))
	try("uid garbage", build(v3, one, []byte{0x81, 0}, exts(ku), nil, nil))
	try("uid order", build(v3, one, []byte{0x82, 2, 0, 1, 0x81, 2, 0, 1}, exts(ku), nil, nil))
	try("uid constructed", build(v3, one, []byte{0xa1, 2, 0, 1}, exts(ku), nil, nil))
	try("between", build(v3, one, []byte{5, 0}, exts(ku), nil, nil))
	try("exts empty", build(v3, one, nil, exts(), nil, nil))
	try("exts tail", build(v3, one, nil, tlv(0xa3, tlv(0x30, ku), []byte{5, 0}), nil, nil))
	try("ext tail", build(v3, one, nil, exts(tlv(0x30, []byte{6, 1, 42, 4, 0, 5, 0})), nil, nil))
	try("ext critical false", build(v3, one, nil, exts(tlv(0x30, []byte{6, 1, 42, 1, 1, 0, 4, 0})), nil, nil))
	x := func(id byte, v []byte) []byte {
		return build(v3, one, nil, exts(ext([]byte{0x55, 0x1d, id}, true, v)), nil, nil)
	}
	try("ku tail", x(15, []byte{3, 2, 1, 6, 5, 0}))
	try("ku pad", x(15, []byte{3, 2, 1, 7}))
	try("ku empty", x(15, []byte{3, 1, 0}))
	try("ski tail", x(14, []byte{4, 1, 7, 5, 0}))
	try("ski constructed", x(14, []byte{0x24, 1, 7}))
	try("bc tail", x(19, []byte{0x30, 3, 1, 1, 0xff, 5, 0}))
	try("bc", x(19, []byte{0x30, 3, 1, 1, 0xff}))
	try("bc int", x(19, []byte{0x30, 3, 2, 1, 5}))
	try("bc neg", x(19, []byte{0x30, 3, 2, 1, 0xff}))
	try("bc int bool", x(19, []byte{0x30, 6, 2, 1, 5, 1, 1, 0xff}))
	try("bc false", x(19, []byte{0x30, 3, 1, 1, 0}))
	try("bc in tail", x(19, []byte{0x30, 5, 1, 1, 0xff, 5, 0}))
	try("bc big", x(19, []byte{0x30, 11, 2, 9, 1, 0, 0, 0, 0, 0, 0, 0, 0}))
	uri := tlv(0x86, []byte("u"))
	dpn := func(in ...[]byte) []byte { return tlv(0x30, tlv(0x30, tlv(0xa0, in...))) }
	try("dp", x(31, dpn(tlv(0xa0, uri, uri))))
	try("dp other first", x(31, dpn(tlv(0xa0, tlv(0x82, []byte("d")), uri))))
	try("dp other later", x(31, dpn(tlv(0xa0, uri, tlv(0x82, []byte("d")), uri))))
	try("dp relative", x(31, dpn(tlv(0xa1, uri))))
	try("dp relative second", x(31, dpn(tlv(0xa0, uri), tlv(0xa1, uri))))
	try("dp empty name", x(31, dpn()))
	try("dp no name", x(31, tlv(0x30, tlv(0x30, []byte{0x81, 2, 0, 1}))))
	try("dp empty", x(31, tlv(0x30, tlv(0x30))))
	try("dp none", x(31, tlv(0x30)))
	try("dp tail", x(31, append(dpn(tlv(0xa0, uri)), 5, 0)))
	try("dp reasons", x(31, tlv(0x30, tlv(0x30, tlv(0xa0, tlv(0xa0, uri)), []byte{5, 0}))))
	try("dp non-ascii", x(31, dpn(tlv(0xa0, tlv(0x86, []byte("ü"))))))
	try("dp constructed", x(31, dpn(tlv(0xa0, tlv(0xa6, []byte("u"))))))
	dns := tlv(0x82, []byte("d.com"))
	nc := func(in ...[]byte) []byte { return x(30, tlv(0x30, in...)) }
	try("nc", nc(tlv(0xa0, tlv(0x30, dns))))
	try("nc min", nc(tlv(0xa0, tlv(0x30, dns, []byte{0x80, 1, 0}))))
	try("nc min1", nc(tlv(0xa0, tlv(0x30, dns, []byte{0x80, 1, 1, 0x81, 1, 5}))))
	try("nc junk", nc(tlv(0xa0, tlv(0x30, dns, []byte{5, 0}))))
	try("nc garbage", nc(tlv(0xa0, tlv(0x30, dns, []byte{5}))))
	try("nc empty", nc())
	try("nc empty permitted", nc(tlv(0xa0)))
	try("nc both empty", nc(tlv(0xa0), tlv(0xa1)))
	try("nc permitted empty", nc(tlv(0xa0), tlv(0xa1, tlv(0x30, dns))))
	try("nc order", nc(tlv(0xa1, tlv(0x30, dns)), tlv(0xa0, tlv(0x30, dns))))
	try("nc tail", nc(tlv(0xa0, tlv(0x30, dns)), []byte{5, 0}))
	try("nc value tail", x(30, append(tlv(0x30, tlv(0xa0, tlv(0x30, dns))), 5, 0)))
	try("nc empty subtree", nc(tlv(0xa0, tlv(0x30))))
	try("nc dirname", nc(tlv(0xa0, tlv(0x30, tlv(0xa4, tlv(0x30))))))
	aia := func(in ...[]byte) []byte {
		return build(v3, one, nil, exts(ext([]byte{0x2b, 6, 1, 5, 5, 7, 1, 1}, false, tlv(0x30, in...))), nil, nil)
	}
	ocsp := tlv(6, []byte{0x2b, 6, 1, 5, 5, 7, 0x30, 1})
	try("aia", aia(tlv(0x30, ocsp, uri)))
	try("aia tail", aia(tlv(0x30, ocsp, uri, []byte{5, 0})))
	try("aia dns", aia(tlv(0x30, ocsp, dns)))
	try("aia no location", aia(tlv(0x30, ocsp)))
	try("aia empty", aia())
	try("aia constructed", aia(tlv(0x30, ocsp, tlv(0xa6, []byte("u")))))
	try("aia garbage location", aia(tlv(0x30, ocsp, []byte{0x86, 9})))
	try("aia critical", build(v3, one, nil, exts(ext([]byte{0x2b, 6, 1, 5, 5, 7, 1, 1}, true, tlv(0x30, tlv(0x30, ocsp, uri)))), nil, nil))
	try("eku", x(37, tlv(0x30, tlv(6, []byte{0x2b, 6, 1, 5, 5, 7, 3, 1}))))
	try("eku empty", x(37, tlv(0x30)))
	try("eku tail", x(37, append(tlv(0x30, tlv(6, []byte{0x2b, 6, 1, 5, 5, 7, 3, 1})), 5, 0)))
	pol := tlv(6, []byte{42, 3})
	try("pol", x(32, tlv(0x30, tlv(0x30, pol))))
	try("pol tail", x(32, tlv(0x30, tlv(0x30, pol, []byte{5, 0}))))
	try("pol garbage", x(32, tlv(0x30, tlv(0x30, pol, []byte{5}))))
	try("pol after", x(32, append(tlv(0x30, tlv(0x30, pol)), 5, 0)))
	try("pol twice", x(32, tlv(0x30, tlv(0x30, pol), tlv(0x30, pol))))
	try("pol empty", x(32, tlv(0x30)))
	m := func(id byte, v []byte) { try(fmt.Sprint("ext ", id, " ", hex.EncodeToString(v)), x(id, v)) }
	m(33, tlv(0x30, tlv(0x30, pol, pol)))
	m(33, tlv(0x30, tlv(0x30, pol, pol, []byte{5, 0})))
	m(33, tlv(0x30, tlv(0x30, pol)))
	m(33, append(tlv(0x30, tlv(0x30, pol, pol)), 5, 0))
	m(33, tlv(0x30))
	m(36, tlv(0x30))
	m(36, tlv(0x30, []byte{0x80, 1, 0}))
	m(36, tlv(0x30, []byte{0x80, 1, 0xff}))
	m(36, tlv(0x30, []byte{0x81, 1, 0, 5, 0}))
	m(36, tlv(0x30, []byte{0x81, 1, 0, 0x80, 1, 0}))
	m(36, append(tlv(0x30, []byte{0x80, 1, 0}), 5, 0))
	m(36, tlv(0x30, []byte{0xa0, 3, 2, 1, 0}))
	m(54, []byte{2, 1, 0})
	m(54, []byte{2, 1, 0xff})
	m(54, []byte{2, 1, 0, 5, 0})
	m(54, []byte{2, 9, 1, 0, 0, 0, 0, 0, 0, 0, 0})
	m(35, tlv(0x30, []byte{0x80, 1, 7}))
	m(17, tlv(0x30, []byte{0x9f, 0x22, 0}))
	m(17, tlv(0x30))
	m(17, tlv(0x30, dns, []byte{5}))
	m(17, append(tlv(0x30, dns), 5, 0))
	for _, d := range []string{"170d3230303130313030303030305a", "170b323030313031303030305a", "17113230303130313030303030302b30313030", "180f32303230303130313030303030305a", "181132303230303130313030303030302e355a", "181332303230303130313030303030302b30313030", "17133230303130313030303030302d3030303030", "180f31393430303130313030303030305a", "170d3530303130313030303030305a", "170d3439303130313030303030305a", "170d3230313330313030303030305a", "180d323032303031303130303030305a"} {
		b, _ := hex.DecodeString(d)
		algo := tlv(0x30, []byte{6, 8, 0x2a, 0x86, 0x48, 0xce, 0x3d, 4, 3, 2})
		name := tlv(0x30)
		c, err := x509.ParseCertificate(tlv(0x30, tlv(0x30, v3, one, algo, name, tlv(0x30, b, b), name, base.RawSubjectPublicKeyInfo), algo, tlv(3, []byte{0, 1, 2})))
		if err != nil {
			fmt.Println("time", d, err)
		} else {
			fmt.Println("time", d, c.NotBefore)
		}
	}
}

// Output:
// plain v3 ok v 3 exts 1 unhandled [] crl [] dns [] ku KeyUsage(96) ocsp [] 0 false false ids [] [] [] [] [] []
// v1 with exts ok v 1 exts 0 unhandled [] crl [] dns [] ku KeyUsage(0) ocsp [] 0 false false ids [] [] [] [] [] []
// v1 explicit 0 ok v 1 exts 0 unhandled [] crl [] dns [] ku KeyUsage(0) ocsp [] 0 false false ids [] [] [] [] [] []
// v2 with exts ok v 2 exts 0 unhandled [] crl [] dns [] ku KeyUsage(0) ocsp [] 0 false false ids [] [] [] [] [] []
// v4 ERR x509: invalid version
// v-1 ERR x509: malformed version
// v-2 ERR x509: malformed version
// version tail ERR x509: malformed version
// tbs tail ok v 3 exts 1 unhandled [] crl [] dns [] ku KeyUsage(96) ocsp [] 0 false false ids [] [] [] [] [] []
// tbs garbage ok v 3 exts 1 unhandled [] crl [] dns [] ku KeyUsage(96) ocsp [] 0 false false ids [] [] [] [] [] []
// cert tail ok v 3 exts 1 unhandled [] crl [] dns [] ku KeyUsage(96) ocsp [] 0 false false ids [] [] [] [] [] []
// cert garbage ok v 3 exts 1 unhandled [] crl [] dns [] ku KeyUsage(96) ocsp [] 0 false false ids [] [] [] [] [] []
// uids v3 ok v 3 exts 1 unhandled [] crl [] dns [] ku KeyUsage(96) ocsp [] 0 false false ids [] [] [] [] [] []
// uids v1 ok v 1 exts 0 unhandled [] crl [] dns [] ku KeyUsage(0) ocsp [] 0 false false ids [] [] [] [] [] []
// uid garbage ok v 3 exts 1 unhandled [] crl [] dns [] ku KeyUsage(96) ocsp [] 0 false false ids [] [] [] [] [] []
// uid order ok v 3 exts 0 unhandled [] crl [] dns [] ku KeyUsage(0) ocsp [] 0 false false ids [] [] [] [] [] []
// uid constructed ok v 3 exts 0 unhandled [] crl [] dns [] ku KeyUsage(0) ocsp [] 0 false false ids [] [] [] [] [] []
// between ok v 3 exts 0 unhandled [] crl [] dns [] ku KeyUsage(0) ocsp [] 0 false false ids [] [] [] [] [] []
// exts empty ok v 3 exts 0 unhandled [] crl [] dns [] ku KeyUsage(0) ocsp [] 0 false false ids [] [] [] [] [] []
// exts tail ok v 3 exts 1 unhandled [] crl [] dns [] ku KeyUsage(96) ocsp [] 0 false false ids [] [] [] [] [] []
// ext tail ok v 3 exts 1 unhandled [] crl [] dns [] ku KeyUsage(0) ocsp [] 0 false false ids [] [] [] [] [] []
// ext critical false ok v 3 exts 1 unhandled [] crl [] dns [] ku KeyUsage(0) ocsp [] 0 false false ids [] [] [] [] [] []
// ku tail ok v 3 exts 1 unhandled [] crl [] dns [] ku KeyUsage(96) ocsp [] 0 false false ids [] [] [] [] [] []
// ku pad ERR x509: invalid key usage
// ku empty ok v 3 exts 1 unhandled [] crl [] dns [] ku KeyUsage(0) ocsp [] 0 false false ids [] [] [] [] [] []
// ski tail ERR x509: subject key identifier incorrectly marked critical
// ski constructed ERR x509: subject key identifier incorrectly marked critical
// bc tail ok v 3 exts 1 unhandled [] crl [] dns [] ku KeyUsage(0) ocsp [] -1 false true ids [] [] [] [] [] []
// bc ok v 3 exts 1 unhandled [] crl [] dns [] ku KeyUsage(0) ocsp [] -1 false true ids [] [] [] [] [] []
// bc int ok v 3 exts 1 unhandled [] crl [] dns [] ku KeyUsage(0) ocsp [] 5 false false ids [] [] [] [] [] []
// bc neg ERR x509: invalid basic constraints
// bc int bool ok v 3 exts 1 unhandled [] crl [] dns [] ku KeyUsage(0) ocsp [] 5 false false ids [] [] [] [] [] []
// bc false ok v 3 exts 1 unhandled [] crl [] dns [] ku KeyUsage(0) ocsp [] -1 false false ids [] [] [] [] [] []
// bc in tail ok v 3 exts 1 unhandled [] crl [] dns [] ku KeyUsage(0) ocsp [] -1 false true ids [] [] [] [] [] []
// bc big ERR x509: invalid basic constraints
// dp ok v 3 exts 1 unhandled [] crl [u u] dns [] ku KeyUsage(0) ocsp [] 0 false false ids [] [] [] [] [] []
// dp other first ok v 3 exts 1 unhandled [] crl [] dns [] ku KeyUsage(0) ocsp [] 0 false false ids [] [] [] [] [] []
// dp other later ok v 3 exts 1 unhandled [] crl [u] dns [] ku KeyUsage(0) ocsp [] 0 false false ids [] [] [] [] [] []
// dp relative ERR x509: invalid CRL distribution point
// dp relative second ok v 3 exts 1 unhandled [] crl [u] dns [] ku KeyUsage(0) ocsp [] 0 false false ids [] [] [] [] [] []
// dp empty name ERR x509: invalid CRL distribution point
// dp no name ok v 3 exts 1 unhandled [] crl [] dns [] ku KeyUsage(0) ocsp [] 0 false false ids [] [] [] [] [] []
// dp empty ok v 3 exts 1 unhandled [] crl [] dns [] ku KeyUsage(0) ocsp [] 0 false false ids [] [] [] [] [] []
// dp none ok v 3 exts 1 unhandled [] crl [] dns [] ku KeyUsage(0) ocsp [] 0 false false ids [] [] [] [] [] []
// dp tail ok v 3 exts 1 unhandled [] crl [u] dns [] ku KeyUsage(0) ocsp [] 0 false false ids [] [] [] [] [] []
// dp reasons ok v 3 exts 1 unhandled [] crl [u] dns [] ku KeyUsage(0) ocsp [] 0 false false ids [] [] [] [] [] []
// dp non-ascii ok v 3 exts 1 unhandled [] crl [ü] dns [] ku KeyUsage(0) ocsp [] 0 false false ids [] [] [] [] [] []
// dp constructed ok v 3 exts 1 unhandled [] crl [] dns [] ku KeyUsage(0) ocsp [] 0 false false ids [] [] [] [] [] []
// nc ok v 3 exts 1 unhandled [] crl [] dns [d.com] ku KeyUsage(0) ocsp [] 0 false false ids [] [] [] [] [] []
// nc min ok v 3 exts 1 unhandled [] crl [] dns [d.com] ku KeyUsage(0) ocsp [] 0 false false ids [] [] [] [] [] []
// nc min1 ok v 3 exts 1 unhandled [] crl [] dns [d.com] ku KeyUsage(0) ocsp [] 0 false false ids [] [] [] [] [] []
// nc junk ok v 3 exts 1 unhandled [] crl [] dns [d.com] ku KeyUsage(0) ocsp [] 0 false false ids [] [] [] [] [] []
// nc garbage ok v 3 exts 1 unhandled [] crl [] dns [d.com] ku KeyUsage(0) ocsp [] 0 false false ids [] [] [] [] [] []
// nc empty ERR x509: empty name constraints extension
// nc empty permitted ERR x509: empty name constraints extension
// nc both empty ERR x509: empty name constraints extension
// nc permitted empty ok v 3 exts 1 unhandled [] crl [] dns [] ku KeyUsage(0) ocsp [] 0 false false ids [] [] [] [] [] []
// nc order ERR x509: invalid NameConstraints extension
// nc tail ERR x509: invalid NameConstraints extension
// nc value tail ERR x509: invalid NameConstraints extension
// nc empty subtree ERR x509: invalid NameConstraints extension
// nc dirname ok v 3 exts 1 unhandled [2.5.29.30] crl [] dns [] ku KeyUsage(0) ocsp [] 0 false false ids [] [] [] [] [] []
// aia ok v 3 exts 1 unhandled [] crl [] dns [] ku KeyUsage(0) ocsp [u] 0 false false ids [] [] [] [] [] []
// aia tail ok v 3 exts 1 unhandled [] crl [] dns [] ku KeyUsage(0) ocsp [u] 0 false false ids [] [] [] [] [] []
// aia dns ok v 3 exts 1 unhandled [] crl [] dns [] ku KeyUsage(0) ocsp [] 0 false false ids [] [] [] [] [] []
// aia no location ok v 3 exts 1 unhandled [] crl [] dns [] ku KeyUsage(0) ocsp [] 0 false false ids [] [] [] [] [] []
// aia empty ok v 3 exts 1 unhandled [] crl [] dns [] ku KeyUsage(0) ocsp [] 0 false false ids [] [] [] [] [] []
// aia constructed ok v 3 exts 1 unhandled [] crl [] dns [] ku KeyUsage(0) ocsp [] 0 false false ids [] [] [] [] [] []
// aia garbage location ERR x509: invalid authority info access
// aia critical ERR x509: authority info access incorrectly marked critical
// eku ok v 3 exts 1 unhandled [] crl [] dns [] ku KeyUsage(0) ocsp [] 0 false false ids [] [] [] [] [serverAuth] []
// eku empty ok v 3 exts 1 unhandled [] crl [] dns [] ku KeyUsage(0) ocsp [] 0 false false ids [] [] [] [] [] []
// eku tail ok v 3 exts 1 unhandled [] crl [] dns [] ku KeyUsage(0) ocsp [] 0 false false ids [] [] [] [] [serverAuth] []
// pol ok v 3 exts 1 unhandled [] crl [] dns [] ku KeyUsage(0) ocsp [] 0 false false ids [] [] [1.2.3] [1.2.3] [] []
// pol tail ok v 3 exts 1 unhandled [] crl [] dns [] ku KeyUsage(0) ocsp [] 0 false false ids [] [] [1.2.3] [1.2.3] [] []
// pol garbage ok v 3 exts 1 unhandled [] crl [] dns [] ku KeyUsage(0) ocsp [] 0 false false ids [] [] [1.2.3] [1.2.3] [] []
// pol after ok v 3 exts 1 unhandled [] crl [] dns [] ku KeyUsage(0) ocsp [] 0 false false ids [] [] [1.2.3] [1.2.3] [] []
// pol twice ERR x509: invalid certificate policies
// pol empty ok v 3 exts 1 unhandled [] crl [] dns [] ku KeyUsage(0) ocsp [] 0 false false ids [] [] [] [] [] []
// ext 33 300a300806022a0306022a03 ok v 3 exts 1 unhandled [] crl [] dns [] ku KeyUsage(0) ocsp [] 0 false false ids [] [] [] [] [] []
// ext 33 300c300a06022a0306022a030500 ok v 3 exts 1 unhandled [] crl [] dns [] ku KeyUsage(0) ocsp [] 0 false false ids [] [] [] [] [] []
// ext 33 3006300406022a03 ERR x509: invalid policy mappings extension
// ext 33 300a300806022a0306022a030500 ok v 3 exts 1 unhandled [] crl [] dns [] ku KeyUsage(0) ocsp [] 0 false false ids [] [] [] [] [] []
// ext 33 3000 ok v 3 exts 1 unhandled [] crl [] dns [] ku KeyUsage(0) ocsp [] 0 false false ids [] [] [] [] [] []
// ext 36 3000 ok v 3 exts 1 unhandled [] crl [] dns [] ku KeyUsage(0) ocsp [] 0 false false ids [] [] [] [] [] []
// ext 36 3003800100 ok v 3 exts 1 unhandled [] crl [] dns [] ku KeyUsage(0) ocsp [] 0 false false ids [] [] [] [] [] []
// ext 36 30038001ff ok v 3 exts 1 unhandled [] crl [] dns [] ku KeyUsage(0) ocsp [] 0 false false ids [] [] [] [] [] []
// ext 36 30058101000500 ok v 3 exts 1 unhandled [] crl [] dns [] ku KeyUsage(0) ocsp [] 0 false false ids [] [] [] [] [] []
// ext 36 3006810100800100 ok v 3 exts 1 unhandled [] crl [] dns [] ku KeyUsage(0) ocsp [] 0 false false ids [] [] [] [] [] []
// ext 36 30038001000500 ok v 3 exts 1 unhandled [] crl [] dns [] ku KeyUsage(0) ocsp [] 0 false false ids [] [] [] [] [] []
// ext 36 3005a003020100 ok v 3 exts 1 unhandled [] crl [] dns [] ku KeyUsage(0) ocsp [] 0 false false ids [] [] [] [] [] []
// ext 54 020100 ok v 3 exts 1 unhandled [] crl [] dns [] ku KeyUsage(0) ocsp [] 0 false false ids [] [] [] [] [] []
// ext 54 0201ff ok v 3 exts 1 unhandled [] crl [] dns [] ku KeyUsage(0) ocsp [] 0 false false ids [] [] [] [] [] []
// ext 54 0201000500 ok v 3 exts 1 unhandled [] crl [] dns [] ku KeyUsage(0) ocsp [] 0 false false ids [] [] [] [] [] []
// ext 54 0209010000000000000000 ERR x509: invalid inhibit any policy extension
// ext 35 3003800107 ERR x509: authority key identifier incorrectly marked critical
// ext 17 30039f2200 ERR x509: invalid subject alternative name
// ext 17 3000 ok v 3 exts 1 unhandled [2.5.29.17] crl [] dns [] ku KeyUsage(0) ocsp [] 0 false false ids [] [] [] [] [] []
// ext 17 30088205642e636f6d05 ERR x509: invalid subject alternative name
// ext 17 30078205642e636f6d0500 ok v 3 exts 1 unhandled [] crl [] dns [] ku KeyUsage(0) ocsp [] 0 false false ids [] [] [] [] [] []
// time 170d3230303130313030303030305a 2020-01-01 00:00:00 +0000 UTC
// time 170b323030313031303030305a 2020-01-01 00:00:00 +0000 UTC
// time 17113230303130313030303030302b30313030 2020-01-01 00:00:00 +0100 +0100
// time 180f32303230303130313030303030305a 2020-01-01 00:00:00 +0000 UTC
// time 181132303230303130313030303030302e355a x509: malformed GeneralizedTime
// time 181332303230303130313030303030302b30313030 2020-01-01 00:00:00 +0100 +0100
// time 17133230303130313030303030302d3030303030 x509: malformed UTCTime
// time 180f31393430303130313030303030305a 1940-01-01 00:00:00 +0000 UTC
// time 170d3530303130313030303030305a 1950-01-01 00:00:00 +0000 UTC
// time 170d3439303130313030303030305a 2049-01-01 00:00:00 +0000 UTC
// time 170d3230313330313030303030305a x509: malformed UTCTime
// time 180d323032303031303130303030305a x509: malformed GeneralizedTime
