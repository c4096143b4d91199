"""The wheel contains the tree: every module, every data file, and nothing else."""

from __future__ import annotations

import ast
import os
import shutil
import subprocess
import sys
import tomllib
import zipfile
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.version import Version

ROOT = Path(__file__).parents[1]
FOLDERS = (
    "agents",
    "apps",
    "bench",
    "configs",
    "envs",
    "evaluation",
    "table",
    "testing",
    "training",
)
ENDINGS = (".py", ".yaml", ".html", ".css", ".js", ".npc", ".svg", "RULES.md", "py.typed")


def files_of_the_tree() -> set[str]:
    """The files of the package in the tree, by their names in a wheel."""
    files = [file for folder in FOLDERS for file in (ROOT / folder).rglob("*")]
    files += [file for file in ROOT.iterdir() if file.is_file()]
    return {
        f"quintain/{file.relative_to(ROOT).as_posix()}"
        for file in files
        if file.name.endswith(ENDINGS) and not file.name.startswith(".")
    }


@pytest.fixture(scope="module")
def wheel(tmp_path_factory) -> Path:
    """The wheel, built from a source distribution of a copy of the tree."""
    folder = tmp_path_factory.mktemp("packaging")
    shutil.copytree(
        ROOT,
        folder / "tree",
        ignore=shutil.ignore_patterns(".*", "build", "dist", "runs", "*.egg-info", "__pycache__"),
    )
    command = [sys.executable, "-m", "build", "--no-isolation", "--outdir", "dist", "tree"]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return next(folder.glob("dist/*.whl"))


def test_the_wheel_holds_the_files_of_the_tree(wheel):
    with zipfile.ZipFile(wheel) as archive:
        packed = {name for name in archive.namelist() if ".dist-info/" not in name}
    expected = files_of_the_tree()
    assert {"quintain/py.typed", "quintain/envs/core/compiler/compile.py"} <= expected
    assert packed == expected


def test_the_wheel_works_without_the_tree(wheel, tmp_path):
    target = tmp_path / "site"
    command = [sys.executable, "-m", "pip", "install", "--no-deps", "--quiet", "--target"]
    subprocess.run([*command, str(target), str(wheel)], check=True)
    script = (
        "import importlib.metadata, pathlib, quintain, quintain.envs.core.compiler.compile;"
        "print(pathlib.Path(quintain.__file__).parents[1]);"
        "print(quintain.__version__ == importlib.metadata.version('quintain'))"
    )
    done = subprocess.run(
        [sys.executable, "-c", script],
        env={**os.environ, "PYTHONPATH": str(target)},
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout.split() == [str(target), "True"]


def test_the_installed_command_is_there():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert project["scripts"] == {"quintain": "quintain.__main__:main"}


UNIX = {"fcntl", "grp", "pwd", "resource", "termios", "tty"}
"""Modules of the standard library that Windows lacks."""


def test_no_file_needs_a_module_that_windows_lacks():
    found = []
    for folder in FOLDERS:
        for file in (ROOT / folder).rglob("*.py"):
            for node in ast.parse(file.read_text(encoding="utf-8")).body:
                names = [one.name for one in node.names] if isinstance(node, ast.Import) else ()
                found += [f"{file.relative_to(ROOT)}: {name}" for name in {*names} & UNIX]
    assert found == []


def test_the_core_needs_six_packages():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    names = {requirement.split(">")[0] for requirement in project["dependencies"]}
    assert names == {"gymnasium", "numba", "numpy", "pettingzoo", "pydantic", "pyyaml"}


def pins_of(name: str) -> dict[str, str]:
    """The versions in a file of constraints, by package."""
    lines = (ROOT / name).read_text(encoding="utf-8").splitlines()
    pins = [line.split("==") for line in lines if line and not line.startswith("#")]
    assert all(len(pin) == 2 and "+" not in pin[1] for pin in pins)
    return {name.lower().replace("_", "-"): version for name, version in pins}


def test_the_pins_for_ray_are_the_others_but_for_gymnasium():
    usual, ray = pins_of("constraints.txt"), pins_of("constraints-ray.txt")
    assert {name for name in usual if ray.get(name) != usual[name]} == {"gymnasium"}
    assert ray["gymnasium"] == "1.2.2"


def test_all_requirements_have_tested_pins():
    pinned = pins_of("constraints-ray.txt").keys()
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    groups = [project["dependencies"], *project["optional-dependencies"].values()]
    needed = {Requirement(requirement).name for group in groups for requirement in group}
    assert {name for name in needed if not name.startswith("quintain")} <= pinned


@pytest.mark.parametrize("name", ["numba", "numpy", "onnx", "onnxruntime"])
def test_numba_numpy_and_onnx_have_tested_upper_bounds(name):
    lines = (ROOT / "constraints.txt").read_text(encoding="utf-8").splitlines()
    pin = Version(next(line for line in lines if line.startswith(f"{name}==")).partition("==")[2])
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    groups = [project["dependencies"], *project["optional-dependencies"].values()]
    given = [Requirement(one) for group in groups for one in group]
    (bounds,) = [one.specifier for one in given if one.name == name]
    assert str(pin) in bounds
    assert f"{pin.major}.{pin.minor + 1}" not in bounds
