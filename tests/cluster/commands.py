#!/usr/bin/env python3
"""Runs the commands of the Kubernetes and GitHub recipes of docs/explore-on-many-machines.md without a cluster.

    [MINIGO=target/release/minigo] tests/cluster/commands.py

kubernetes.sh runs with a `kubectl` that this script provides: it runs the container's command of each completion index,
one after another, with the environment that Kubernetes would give it. The workflow's `run` steps run job by job, with
folders as artifacts. So the page's options and variables meet the real minigo; schedulers, volumes and images are not
tested. Each recipe runs with a program without a failure and with one that has one: all shards must have results, the
merge must have the status that the page says, and the schedule must repeat the failure. Needs bash, Python with venv
and, the first time, PyPI: without either it is left out, and says so. Some seconds.
"""

import glob
import os
import re
import shutil
import subprocess
import sys
import tempfile

import recipe
import tools

tools.run_with_packages()

import yaml  # noqa: E402: installed by run_with_packages

MINIGO = os.path.abspath(os.environ.get("MINIGO") or os.path.join(tools.REPOSITORY, "target/release/minigo"))
EXPLORE = os.path.join(tools.REPOSITORY, "tests/explore")

# Variables of CI systems and clusters would choose a shard where the recipe does not.
CLEAN = {k: v for k, v in os.environ.items() if not re.match("SLURM_|JOB_COMPLETION|CI_NODE_", k)}


def in_container(root, argument):
    """The argument, with the paths that containers mount replaced by paths below root."""
    return re.sub(r"(?<![\w/.])/(results|src)\b", rf"{root}/\1", argument)


def kubectl(root, arguments):
    """The part of kubectl that kubernetes.sh uses. An unknown command is an error."""
    match arguments:
        case ["apply", "-f", manifest]:
            for resource in yaml.safe_load_all(open(manifest, encoding="utf-8")):
                if resource["kind"] == "PersistentVolumeClaim":
                    os.mkdir(f"{root}/results")
                if resource["kind"] == "Job":
                    run_job(root, resource["spec"])
        case ["get", "job", "explore", "-o", "jsonpath={.status.conditions[*].type}"]:
            print(open(f"{root}/condition", encoding="utf-8").read())
        case ["wait", "--for=condition=Ready", _, "pod/explore-collect"]:
            pass
        case ["exec", "explore-collect", "--", *command]:
            return subprocess.run([in_container(root, argument) for argument in command]).returncode
        case ["cp", source, destination]:
            source = in_container(root, source.removeprefix("explore-collect:"))
            shutil.copytree(source, destination, dirs_exist_ok=True)
        case ["delete", "-f", _, "-f", _]:
            shutil.rmtree(f"{root}/results")
        case _:
            sys.exit(f"kubectl {arguments}: not known to commands.py")
    return 0


def run_job(root, spec):
    """Runs the container of each index once, without retries; stores the condition that the Job would get."""
    container = spec["template"]["spec"]["containers"][0]
    command = [in_container(root, argument) for argument in container["command"] + container["args"]]
    failed = 0
    for index in range(spec["completions"]):
        environment = CLEAN | {v["name"]: v["value"] for v in container["env"]} | {"JOB_COMPLETION_INDEX": str(index)}
        failed += subprocess.run(command, env=environment, stdout=subprocess.DEVNULL).returncode != 0
    with open(f"{root}/condition", "w", encoding="utf-8") as file:
        file.write("SuccessCriteriaMet Complete" if failed == 0 else "FailureTarget Failed")


def kubernetes(root, program):
    """Runs kubernetes.sh; returns its status, the directory of results and the schedule's path."""
    os.makedirs(f"{root}/src")
    shutil.copy(program, f"{root}/src/bank.go")
    subprocess.run([sys.executable, recipe.__file__, root, "explore.yaml", "collect.yaml", "kubernetes.sh"], check=True)
    with open(f"{root}/bin/kubectl", "w", encoding="utf-8") as file:
        file.write(f'#!/bin/sh\nexec "{sys.executable}" "{os.path.abspath(__file__)}" --kubectl "{root}" "$@"\n')
    os.chmod(f"{root}/bin/kubectl", 0o755)
    status = subprocess.run(["./kubernetes.sh"], cwd=root, env=CLEAN).returncode
    results, = glob.glob(f"{root}/results-*")
    return status, results, f"{results}/failing.schedule"


