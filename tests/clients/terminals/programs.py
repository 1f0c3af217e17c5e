"""The programs: how each is started, and how a person fills in a form in it.

`fields` is what `cases.json` says that is asked, and `content` what the person answers. What
is not in it is left as it is shown. The last key is not pressed, but returned: by `decline` (of a form
with these fields, or else a link) and `open`; it is Enter after `fill`, and Escape cancels. On the way `fill` says what the person can read at each moment:
pairs of the name of a field, and texts. It returns False if there is no field to fill in.
"""

import json
import re


class Program:
    # Seconds between two keys.
    pause = 0.1

    def __init__(self, bins, home, model, server):
        self.bins, self.home, self.model, self.server = bins, home, model, server

    def environment(self):
        # What is needed, and nothing of the one who runs this.
        path = f"{self.bins}:/usr/bin:/bin"
        return {"HOME": self.home, "PATH": path, "TERM": "xterm-256color", "LANG": "C.UTF-8"}

    def write(self, name, content):
        path = self.home / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(content if isinstance(content, str) else json.dumps(content))

    def dialog(self, screen):
        """What of the screen is the question, if there is one."""
        found = [*re.finditer(self.question, screen, re.MULTILINE)]
        return screen[found[-1].start() :] if found else None


class Claude(Program):
    package, name = "@anthropic-ai/claude-code@2.1.332", "Claude Code {}"
    question = "^ *MCP server .forms. (requests your input|wants to open a URL)"
    idle = r"⏵⏵ (?!.*esc to interrupt)"
    alone = ["-p"]

    def environment(self):
        return super().environment() | {
            "ANTHROPIC_BASE_URL": self.model.address,
            "ANTHROPIC_API_KEY": "dummy",
            "CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC": "1",
            "DISABLE_AUTOUPDATER": "1",
            "ENABLE_TOOL_SEARCH": "false",
        }

    def command(self, alone=None):
        project = {str(self.home): {"hasTrustDialogAccepted": True}}
        key = {"approved": ["dummy"], "rejected": []}
        self.write(".claude.json", {"hasCompletedOnboarding": True, "customApiKeyResponses": key, "projects": project})
        command, *arguments = self.server
        self.write("servers.json", {"mcpServers": {"forms": {"command": command, "args": arguments}}})
        options = ["--mcp-config", "servers.json", "--strict-mcp-config", "--allowedTools=mcp__forms"]
        return ["claude", *options, *(["-p", alone] if alone else [])]

    def fill(self, terminal, fields, content):
        for name, field in fields.items():
            yield name, [field["named"], field.get("about"), *self.default(field)]
        for name, field in fields.items():
            default, value = field.get("else"), content.get(name)
            if field["a"] == "yes or no":
                # Without a default the box has a third state at first.
                presses = 0 if value is None else 2 - value if default is None else value != default
                terminal.keys(*["Space"] * presses)
            elif field["a"] in ("one of", "some of"):
                terminal.keys("Right")
                yield name, titles(field)
                if value is None:
                    terminal.keys("Left")
                elif field["a"] == "one of":
                    terminal.keys(*moves(values(field), default, value), "Space")
                else:
                    terminal.keys(*ticks(field, value), "Escape")
            elif value is not None:
                terminal.keys(*["BSpace"] * len(written(default)))
                terminal.type(written(value))
            terminal.keys("Down")

    def default(self, field):
        default = field.get("else")
        if default is None:
            return []
        if field["a"] == "yes or no":
            return [f"{field['named']}: {'☒' if default else '☐'}"]
        return [", ".join(titles(field, default)) if "options" in field else written(default)]

    def decline(self, terminal, fields):
        terminal.keys(*["Down"] * len(fields) if fields else ["Right"], "Right")
        return "Enter"

    def open(self, terminal):
        terminal.press("Enter", lambda screen: "Open again" in screen)
        return "Enter"


class Copilot(Program):
    package, name = "@github/copilot@1.0.102", "Copilot CLI {}"
    question = "^ *forms (needs information|wants you to visit)"
    pause = 0.3
    idle = r"^ *❯\s*$(?![\s\S]*(Working|Loading))"
    alone = ["-p"]

    def environment(self):
        return super().environment() | {
            "COPILOT_OFFLINE": "true",
            "COPILOT_AUTO_UPDATE": "false",
            "COPILOT_PROVIDER_BASE_URL": f"{self.model.address}/v1",
            "COPILOT_MODEL": "fake",
        }

    def command(self, alone=None):
        command, *arguments = self.server
        forms = {"type": "local", "command": command, "args": arguments, "tools": ["*"]}
        self.write(".copilot/mcp-config.json", {"mcpServers": {"forms": forms}})
        self.write(".copilot/config.json", {"trustedFolders": [str(self.home)], "banner": "never"})
        return ["copilot", "--allow-all-tools", "--disable-builtin-mcps", *(["-p", alone] if alone else [])]

    def fill(self, terminal, fields, content):
        for name, field in fields.items():
            tab = f"[{field['named']}]" if len(fields) > 1 else field["named"]
            yield name, [tab, field.get("about"), *titles(field), *self.default(field)]
            default, value = field.get("else"), content.get(name)
            if value is not None:
                if field["a"] == "some of":
                    terminal.keys(*ticks(field, value))
                elif field["a"] in ("yes or no", "one of"):
                    terminal.keys(*moves(values(field), default, value))
                else:
                    terminal.keys(*["BSpace"] * len(written(default)))
                    terminal.type(written(value))
            if name != [*fields][-1]:
                # An option is chosen by Enter. Tab leaves the field as it is.
                terminal.keys("Tab" if value is None else "Enter")

    def default(self, field):
        default = field.get("else")
        if default is None:
            return []
        if field["a"] == "some of":
            return [f"✓ {title}" for title in titles(field, default)]
        if field["a"] == "yes or no":
            return ["❯ Yes" if default else "❯ No"]
        return [f"❯ {titles(field, [default])[0] if 'options' in field else written(default)}"]

    def decline(self, terminal, _fields):
        return "C-d"

    def open(self, _terminal):
        return "Enter"


