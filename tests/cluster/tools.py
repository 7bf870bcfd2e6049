"""The Python packages that schemas.py and commands.py need, in a virtual environment of their own."""

import os
import subprocess
import sys

REPOSITORY = os.path.abspath(os.path.join(os.path.dirname(__file__), "../.."))
VENV = os.path.join(REPOSITORY, "target/ci/cluster")

# Both contain the schemas that they check with, so nothing but PyPI is needed. Fixed versions: a newer schema is not to
# fail an unchanged page.
PACKAGES = ["check-jsonschema==0.39.0", "kubernetes-validate==1.37.0", "PyYAML==6.0.4"]


def left_out(script, reason):
    """Ends the script without a failure; the table of `.ci/run` shows the reason."""
    print(f"left out: {script}: {reason}")
    if os.environ.get("MINIGO_LEFT_OUT"):
        with open(os.environ["MINIGO_LEFT_OUT"], "a", encoding="utf-8") as file:
            file.write(f"{script}\t{reason}\n")
    sys.exit(0)


def run_with_packages():
    """Starts the running script again in the virtual environment, which is created where it is missing."""
    if sys.prefix == VENV:
        return
    script = os.path.relpath(os.path.abspath(sys.argv[0]), REPOSITORY)
    python = os.path.join(VENV, "bin/python")
    stamp = os.path.join(VENV, "installed")
    wanted = "\n".join(PACKAGES)
    if not os.path.exists(stamp) or open(stamp, encoding="utf-8").read() != wanted:
        install = [python, "-m", "pip", "install", "-q", *PACKAGES]
        for command in [sys.executable, "-m", "venv", "--clear", VENV], install:
            result = subprocess.run(command, capture_output=True, text=True)
            if result.returncode != 0:
                said = (result.stderr or result.stdout or "no message").strip().splitlines()[-1]
                left_out(script, f"{' '.join(command[1:])}: {said}")
        with open(stamp, "w", encoding="utf-8") as file:
            file.write(wanted)
    os.execv(python, [python, *sys.argv])
