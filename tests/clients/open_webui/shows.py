"""What Open WebUI shows of a field that `cases.json` describes, and what it sends for it."""

# What a list of options begins with.
NONE = "Select an option"


def field(field):
    """One list for a choice and a boolean, with the default chosen."""
    seen = {"named": field["named"] + (" * required" if "must" in field else "")}
    if "about" in field:
        seen["about"] = field["about"]
    default, titles = field.get("else"), names(field)
    if not titles:
        return {**seen, "has": "" if default is None else str(default)}
    if field["a"] == "some of":
        return {**seen, "options": [*titles.values()], "has": [titles[value] for value in default or []]}
    return {**seen, "options": [NONE, *titles.values()], "has": [titles.get(default, NONE)]}


def names(field):
    """The options of a field by their values, as they are shown."""
    if field["a"] == "yes or no":
        return {True: "Yes", False: "No"}
    return dict(one if isinstance(one, list) else (one, one) for one in field.get("options", ()))


def in_order(asks, sends):
    """What is chosen in a list is sent in the order of its options."""
    if not isinstance(sends, dict):
        return sends
    lists = {name: value for name, value in sends.items() if isinstance(value, list)}
    return sends | {name: [one for one in names(asks[name]) if one in value] for name, value in lists.items()}
