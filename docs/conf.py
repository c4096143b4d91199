"""The site: `make site` builds it into build/site with Sphinx, from the pages of the repository.

The root of the sources is the repository's, so a link works in the repository and on the site.
"""

from __future__ import annotations

import re
import sys
import tomllib
from pathlib import Path
from typing import Any

from docutils import nodes
from sphinx.addnodes import pending_xref
from sphinx.application import Sphinx

ROOT = Path(__file__).parents[1]
sys.path.append(str(ROOT / "docs/site"))
from diagram import draw  # noqa: E402

HOME = "docs/index"

project = "quintain"
author = copyright = "the quintain authors"
release = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["version"]

extensions = ["myst_parser", "sphinx.ext.autodoc", "sphinx.ext.napoleon", "sphinx_design"]
root_doc = HOME
include_patterns = ["*.md", "docs/**", "envs/*/RULES.md", "examples/learning/README.md"]
exclude_patterns = [".*", "build", "dist", "docs/site"]

# Markdown: headings are link targets, and the marks of generated parts are comments.
myst_enable_extensions = ["attrs_inline", "colon_fence"]
myst_heading_anchors = 3

# Docstrings: Google's style, with `code` in single backticks.
default_role = "code"
autodoc_member_order = "bysource"
autoclass_content = "both"  # the arguments are in the docstring of `__init__`
autodoc_typehints = "none"  # the text of an argument says what it is
autodoc_default_options = {"members": True, "show-inheritance": True}
napoleon_use_ivar = True
napoleon_use_rtype = False
python_use_unqualified_type_names = True
add_module_names = False

# Fonts, scripts and the index of the search are in the folder: nothing comes from a network.
html_theme = "furo"
html_title = f"quintain {release}"
html_static_path = ["site/static"]
html_css_files = ["quintain.css"]
html_extra_path = ["site/root"]
html_copy_source = False
html_show_search_summary = False  # it fetches the pages, which a browser refuses for files


def list_the_rest(app: Sphinx, docname: str, source: list[str]) -> None:
    """Add the pages of `docs` that the home page's lists leave out to its last list."""
    if docname == HOME:
        listed = set(re.findall(r"^([\w/-]+)$", source[0], re.MULTILINE)) | {"index"}
        names = {page.stem for page in (ROOT / "docs").glob("*.md")}
        source[0] = source[0].replace("THE-REST", "\n".join(sorted(names - listed)))


def unlink_folders(app: Sphinx, doctree: nodes.document) -> None:
    """Show a link to a folder of the repository, which is no page of the site, as plain text."""
    page = Path(app.env.doc2path(app.env.current_document.docname))
    for link in list(doctree.findall(pending_xref)):
        if link["reftype"] == "myst" and (page.parent / link["reftarget"]).is_dir():
            link.replace_self(nodes.inline("", "", *link.children))


def name_pages(app: Sphinx, doctree: nodes.document) -> None:
    """Show the title of a page in place of the name of its file, as links have it."""
    for link in doctree.findall(pending_xref):
        if link.get("refdomain") == "doc" and re.fullmatch(r"(\S+/)?[\w-]+\.md", link.astext()):
            link["refexplicit"] = False
            link.clear()


def draw_diagrams(app: Sphinx, doctree: nodes.document) -> None:
    """Show a Mermaid flowchart as a picture."""
    for block in list(doctree.findall(nodes.literal_block)):
        if block.get("language") == "mermaid":
            block.replace_self(nodes.raw("", draw(block.astext()), format="html"))


def show_headings(*event: Any) -> None:
    """Show the Markdown headings of a docstring, as Gymnasium has them, in bold."""
    what, lines = event[1], event[-1]
    if what in ("attribute", "data"):
        lines.insert(0, "")  # else napoleon takes what stands before a colon for a type
    lines[:] = [re.sub(r"^## (.*)", r"**\1**\n", line) for line in lines]


def setup(app: Sphinx) -> None:
    """Register the functions above."""
    app.connect("autodoc-process-docstring", show_headings, priority=400)  # before napoleon
    app.connect("source-read", list_the_rest)
    for change in (unlink_folders, name_pages, draw_diagrams):
        app.connect("doctree-read", change)