class Workflow:
    """Runs the jobs of a workflow in order. Artifacts are folders below root."""

    def __init__(self, root, program):
        self.root, self.program = root, program
        text = recipe.recipes()[".github/workflows/explore.yml"]
        self.jobs = yaml.safe_load(text)["jobs"]
        for name in "rustup", "cargo":
            self.provide(name)

    def provide(self, name):
        """Makes a `rustup` that does nothing and a `cargo` whose `install` installs MINIGO."""
        install = f'while [ "$1" != --root ]; do shift; done; mkdir -p "$2/bin"; ln -sf "{MINIGO}" "$2/bin/minigo"\n'
        body = install if name == "cargo" else ""
        with open(f"{self.root}/bin/{name}", "w", encoding="utf-8") as file:
            file.write(f"#!/bin/sh\n{body}")
        os.chmod(f"{self.root}/bin/{name}", 0o755)

    def run(self):
        """Runs all jobs and returns the names of those that fail, one for each shard. The condition of merge is true even if a shard fails."""
        failed = []
        for name, job in self.jobs.items():
            shards = job.get("strategy", {}).get("matrix", {"shard": [None]})["shard"]
            for shard in shards:
                if not self.run_instance(name, job, {"matrix.shard": shard, "strategy.job-total": len(shards)}):
                    failed.append(name)
        return failed

    def run_instance(self, name, job, context):
        self.folder = tempfile.mkdtemp(prefix=f"{name}-", dir=self.root)
        context["runner.temp"] = self.temp = tempfile.mkdtemp(dir=self.root)
        passed = True
        for step in job["steps"]:
            condition = step.get("if")
            if condition not in (None, "${{ failure() }}"):
                sys.exit(f"if: {condition}: not known to commands.py")
            if passed == (condition is None):
                # A step with failure() runs after a failed step, but cannot make the job pass.
                passed = self.run_step(step, context) and passed
        return passed

    def run_step(self, step, context):
        def expand(text):
            return re.sub(r"\$\{\{ (.*?) \}\}", lambda match: str(context[match.group(1)]), text)

        if "run" in step:
            command = ["bash", "-e", "-c", expand(step["run"])]
            environment = CLEAN | {"RUNNER_TEMP": self.temp, "MINIGO_GIT": "unused"}
            return subprocess.run(command, cwd=self.folder, env=environment).returncode == 0
        options = {key: expand(str(value)) for key, value in step.get("with", {}).items()}
        action = step["uses"].split("@")[0].removeprefix("actions/")
        return getattr(self, action.replace("-", "_"))(**options)

    def checkout(self):
        shutil.copy(self.program, f"{self.folder}/bank.go")
        return True

    def upload_artifact(self, name, path, **options):
        source, artifact = os.path.join(self.folder, path), f"{self.root}/artifacts/{name}"
        if not os.path.exists(source):
            return options.get("if-no-files-found") != "error"
        os.makedirs(artifact)
        if os.path.isdir(source):
            shutil.copytree(source, artifact, dirs_exist_ok=True)
        else:
            shutil.copy(source, artifact)
        return True

    def download_artifact(self, path, name=None, pattern=None, **options):
        prefix = pattern and pattern.removesuffix("*")
        for artifact in os.listdir(f"{self.root}/artifacts"):
            if artifact == name or prefix and artifact.startswith(prefix) and options["merge-multiple"] == "True":
                destination = os.path.join(self.folder, path)
                shutil.copytree(f"{self.root}/artifacts/{artifact}", destination, dirs_exist_ok=True)
        return True


def github(root, program):
    """Runs the workflow; returns the status of its merge, the directory of results and the schedule's path."""
    workflow = Workflow(root, program)
    failed = workflow.run()
    status = {(): 0, ("merge",): 1}.get(tuple(failed), f"failed jobs: {failed}")
    return status, f"{workflow.folder}/results", f"{root}/artifacts/failing-schedule/failing.schedule"


def check(run, program, wanted, shards):
    """Runs a recipe with a program; prints what is wrong."""
    with tempfile.TemporaryDirectory() as root:
        os.mkdir(f"{root}/bin")
        os.symlink(MINIGO, f"{root}/bin/minigo")
        CLEAN["PATH"] = f"{root}/bin:{os.environ['PATH']}"
        print(f"== {run.__name__}: {program}", flush=True)
        status, results, schedule = run(root, f"{EXPLORE}/{program}")
        if status != wanted:
            yield f"status {status}, not {wanted}"
        missing = [n for n in range(1, shards + 1) if not os.path.exists(f"{results}/shard-{n}-of-{shards}.json")]
        if missing:
            yield f"no results of shards {missing}"
        if wanted == 1:
            failure = re.match("// WANT (.*)", open(f"{EXPLORE}/{program}", encoding="utf-8").read()).group(1)
            shutil.copy(f"{EXPLORE}/{program}", f"{root}/bank.go")
            command = [MINIGO, "run", "--replay", schedule, "bank.go"]
            replay = subprocess.run(command, cwd=root, capture_output=True, text=True)
            if failure not in replay.stdout + replay.stderr:
                yield f"the schedule does not repeat the failure: {replay.stdout}{replay.stderr}"


def main():
    if sys.argv[1:2] == ["--kubectl"]:
        sys.exit(kubectl(sys.argv[2], sys.argv[3:]))
    if not os.access(MINIGO, os.X_OK):
        sys.exit(f"no {MINIGO}: cargo build --release, or set MINIGO")
    shards = yaml.safe_load(recipe.recipes()["explore.yaml"].split("---\n")[1])["spec"]["completions"]
    problems = []
    for run in kubernetes, github:
        for program, status in ("ok_readers.go", 0), ("bad_wakeup.go", 1):
            problems += [f"{run.__name__}: {program}: {problem}" for problem in check(run, program, status, shards)]
    for problem in problems:
        print(problem, file=sys.stderr)
    sys.exit(1 if problems else 0)


if __name__ == "__main__":
    main()
