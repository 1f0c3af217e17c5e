"""Reads the schema of a question, as the protocol's specification has it.

Into what `cases.json` says of a field: what it is `a` ("text", "integer", "number",
"yes or no", "one of", "some of"), what it is `named`, what is said `about` it, `from`
and `to` what it goes (a length, a value, a count), what it is read `as` (a format), its
`options` (with their titles, if they have any), what it is `else` (the default), and
whether it `must` be there.
"""


class Unreadable(Exception):
    """Something in the schema that the specification does not have."""


def fields(schema, revision):
    """What is said of each field, in order."""
    schema = dict(schema)
    required = schema.pop("required", [])
    properties = schema.pop("properties")
    if schema.pop("type") != "object" or schema:
        raise Unreadable(f"{schema} in the form")
    if unknown := set(required) - set(properties):
        raise Unreadable(f"{unknown} is required")
    read = {}
    for name, rules in properties.items():
        read[name] = field(dict(rules), revision)
        if name in required:
            read[name]["must"] = True
    return read


def field(rules, revision):
    kind = rules.pop("type")
    # Where each kind has its bounds.
    bounds = {
        "string": ("minLength", "maxLength"),
        "integer": ("minimum", "maximum"),
        "number": ("minimum", "maximum"),
        "boolean": (),
        "array": ("minItems", "maxItems"),
    }[kind]
    choices = None
    if kind == "string":
        choices = options(rules, "oneOf", revision == "2025-06-18")
    elif kind == "array":
        items = dict(rules.pop("items"))
        choices = options(items, "anyOf", False)
        if not choices or items.pop("type", "string") != "string" or items:
            raise Unreadable(f"{items} in a list")
    words = {
        "a": {"string": "one of" if choices else "text", "boolean": "yes or no", "array": "some of"}.get(kind, kind),
        "named": rules.pop("title", None),
        "about": rules.pop("description", None),
        **{word: rules.pop(bound, None) for word, bound in zip(("from", "to"), bounds)},
        "as": rules.pop("format", None) if kind == "string" else None,
        "options": choices,
        "else": rules.pop("default", None),
    }
    if rules:
        raise Unreadable(f"{rules} in a field")
    return {word: said for word, said in words.items() if said is not None}


def options(rules, titled, in_lists):
    """The options of a choice, if it is one; with their titles, where it has any: of
    each option, or before 2025-11-25 in a list beside the values."""
    if in_lists and "enumNames" in rules:
        values, titles = rules.pop("enum"), rules.pop("enumNames")
        if len(values) != len(titles):
            raise Unreadable(f"{len(titles)} titles of {len(values)} options")
        return [list(pair) for pair in zip(values, titles)]
    if titled in rules and not in_lists:
        pairs = rules.pop(titled)
        if any(pair.keys() != {"const", "title"} for pair in pairs):
            raise Unreadable(f"an option of {pairs}")
        return [[pair["const"], pair["title"]] for pair in pairs]
    return rules.pop("enum", None)
