"""Write the types of the API for the page: `python tools/api_types.py`.

They come from the models on the wire (`web/models.py` and its siblings) by way of their JSON
schema, so that the page's JavaScript is checked against what the server really says.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from pydantic import TypeAdapter

from plyground.web.app import create_app
from plyground.web.messages import FROM_PAGE, ToPage

TARGET = Path(__file__).parents[1] / "src/plyground/web/static/js/api-types.d.ts"
HEAD = "// What goes over the wire. Written by tools/api_types.py from the server's models.\n"
PLAIN = {"integer": "number", "number": "number", "string": "string", "boolean": "boolean"}
AT = "#/components/schemas/"

Schema = dict[str, Any]


def declarations() -> str:
    """The text of the file."""
    api = create_app().openapi()
    named: Schema = api["components"]["schemas"]
    unions = {"FromPage": FROM_PAGE.json_schema(ref_template=AT + "{model}")}
    unions["ToPage"] = TypeAdapter(ToPage).json_schema(ref_template=AT + "{model}")
    for union in unions.values():
        named |= union.pop("$defs")
    bodies = [how.get("requestBody") for path in api["paths"].values() for how in path.values()]
    asked = _reached([*bodies, unions["FromPage"]], named)
    interfaces = [_interface(name, named[name], name in asked) for name in sorted(named)]
    aliases = [f"export type {name} = {_type(union)};\n" for name, union in unions.items()]
    return "\n".join([HEAD, *interfaces, *aliases])


def _reached(schema: Any, named: Schema) -> set[str]:
    """The names of all models that a schema holds, directly or not."""
    if not isinstance(schema, dict | list):
        return set()
    parts = list(schema.values()) if isinstance(schema, dict) else schema
    own = {part.removeprefix(AT) for part in parts if isinstance(part, str) and part.startswith(AT)}
    return own.union(*(_reached(part, named) for part in [*parts, *map(named.get, own)]))


def _interface(name: str, schema: Schema, asked: bool) -> str:
    """A model; what has a default may be left out of a question, but is in every answer."""
    needed = schema.get("required", []) if asked else schema["properties"]
    fields = [
        f"  {field}{'' if field in needed else '?'}: {_type(found)};\n"
        for field, found in schema["properties"].items()
    ]
    says = schema["description"].partition("\n")[0]
    return f"/** {says} */\nexport interface {name} {{\n{''.join(fields)}}}\n"


def _type(schema: Schema) -> str:
    """A schema as a type."""
    if "$ref" in schema:
        return str(schema["$ref"].rpartition("/")[2])
    if literals := schema.get("enum", [schema["const"]] if "const" in schema else []):
        return " | ".join(json.dumps(literal) for literal in literals)
    if parts := schema.get("anyOf", schema.get("oneOf")):
        return " | ".join(dict.fromkeys(_type(part) for part in parts))
    return _structure(schema)


def _structure(schema: Schema) -> str:
    match schema["type"]:
        case "array" if "prefixItems" in schema:
            return f"[{', '.join(_type(item) for item in schema['prefixItems'])}]"
        case "array":
            items = _type(schema["items"])
            return f"({items})[]" if " " in items and items[0] != "[" else f"{items}[]"
        case "object":
            keys = _type(schema["propertyNames"]) if "propertyNames" in schema else "string"
            return f"Record<{keys}, {_type(schema['additionalProperties'])}>"
        case "null":
            return "null"
        case plain:
            return PLAIN[plain]


if __name__ == "__main__":
    TARGET.write_text(declarations(), encoding="utf-8")
