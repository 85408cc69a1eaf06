"""`plyground mcp`: a server for assistants."""

from __future__ import annotations


def mcp() -> None:
    """Serve the Model Context Protocol here, so that an assistant plays, analyses and solves.

    Name this command in the assistant's settings; it speaks over standard input and output. Every
    move that is played is graded against proof, where there is one.

    Example:  plyground mcp
    """
    from plyground.mcp_server import make_server

    make_server().run("stdio")
