#!/usr/bin/env python3
"""Checks the manifests and the workflow of docs/explore-on-many-machines.md against their JSON schemas.

    tests/cluster/schemas.py

The Kubernetes manifests must be valid for the oldest release that the page names and for the newest with a schema; the
workflow must be valid for SchemaStore's schema. Numbers that the recipes repeat must be equal, since no schema compares
them. Needs Python with venv and, the first time, PyPI: without either it is left out, and says so. Seconds; the first
time half a minute.
"""

import os
import re
import subprocess
import sys
import tempfile

import recipe
import tools

tools.run_with_packages()

import yaml  # noqa: E402: installed by run_with_packages

BIN = os.path.join(tools.VENV, "bin")


def kubernetes(path, release):
    # Strict: an unknown field is an error, as with `kubectl apply`.
    command = [f"{BIN}/kubernetes-validate", "--strict", "-k", release, path]
    return subprocess.run(command, capture_output=True, text=True)


def github(path):
    command = [f"{BIN}/check-jsonschema", "--builtin-schema", "vendor.github-workflows", path]
    return subprocess.run(command, capture_output=True, text=True)


def schema_problems(directory, texts, names, releases):
    """Each recipe must be accepted; with a misspelt field it must not, or the check would check nothing."""
    misspelt = {
        "explore.yaml": ("completionMode:", "completionmode:"),
        "collect.yaml": ("containers:", "container:"),
        ".github/workflows/explore.yml": ("runs-on:", "run-on:"),
    }
    for name in names:
        checks = [(f"Kubernetes {r}", lambda path, r=r: kubernetes(path, r)) for r in releases]
        if name.startswith(".github/"):
            checks = [("SchemaStore", github)]
        path = os.path.join(directory, os.path.basename(name))
        for schema, check in checks:
            for text, valid in (texts[name], True), (texts[name].replace(*misspelt[name], 1), False):
                with open(path, "w", encoding="utf-8") as file:
                    file.write(text)
                result = check(path)
                if (result.returncode == 0) != valid:
                    said = result.stdout + result.stderr if valid else "a misspelt field is accepted"
                    yield f"{name} against {schema}: {said}"
            print(f"{name}: checked against the schema of {schema}")


def repeated_numbers(texts):
    """Numbers and names that must be the same in two places."""
    claim, job = yaml.safe_load_all(texts["explore.yaml"])
    pod = yaml.safe_load(texts["collect.yaml"])
    pods = job["spec"]["template"]["spec"]
    container = pods["containers"][0]
    environment = {v["name"]: v["value"] for v in container["env"]}
    yield "JOB_COMPLETIONS and completions", environment["JOB_COMPLETIONS"], str(job["spec"]["completions"])
    yield "the volumes of the Job and the pod", pods["volumes"], pod["spec"]["volumes"]
    claimed = pods["volumes"][0]["persistentVolumeClaim"]["claimName"]
    yield "the claim and its name in volumes", claimed, claim["metadata"]["name"]
    yield "the images", pod["spec"]["containers"][0]["image"], container["image"]
    workflow = yaml.safe_load(texts[".github/workflows/explore.yml"])
    matrix = workflow["jobs"]["explore"]["strategy"]["matrix"]
    yield "the matrix and 1, 2, …", matrix, {"shard": list(range(1, len(matrix["shard"]) + 1))}
    again = int(re.search(r'--shard "\$shard/(\d+)"', texts["rerun.sh"]).group(1))
    array = int(re.search(r"^#SBATCH --array=1-(\d+)$", texts["explore.sbatch"], re.MULTILINE).group(1))
    yield "shards of rerun.sh and the array", again, array
    for option in "cpus-per-task", "time":
        values = [re.search(rf"--{option}=(\S+)", texts[name]).group(1) for name in ("rerun.sh", "explore.sbatch")]
        yield f"--{option} of rerun.sh and the array", *values


def main():
    texts = recipe.recipes()
    with open(recipe.PAGE, encoding="utf-8") as page:
        oldest = re.search(r"Kubernetes (1\.\d+) or later", page.read()).group(1)
    newest = re.search(r"kubernetes-validate==(1\.\d+)", " ".join(tools.PACKAGES)).group(1)
    names = [name for name in texts if name.endswith((".yaml", ".yml"))]
    with tempfile.TemporaryDirectory() as directory:
        problems = list(schema_problems(directory, texts, names, [oldest, newest]))
    problems += [f"{what} differ: {a!r}, {b!r}" for what, a, b in repeated_numbers(texts) if a != b]
    for problem in problems:
        print(problem, file=sys.stderr)
    sys.exit(1 if problems else 0)


if __name__ == "__main__":
    main()
