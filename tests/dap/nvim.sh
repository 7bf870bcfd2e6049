#!/bin/sh
# Drives `minigo dap` by nvim-dap 0.6.0 (https://github.com/mfussenegger/nvim-dap), which no one here wrote, over the
# programs of tests/debug, and compares the transcript with nvim.golden. Run by hand:
#
#   apt-get install neovim
#   git clone --branch 0.6.0 https://github.com/mfussenegger/nvim-dap DIR
#   tests/dap/nvim.sh target/release/minigo DIR           (--bless: writes nvim.golden; read the changes)

here=$(cd "$(dirname "$0")" && pwd)
if ! command -v nvim > /dev/null; then
  echo "omitted: there is no nvim (Debian: apt-get install neovim)"
  exit 0
fi
if [ ! -f "$2/lua/dap.lua" ]; then
  echo "omitted: the second argument is no copy of nvim-dap"
  exit 0
fi
MINIGO=$(realpath "$1") && FOLDER=$(realpath "$here/../debug") && export MINIGO FOLDER
export CASES="${CASES:-$here/nvim_cases.lua}" NO_COLOR=1
out=$(mktemp)
XDG_CACHE_HOME=$(mktemp -d) && export XDG_CACHE_HOME
nvim --headless --clean -n --cmd "set runtimepath+=$(realpath "$2")" -c "luafile $here/nvim.lua" > "$out" 2> "$out.err"
status=$?
# Anything that the client prints besides, and the warnings of its log.
grep -v '^[[:space:]]*$' "$out.err" | sed 's/^/nvim: /' >> "$out"
grep -rhE '\[ *(WARN|ERROR) *\]' "$XDG_CACHE_HOME" | sed 's/^.*\(WARN\|ERROR\)/log: \1/' >> "$out"
if [ "$3" = --bless ]; then
  cp "$out" "$here/nvim.golden"
else
  diff -u "$here/nvim.golden" "$out" || status=1
fi
rm -rf "$out" "$out.err" "$XDG_CACHE_HOME"
exit $status
