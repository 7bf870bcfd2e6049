#!/usr/bin/env python3
"""Compares minigo with the real go with a checksum database that is honest, altered, or lies: G=GO M=MINIGO sumdb.py.

It needs the package cryptography. Both must accept the honest database and refuse all others."""

import bless, base64, hashlib, os, subprocess, tempfile, shutil, zipfile, io
from pathlib import Path
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives import serialization as s
key=Ed25519PrivateKey.from_private_bytes(b'\7'*32)
pub=key.public_key().public_bytes(s.Encoding.Raw,s.PublicFormat.Raw)
name='test.db'
kd=b'\1'+pub
kh=hashlib.sha256(name.encode()+b'\n'+kd).digest()[:4]
vkey=f"{name}+{kh.hex()}+{base64.b64encode(kd).decode()}"
def h1(files):
    t=''.join(f"{hashlib.sha256(b).hexdigest()}  {n}\n" for n,b in sorted(files))
    return 'h1:'+base64.b64encode(hashlib.sha256(t.encode()).digest()).decode()
def make(seed, tamper=None):
    case=bless.generate(seed); files=bless.proxy_files(case)
    recs=[]
    for (p,v),c in case.modules.items():
        mod=files[f"{bless.escaped(p)}/@v/{bless.escaped(v)}.mod"]
        z=h1([(f"{p}@{v}/{n}",t.encode()) for n,t in c.items()])
        recs.append((p,v,f"{p} {v} {z}\n{p} {v}/go.mod {h1([('go.mod',mod)])}\n"))
    # More records, so that tiles are full.
    recs=[(f"pad.org/p{i}","v1.0.0",f"pad.org/p{i} v1.0.0 h1:x\n") for i in range(700)]+recs
    leaf=[hashlib.sha256(b'\0'+r[2].encode()).digest() for r in recs]
    node=lambda a,b: hashlib.sha256(b'\1'+a+b).digest()
    def root(l):
        if len(l)==1: return l[0]
        k=1
        while k*2<len(l): k*=2
        return node(root(l[:k]),root(l[k:]))
    n=len(leaf)
    th=root(leaf)
    if tamper=='tree': th=hashlib.sha256(b'x').digest()
    text=f"go.sum database tree\n{n}\n{base64.b64encode(th).decode()}\n"
    sig=key.sign((text+('x' if tamper=='sig' else '')).encode())
    note=text+f"\n\u2014 {name} {base64.b64encode(kh+sig).decode()}\n"
    for i,(p,v,t) in enumerate(recs):
        if tamper=='record': t=t.replace('h1:','h1:A',1)
        files[f"sum/lookup/{bless.escaped(p)}@{bless.escaped(v)}"]=(f"{i}\n{t}\n"+note).encode()
    level=leaf; L=0
    while level:
        for N in range(0,(len(level)+255)//256):
            row=level[N*256:N*256+256]
            if tamper=='tile': row=[hashlib.sha256(b'y').digest()]*len(row)
            d=b''.join(row)
            if len(row)==256: files[f"sum/tile/8/{L}/{N:03}"]=d
            for w in range(1,len(row)+1):
                if w<256: files[f"sum/tile/8/{L}/{N:03}.p/{w}"]=b''.join(row[:w])
        nl=[]
        for N in range(len(level)//256):
            r=level[N*256:N*256+256]
            while len(r)>1: r=[node(r[i],r[i+1]) for i in range(0,len(r),2)]
            nl.append(r[0])
        level=nl; L+=1
    files['sum/latest']=note.encode()
    if tamper=='zip':
        for k in list(files):
            if k.endswith('.zip'):
                zi=zipfile.ZipFile(io.BytesIO(files[k])); o=io.BytesIO(); zo=zipfile.ZipFile(o,'w')
                for nn in zi.namelist(): zo.writestr(nn, zi.read(nn)+b'// evil\n')
                zo.close(); files[k]=o.getvalue()
    return case,files
def run(cmd,case,files):
    top=Path(tempfile.mkdtemp()).resolve(); px=bless.Proxy(files)
    try:
        w=top/'work'
        for n,t in case.main.items():
            (w/n).parent.mkdir(parents=True,exist_ok=True); (w/n).write_text(t)
        env=dict(PATH=os.environ['PATH'],HOME=str(top/'h'),GOPATH=str(top/'gp'),GOPROXY=px.url,GOSUMDB=f"{vkey} {px.url}/sum",GOFLAGS='-modcacherw',GOTOOLCHAIN='local',GOENV='off')
        d=subprocess.run([cmd,'mod','tidy'],cwd=w,env=env,text=True,capture_output=True,timeout=60)
        out=''.join(l for l in d.stderr.splitlines(True) if not l.startswith(('go: downloading','go: finding','go: found')))
        return d.returncode,out.replace(px.url,'$PROXY').replace(str(top),'$TOP'),(w/'go.sum').read_text() if (w/'go.sum').exists() else ''
    finally:
        px.close(); shutil.rmtree(top,ignore_errors=True)
for t in [None,'tree','sig','record','tile','zip']:
    case,files=make(1,t)
    a=run(os.environ['G'],case,files); b=run(os.path.abspath(os.environ['M']),case,files)
    print('=====',t,a==b, a[0],b[0])
    if a!=b: print(a[1][:700]); print('--- minigo'); print(b[1][:700])
