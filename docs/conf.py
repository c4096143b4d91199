"""The site: `make site` builds it into build/site with Sphinx, from the pages as they are in the repository.

The root of the sources is the repository's, so that a link works in the repository and on the site.
"""

from __future__ import annotations

import re
import tomllib
from pathlib import Path
from typing import Any

from docutils import nodes
from sphinx.addnodes import pending_xref
from sphinx.application import Sphinx

ROOT = Path(__file__).parents[1]
HOME = "docs/index"

project = "quintain"
author = copyright = "the quintain authors"
release = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["version"]

extensions = ["myst_parser", "sphinx.ext.autodoc", "sphinx.ext.napoleon", "sphinx_design"]
root_doc = HOME
include_patterns = ["*.md", "docs/**", "envs/*/RULES.md"]
exclude_patterns = [".*", "build", "dist", "docs/site"]

# Markdown: headings are link targets, and the marks of generated parts are comments.
myst_enable_extensions = ["attrs_inline", "colon_fence"]
myst_heading_anchors = 3

# Docstrings: Google's style, with `code` in single backticks.
default_role = "code"
autodoc_member_order = "bysource"
autodoc_typehints = "none"  # the text of an argument says what it is
autodoc_default_options = {"members": True, "show-inheritance": True}
napoleon_use_ivar = True
napoleon_use_rtype = False
python_use_unqualified_type_names = True
add_module_names = False

# The look. Fonts, scripts and the index of the search are in the folder: nothing comes from a network.
html_theme = "furo"
html_title = f"quintain {release}"
html_static_path = ["site/static"]
html_css_files = ["quintain.css"]
html_extra_path = ["site/root"]
html_copy_source = False
html_show_search_summary = False  # it would fetch the pages found, which a browser refuses for files
html_theme_options = {"sidebar_hide_name": False}


def list_the_rest(app: Sphinx, docname: str, source: list[str]) -> None:
    """Add the pages of `docs` that the home page's lists leave out to its last list."""
    if docname == HOME:
        listed = set(re.findall(r"^([\w/-]+)$", source[0], re.MULTILINE)) | {"index"}
        names = {page.stem for page in (ROOT / "docs").glob("*.md")}
        source[0] = source[0].replace("THE-REST", "\n".join(sorted(names - listed)))


def unlink_folders(app: Sphinx, doctree: nodes.document) -> None:
    """Show a link to a folder of the repository, which is no page of the site, as plain text."""
    for link in list(doctree.findall(pending_xref)):
        page = Path(app.env.doc2path(app.env.current_document.docname))
        if link["reftype"] == "myst" and (page.parent / link["reftarget"]).is_dir():
            link.replace_self(nodes.inline("", "", *link.children))


def show_headings(app: Sphinx, what: str, name: str, it: Any, options: Any, lines: list[str]) -> None:
    """Show the headings of a manual page, which are Markdown as Gymnasium has them, as bold text."""
    lines[:] = [re.sub(r"^## (.*)", r"**\1**\n", line) for line in lines]


def setup(app: Sphinx) -> None:
    """Register the functions above."""
    app.connect("autodoc-process-docstring", show_headings)
    app.connect("source-read", list_the_rest)
    app.connect("doctree-read", unlink_folders)