class Codex(Program):
    package, name = "@openai/codex@0.171.0", "Codex {}"
    question = r"^ *(Field \d+/\d+|forms needs your approval|Action required|Finish in Browser)"
    idle = r"^› Ask Codex(?![\s\S]*esc to interrupt)"
    # Keys that come faster count as pasted.
    pause = 0.7
    approval = "on-request"

    def command(self, alone=None):
        command, *arguments = self.server
        self.write(
            ".codex/config.toml",
            f"""
            model = "fake"
            model_provider = "fake"
            approval_policy = "{self.approval}"
            check_for_update_on_startup = false
            analytics.enabled = false
            feedback.enabled = false
            model_providers.fake = {{ name = "fake", base_url = "{self.model.address}/v1" }}
            projects."{self.home}".trust_level = "trusted"
            [mcp_servers.forms]
            command = {json.dumps(command)}
            args = {json.dumps(arguments)}
            default_tools_approval_mode = "approve"
            """,
        )
        return ["codex", *(["exec", "--skip-git-repo-check", alone] if alone else ["--no-daemon"])]

    def fill(self, terminal, fields, content):
        if "needs your approval" in terminal.screen():
            return False
        for name, field in sorted(fields.items()):
            yield name, [field["named"], field.get("about"), *titles(field), *self.default(field)]
            default, value = field.get("else"), content.get(name)
            if value is not None and field["a"] == "text":
                terminal.type(written(value))
            elif value is not None:
                terminal.keys(*moves(values(field), default, value))
            if name != max(fields):
                terminal.keys("Enter")
        return True

    def default(self, field):
        default = field.get("else")
        if default is None:
            return []
        if field["a"] == "text":
            return [default]
        return [f"› {1 + values(field).index(default)}."]

    def decline(self, terminal, _fields):
        """A link alone can be declined: it is the second option."""
        terminal.keys("Down")
        return "Enter"

    def open(self, terminal):
        terminal.press("Enter", lambda screen: "I finished" in screen)
        return "Enter"


class CodexNever(Codex):
    """It may ask for nothing."""

    name = 'Codex {}, `approval_policy = "never"`'
    approval = "never"


class OpenCode(Program):
    package, name = "opencode-ai@1.18.33", "opencode {}"

    def command(self, alone):
        options = {"baseURL": f"{self.model.address}/v1", "apiKey": "dummy"}
        fake = {"npm": "@ai-sdk/openai-compatible", "options": options, "models": {"fake": {}}}
        forms = {"type": "local", "command": self.server}
        self.write("opencode.json", {"provider": {"fake": fake}, "mcp": {"forms": forms}, "autoupdate": False, "share": "disabled"})
        return ["opencode", "run", "--model", "fake/fake", alone]


PROGRAMS = [Claude, Copilot, Codex]
ALONE = [Claude, Copilot, Codex, CodexNever, OpenCode]


def values(field):
    """The values of the options, with or without titles."""
    if field["a"] == "yes or no":
        return [True, False]
    return [one[0] if isinstance(one, list) else one for one in field["options"]]


def titles(field, chosen=None):
    """What is shown of the options, or of those that are chosen."""
    pairs = [one if isinstance(one, list) else [one, one] for one in field.get("options", ())]
    wanted = [chosen] if isinstance(chosen, str) else chosen
    return [title for value, title in pairs if wanted is None or value in wanted]


def moves(options, default, value):
    """The keys from the option that is marked at first to the one with this value."""
    by = options.index(value) - (options.index(default) if default is not None else 0)
    return ["Down"] * by if by > 0 else ["Up"] * -by


def ticks(field, value):
    """The keys that tick these options, and no others."""
    ticked, options = field.get("else") or [], values(field)
    at, keys = options[0], []
    for option in options:
        if (option in value) != (option in ticked):
            keys += [*moves(options, at, option), "Space"]
            at = option
    return keys


def written(value):
    return value if isinstance(value, str) else "" if value is None else json.dumps(value)
