"""A Go file as the harness reads it: tokens, comments, imports. The lexer is good enough for malformed files too."""

import re


TOKEN_RE = re.compile(r"""
    (?P<ws>[ \t\r]+)
  | (?P<nl>\n)
  | (?P<com>//[^\n]*|/\*.*?\*/)
  | (?P<str>`[^`]*`|"(?:\\.|[^"\\\n])*")
  | (?P<rune>'(?:\\.|[^'\\\n])*')
  | (?P<num>(?:0[xX][0-9a-fA-F_.]*(?:[pP][+-]?[0-9_]+)?|[0-9][0-9_]*\.?[0-9_]*(?:[eE][+-]?[0-9_]+)?[0-9a-zA-Z_]*|\.[0-9][0-9_]*(?:[eE][+-]?[0-9_]+)?i?))
  | (?P<id>[^\W\d]\w*)
  | (?P<op><<=|>>=|&\^=|\.\.\.|&&|\|\||<-|\+\+|--|==|!=|<=|>=|:=|\+=|-=|\*=|/=|%=|&=|\|=|\^=|<<|>>|&\^|.)
""", re.X | re.S)

KEYWORDS = set("break case chan const continue default defer else fallthrough for func go goto if import "
               "interface map package range return select struct switch type var".split())
SEMI_KEYWORDS = {"break", "continue", "fallthrough", "return"}


class Source:
    """One Go file: text, tokens (kind, text, line), comments (text, line of the preceding token)."""

    def __init__(self, path):
        self.path = path
        with open(path, "rb") as f:
            self.text = f.read().decode("utf-8", "surrogateescape")
        self._tokens = None

    def _lex(self):
        toks, coms, line, prev_line = [], [], 1, 0
        need_semi = False
        for m in TOKEN_RE.finditer(self.text):
            kind, s = m.lastgroup, m.group()
            if kind == "ws":
                continue
            if kind == "nl" or kind == "com":
                if kind == "com":
                    coms.append((s, prev_line, line))
                if need_semi and "\n" in s:
                    toks.append(("semi", "\n", line, m.start()))
                    need_semi = False
                line += s.count("\n")
                continue
            toks.append((kind, s, line, m.start()))
            prev_line = line
            need_semi = (kind in ("str", "rune", "num")
                         or kind == "id" and (s not in KEYWORDS or s in SEMI_KEYWORDS)
                         or s in (")", "]", "}", "++", "--"))
            line += s.count("\n")
        self._tokens, self._comments = toks, coms

    @property
    def tokens(self):
        if self._tokens is None:
            self._lex()
        return self._tokens

    @property
    def comments(self):
        self.tokens
        return self._comments

    def import_tokens(self):
        """The string tokens of the import declarations, as (text, offset)."""
        out, t, i = [], self.tokens, 0
        n, depth = len(t), 0
        while i < n:
            s = t[i][1]
            if depth == 0 and s == "import" and t[i][0] == "id":
                i += 1
                if i < n and t[i][1] == "(":
                    while i < n and t[i][1] != ")":
                        if t[i][0] == "str":
                            out.append((t[i][1], t[i][3]))
                        i += 1
                else:
                    while i < n and t[i][0] != "str" and t[i][1] not in (";", "\n"):
                        i += 1
                    if i < n and t[i][0] == "str":
                        out.append((t[i][1], t[i][3]))
            elif s in "([{" and len(s) == 1:
                depth += 1
            elif s in ")]}" and len(s) == 1:
                depth -= 1
            i += 1
        return out

    def imports(self):
        return {s[1:-1] for s, _ in self.import_tokens()}

    def selectors(self, pkg):
        """Names X used as pkg.X."""
        t = self.tokens
        return {t[i + 2][1] for i in range(len(t) - 2)
                if t[i][1] == pkg and t[i][0] == "id" and t[i + 1][1] == "." and t[i + 2][0] == "id"
                and (i == 0 or t[i - 1][1] != ".")}

    def main_body(self):
        """The offset just after the brace of `func main() {`, or None."""
        t, depth = self.tokens, 0
        for i in range(len(t) - 4):
            s = t[i][1]
            if depth == 0 and s == "func" and [x[1] for x in t[i + 1:i + 5]] == ["main", "(", ")", "{"]:
                return t[i + 4][3] + 1
            if s in ("(", "[", "{"):
                depth += 1
            elif s in (")", "]", "}"):
                depth -= 1
        return None

    def has_bodyless_func(self):
        t, n, depth, i = self.tokens, len(self.tokens), 0, 0
        while i < n:
            s = t[i][1]
            if depth == 0 and t[i][0] == "id" and s == "func" and (i == 0 or t[i - 1][1] in ("\n", ";")):
                i += 1
                d = 0
                while i < n:
                    s = t[i][1]
                    if d == 0 and t[i][0] == "semi" or d == 0 and s == ";":
                        return True
                    if s in ("(", "["):
                        d += 1
                    elif s in (")", "]"):
                        d -= 1
                    elif s == "{":
                        if d == 0 and t[i - 1][1] not in ("struct", "interface"):
                            break  # the body
                        d += 1
                    elif s == "}":
                        d -= 1
                    i += 1
                else:
                    return False
                continue
            if s in ("(", "[", "{"):
                depth += 1
            elif s in (")", "]", "}"):
                depth -= 1
            i += 1
        return False
