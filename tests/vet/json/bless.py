#!/usr/bin/env python3
"""Writes what `go vet -json` prints for each Go file beside the file: bless.py [FILE...], with go in PATH or named by $GO.

A line for each finding: analysis, position, end, message; below it each suggested fix, and below that its edits. The
lines are sorted by analysis, position and message.
"""
import glob
import json
import os
import shutil
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
GO = os.environ.get("GO", "go")


def lines(output, directory):
    found = []
    for package in json.loads(output).values():
        for analysis, reports in package.items():
            for report in reports:
                posn, end = (report[key].replace(directory + "/", "") for key in ("posn", "end"))
                text = [f"{analysis} {posn} {end} {json.dumps(report['message'], ensure_ascii=False)}"]
                for fix in report.get("suggested_fixes", []):
                    text.append(f"  {fix['message']}" + (": no edits" if fix["edits"] is None else ""))
                    for edit in fix["edits"] or []:
                        text.append(f"    {edit['start']} {edit['end']} {json.dumps(edit['new'])}")
                place = [int(part) for part in posn.split(":")[1:]]
                found.append((analysis, place, report["message"], text))
    return [line for _, _, _, text in sorted(found) for line in text]


def main():
    for path in sys.argv[1:] or sorted(glob.glob(os.path.join(HERE, "*.go"))):
        with tempfile.TemporaryDirectory() as directory:
            directory = os.path.realpath(directory)
            with open(os.path.join(directory, "go.mod"), "w") as module:
                module.write("module main\n\ngo 1.27\n")
            shutil.copy(path, directory)
            ran = subprocess.run([GO, "vet", "-json", "."], cwd=directory, capture_output=True, text=True)
        if ran.returncode != 0 or not ran.stdout.strip():
            sys.exit(f"{path}: {ran.stderr}")
        with open(os.path.splitext(path)[0] + ".txt", "w") as out:
            out.writelines(line + "\n" for line in lines(ran.stdout, directory))


main()
