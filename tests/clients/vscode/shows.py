"""What VS Code shows of a field that `cases.json` describes, and what it sends for it."""

LEFT_OUT = object()


class Chat:
    """A card."""

    named = "in a chat"

    @staticmethod
    def message(text):
        """Markdown drops blanks at the end of a paragraph."""
        return text.replace(" \n", "\n")

    @staticmethod
    def field(field, _place):
        """The default, or else the first option, is chosen."""
        options, defaults = options_of(field, ["True", "False"])
        seen = {"named": field["named"] + (" *" if "must" in field else "")}
        if "about" in field:
            seen["about"] = field["about"]
        if not options:
            return {**seen, "has": "".join(defaults)}
        options.sort(key=lambda option: name_of(option) not in defaults)
        chosen = defaults or ([] if field["a"] == "some of" else [name_of(options[0])])
        return {**seen, "options": options, "has": chosen}


class Outside:
    """A notification, and then a list."""

    named = "outside of one"

    @staticmethod
    def message(text):
        """It has no line breaks."""
        return " ".join(text.split())

    @staticmethod
    def field(field, place):
        """A default of `false` is not shown, and that of a list is not ticked."""
        options, defaults = options_of(field, ["true", "false"])
        about = [field["about"]] if "about" in field else []
        if "must" not in field:
            about.append("(Optional)" if about else "Optional")
        if not options:
            options = [[default, "Default value"] for default in defaults]
        if "must" not in field:
            options.append(["None", "No selection"])
        first = [name_of(option) for option in options[:1]]
        chosen = [] if field["a"] == "some of" else first if defaults == ["false"] else defaults or first
        return {"named": f"{field['named']} ({place})", "about": " ".join(about), "options": options, "has": chosen}


def sent_back(field, options, value):
    """What is sent for what was entered, or shown and left as it was."""
    if field["a"] == "some of":
        # In the order of the options.
        ticked = [name_of(option) for option in options if name_of(option) in value]
        return LEFT_OUT if ticked in ([], ["None"]) else ticked
    shown = value[0] if isinstance(value, list) else value
    if field["a"] == "yes or no":
        return str(shown).lower() == "true"
    if field["a"] in ("integer", "number"):
        return None if shown == "None" else float(shown or 0)
    return LEFT_OUT if shown == "None" else shown


def options_of(field, switch):
    """The options of a field, if it has any, and those which are its default, as they are shown."""
    default = field.get("else")
    if field["a"] == "yes or no":
        return switch[:], [] if default is None else [switch[not default]]
    defaults = default if isinstance(default, list) else [] if default is None else [str(default)]
    return list(field.get("options", [])), defaults


def name_of(option):
    return option[0] if isinstance(option, list) else option
