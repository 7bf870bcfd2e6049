# The formula of a release for Homebrew on Linux. packaging/homebrew/fill.sh writes version and checksums into it.
class Minigo < Formula
  desc "Runs Go without the Go toolchain, and shows what its goroutines do"
  homepage "https://github.com/OWNER/minigo"
  version "@VERSION@"
  license any_of: ["MIT", "Apache-2.0"]

  depends_on :linux

  on_intel do
    url "https://github.com/OWNER/minigo/releases/download/v@VERSION@/minigo-@VERSION@-x86_64-linux.tar.gz"
    sha256 "@SHA256_x86_64@"
  end
  on_arm do
    url "https://github.com/OWNER/minigo/releases/download/v@VERSION@/minigo-@VERSION@-aarch64-linux.tar.gz"
    sha256 "@SHA256_aarch64@"
  end

  def install
    bin.install "bin/minigo"
    man1.install Dir["share/man/man1/*"]
    bash_completion.install "share/bash-completion/completions/minigo"
    zsh_completion.install "share/zsh/site-functions/_minigo"
    fish_completion.install "share/fish/vendor_completions.d/minigo.fish"
    doc.install Dir["share/doc/minigo/*"]
  end

  test do
    (testpath/"hello.go").write <<~GO
      package main
      func main() { println("hello") }
    GO
    assert_match "hello", shell_output("#{bin}/minigo run hello.go 2>&1")
  end
end
