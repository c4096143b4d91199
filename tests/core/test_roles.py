"""Systems are built from the modules of a package, and found by their names."""

from __future__ import annotations

import sys
from importlib.metadata import EntryPoint

import pytest

from quintain import discovery
from quintain.envs.core.engine.roles import require
from quintain.envs.core.engine.system import System, get_system


@pytest.fixture
def package(tmp_path, monkeypatch):
    """A package: masks in a folder, `observation` in a single module, and a faulty module."""
    files = {
        "__init__.py": "top = 1\n",
        "actions/__init__.py": "",
        "actions/masks.py": "legal_action_mask = 'mask'\n",
        "observation.py": "observe = 'seen'\n",
        "faulty.py": "import not_there\n",
    }
    for name, text in files.items():
        file = tmp_path / "tiny" / name
        file.parent.mkdir(exist_ok=True)
        file.write_text(text)
    monkeypatch.syspath_prepend(tmp_path)
    yield "tiny"
    for name in [name for name in sys.modules if name.partition(".")[0] == "tiny"]:
        del sys.modules[name]


@pytest.mark.parametrize(
    ("place", "found"),
    [("actions.masks.legal_action_mask", "mask"), ("observation.writer.observe", "seen")],
)
def test_a_role_is_in_a_folder_or_in_a_single_module(package, place, found):
    assert require(package, place) == found
    assert require(package, "text.report.narrate", place) == found


@pytest.mark.parametrize("place", ["observation.writer.narrate", "text.report.top", "step.top"])
def test_a_missing_role_is_reported_with_its_file(package, place):
    module, _, name = place.rpartition(".")
    file, single = f"{module.replace('.', '/')}.py", f"{module.partition('.')[0]}.py"
    files = file if file == single else f"{file} or {single}"
    with pytest.raises(ImportError, match=f"^tiny has no {files} with `{name}`$"):
        require(package, place)


def test_a_missing_role_is_reported_with_all_its_places(package):
    places = "rules/endings.py, rules.py or step.py"
    with pytest.raises(ImportError, match=f"^tiny has no {places} with `strength`$"):
        require(package, "rules.endings.strength", "step.strength")


def test_a_missing_module_is_reported_with_the_file_that_needs_it(package, tmp_path):
    (tmp_path / "tiny" / "deploy.py").write_text("from .step import play_on\n")
    with pytest.raises(ImportError, match=r"^tiny has no step\.py, which deploy\.py needs$"):
        require(package, "deploy.deploy")


def test_an_unknown_ending_is_reported_with_the_known_ones():
    message = "martial has no ending 'sunset' in enums.Ending, only none, "
    with pytest.raises(ValueError, match=message):
        System.from_package("quintain.envs.martial", "Martial", truncating=("sunset",))


def test_an_error_inside_a_module_is_not_reported_as_a_missing_role(package):
    with pytest.raises(ModuleNotFoundError, match="not_there"):
        require(package, "faulty.advance")


def test_a_system_with_missing_parts_is_refused(package):
    with pytest.raises(ImportError, match=r"tiny has no enums\.py with `Ending`"):
        System.from_package(package, "Tiny")


@pytest.fixture
def offered(monkeypatch):
    """Let entry points offer systems: `offered(name=value)`."""

    def offer(**values: str) -> None:
        points = [EntryPoint(name, value, discovery.GROUP) for name, value in values.items()]
        monkeypatch.setattr(discovery, "entry_points", lambda: points)

    return offer


def test_two_systems_of_one_name_are_refused(offered):
    system = get_system("martial")
    offered(martial="tiny:SYSTEM")
    found = discovery.find_systems()
    assert list(found) == discovery.own_systems()
    message = "two systems are named 'martial', by quintain itself and 'tiny:SYSTEM': uninstall one"
    with pytest.raises(ValueError, match=message):
        discovery.load_system("martial", found["martial"])
    assert get_system("heimr") is not system


@pytest.mark.parametrize(
    ("value", "error", "message"),
    [
        ("quintain.envs.martial:SYSTEM", ValueError, "'sixth' gives the system 'martial'"),
        ("quintain.envs.martial:__name__", TypeError, "'sixth' must name a System, got 'quintain"),
    ],
)
def test_an_entry_point_must_name_its_system(offered, value, error, message):
    offered(sixth=value)
    assert discovery.system_names() == [*discovery.own_systems(), "sixth"]
    with pytest.raises(error, match=message):
        get_system("sixth")


def test_sources_of_other_packages_are_found_without_an_import(package, offered, tmp_path):
    offered(sixth=f"{package}:SYSTEM", gone="not_there.at_all:SYSTEM")
    assert discovery.outside_packages() == {"sixth": tmp_path / "tiny"}
    assert package not in sys.modules
