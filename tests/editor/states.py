"""Types attributes into a server, and prints what rust-analyzer offers, shows and reports.

The arguments are the folder of the server, that of the sources of std, and the command. Fails if a row is not as expected.
"""

import json
import subprocess
import sys
from pathlib import Path

FIELD = '#[elicit(title = "Replicas", minimum = 1, maximum = 20, default = 2)]'
FORM = "struct Scale"
ON_FIELD, ON_FORM = {"title", "minimum", "choices"}, {"rename_all", "check"}
# What is replaced, and what is typed in its place, with a cursor; names that are offered there, if it
# is one; and the errors, by their beginnings.
STATES = [
    (FIELD, FIELD, set(), []),
    (FIELD, "#[elicit]", set(), ["`replicas`: this attribute is empty"]),
    (FIELD, "#[elicit(|)]", ON_FIELD, ["`replicas`: this attribute is empty"]),
    (FIELD, "#[elicit(tit|)]", ON_FIELD, ["`replicas`: there is no attribute `tit`; did you mean `title`?"]),
    (FIELD, "#[elicit(title)]", set(), ["`replicas`: `title` requires a text"]),
    (FIELD, "#[elicit(title =)]", set(), ["`replicas`: `title` requires a text"]),
    (FIELD, '#[elicit(title = "R", |)]', ON_FIELD, []),
    (FIELD, '#[elicit(title = "R", mini|)]', ON_FIELD, ["`replicas`: there is no attribute `mini`"]),
    (FIELD, '#[elicit(minimum = "3")]', set(), ["`replicas`: `minimum` requires a number"]),
    (FIELD, "zones: , #[elicit(|)]", ON_FIELD, ["Syntax Error: expected type"]),
    (FORM, "#[elicit(|)] struct Scale", ON_FORM, ["this attribute is empty"]),
    (FORM, "#[elicit(rena|)] struct Scale", ON_FORM, ["there is no attribute `rena`"]),
    (FORM, "#[elicit(rename_all)] struct Scale", set(), ["`rename_all` requires a text"]),
]


class Analyzer:
    """A client of rust-analyzer, with one open file."""

    def __init__(self, folder, sources, command):
        pipe = subprocess.PIPE
        self.program = subprocess.Popen(command, cwd=folder, stdin=pipe, stdout=pipe)
        self.document = {"uri": (folder / "src/main.rs").as_uri(), "version": 0}
        self.number = 0
        documented = {"completionItem": {"resolveSupport": {"properties": ["documentation"]}}}
        capabilities = {
            "textDocument": {"completion": documented, "diagnostic": {}, "hover": {"contentFormat": ["markdown"]}},
            "experimental": {"serverStatusNotification": True},
        }
        start = {"processId": None, "rootUri": folder.as_uri(), "capabilities": capabilities}
        # Without this, rust-analyzer adds the sources of std to the toolchain.
        options = {"checkOnSave": False, "cargo": {"sysrootSrc": sources}}
        self.ask("initialize", {**start, "initializationOptions": options})
        self.send("initialized", {})
        while not self.receive().get("params", {}).get("quiescent"):
            pass

    def send(self, method, params, **more):
        text = json.dumps({"jsonrpc": "2.0", "method": method, "params": params, **more}).encode()
        self.program.stdin.write(b"Content-Length: %d\r\n\r\n%s" % (len(text), text))
        self.program.stdin.flush()

    def receive(self):
        length = 0
        while (line := self.program.stdout.readline()) != b"\r\n":
            if not line:
                sys.exit("rust-analyzer has ended")
            if line.lower().startswith(b"content-length:"):
                length = int(line.split(b":")[1])
        return json.loads(self.program.stdout.read(length))

    def ask(self, method, params):
        """The result. While rust-analyzer still reads the program, it is asked again."""
        while True:
            self.number += 1
            self.send(method, params, id=self.number)
            while (message := self.receive()).get("id") != self.number or "method" in message:
                pass
            if "error" not in message:
                return message["result"]
            if message["error"]["code"] not in (-32801, -32802):
                sys.exit(f"{method}: {message['error']}")

    def write(self, text):
        self.text = text
        self.document["version"] += 1
        if self.document["version"] == 1:
            opened = {**self.document, "languageId": "rust", "text": text}
            return self.send("textDocument/didOpen", {"textDocument": opened})
        change = {"textDocument": self.document, "contentChanges": [{"text": text}]}
        return self.send("textDocument/didChange", change)

    def at(self, method, offset):
        before = self.text[:offset]
        position = {"line": before.count("\n"), "character": len(before.rpartition("\n")[2])}
        place = {"textDocument": {"uri": self.document["uri"]}, "position": position}
        return self.ask(f"textDocument/{method}", place)

    def hover(self, words):
        shown = self.at("hover", self.text.index(words) + 1)
        return json.dumps(shown, ensure_ascii=False)

    def names(self, offset):
        """Those that are offered with documentation."""
        items = (self.at("completion", offset) or {"items": []})["items"]
        items = [self.ask("completionItem/resolve", item) for item in items]
        return {item["label"] for item in items if item.get("documentation")}

    def errors(self):
        report = self.ask("textDocument/diagnostic", {"textDocument": {"uri": self.document["uri"]}})
        return [item["message"].splitlines()[0] for item in report["items"]]


def main(folder, sources, *command):
    folder = Path(folder).resolve()
    analyzer = Analyzer(folder, sources, command)
    server = (folder / "src/main.rs").read_text()
    faults = []
    print("| typed | offered | errors | `ask.form` knows its form |\n|---|---|---|---|")
    for old, new, expected_names, expected_errors in STATES:
        cursor = server.index(old) + new.find("|")
        typed = new.replace("|", "")
        analyzer.write(server.replace(old, typed, 1))
        names = analyzer.names(cursor) if "|" in new else set()
        errors = analyzer.errors()
        knows = "`T` = `Scale`" in analyzer.hover("form(")
        print(f"| `{new}` | {len(names)} names | {'; '.join(errors)} | {'yes' if knows else 'no'} |")
        begin = [error.startswith(start) for error, start in zip(errors, expected_errors)]
        is_right = len(errors) == len(expected_errors) and all(begin) and knows
        # `title` is for fields and variants, and nothing else is offered.
        if not (is_right and expected_names <= names and bool(expected_names) == bool(names)):
            faults.append(new)
    analyzer.write(server)
    for words, shown in [("title =", "the short label"), ("minimum =", "the least number"), ("Elicit)]", "Derives an")]:
        if shown not in analyzer.hover(words):
            faults.append(f"hover over {words}")
    analyzer.program.kill()
    if faults:
        sys.exit(f"not as expected: {faults}")


main(*sys.argv[1:])
