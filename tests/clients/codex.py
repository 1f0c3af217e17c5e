"""Calls the tools of `cases.json` with Codex, through its `app-server`, without a model.

codex.py CODEX MODE CASES COMMAND.. prints the revision, and for each case what Codex has
handed on and what the tool returned, one JSON value a line. MODE is `app-server`. A reply with
a `code` is an error. Codex can always be asked, so it prints null for a case that
`cannot_ask`.
"""

import json
import os
import subprocess
import sys
from tempfile import TemporaryDirectory

# What Codex adds to a question.
ADDED = {"threadId", "turnId", "serverName", "elicitationId"}


class Codex:
    def __init__(self, codex, mode, home, command, *arguments):
        config = {
            "mcp_servers.forms.command": command,
            "mcp_servers.forms.args": arguments,
            # There is none, and none is needed.
            "model_provider": "none",
            "model_providers.none.name": "none",
            "model_providers.none.base_url": "http://127.0.0.1:9",
            "analytics.enabled": False,
        }
        pairs = [part for key, value in config.items() for part in ("-c", f"{key}={json.dumps(value)}")]
        environment = {**os.environ, "CODEX_HOME": home, "RUST_LOG": "off"}
        pipe = subprocess.PIPE
        process = subprocess.Popen([codex, mode, *pairs], stdin=pipe, stdout=pipe, text=True, env=environment)
        self.input, self.output, self.count = process.stdin, process.stdout, 0

    def send(self, **message):
        print(json.dumps(message), file=self.input, flush=True)

    def request(self, method, reply=None, **params):
        """The response, or an error. Questions that come before it are answered by `reply`."""
        self.count += 1
        self.send(id=self.count, method=method, params=params)
        for message in map(json.loads, self.output):
            if message.get("method") == "mcpServer/elicitation/request":
                asked = {key: value for key, value in message["params"].items() if key not in ADDED}
                answer = reply(asked)
                self.send(id=message["id"], **{"error" if "code" in answer else "result": answer})
            elif message.get("id") == self.count and "method" not in message:
                return message
        raise EOFError("Codex has ended")


def main(codex, mode, cases, home, *server):
    codex = Codex(codex, mode, home, *server)
    codex.request("initialize", clientInfo={"name": "matrix", "version": "0"}, capabilities={"experimentalApi": True})
    codex.send(method="initialized")
    thread = codex.request("thread/start", ephemeral=True, approvalPolicy="on-request", cwd=home)["result"]["thread"]["id"]
    # It does not say which, and knows no other.
    say("2025-06-18")
    for case in json.load(open(cases)):
        if case.get("cannot_ask"):
            say(None)
            continue
        asked, replies = [], iter(case.get("replies", []))

        def reply(params):
            asked.append(params)
            return next(replies)

        tool = {"server": "forms", "tool": case["tool"], "arguments": case.get("arguments", {})}
        response = codex.request("mcpServer/tool/call", reply, threadId=thread, **tool)
        if "result" in response:
            result = response["result"]
            error, text = result.get("isError") or False, result["content"][0]["text"]
        else:
            error, text = True, response["error"]["message"]
        say({"asked": asked, "error": error, "text": text})


def say(value):
    print(json.dumps(value), flush=True)


codex, mode, cases, *server = sys.argv[1:]
with TemporaryDirectory() as home:
    main(codex, mode, cases, home, *server)
