"""The server as a client reaches it, and what it has sent to that client.

Each of these is a context that gives the arguments of a driver, and the messages so
far.
"""

import json
import socket
import socketserver
import subprocess
from contextlib import contextmanager, suppress
from threading import Thread
from urllib.parse import urlsplit


@contextmanager
def pipe(binary, home, *arguments):
    """The client starts the server. What the client sends is kept, too."""
    files = {by: home / f"{by}.jsonl" for by in ("server", "client")}
    for file in files.values():
        file.write_bytes(b"")
    shell = 'sent=$1 got=$2; shift 2; tee -a "$got" | "$0" "$@" | tee -a "$sent"'
    command = ["sh", "-c", shell, *map(str, [binary, *files.values(), *arguments])]

    def sent(by="server"):
        *lines, _begun = files[by].read_text().split("\n")
        return [json.loads(line) for line in lines]

    yield command, sent


@contextmanager
def http(binary, _home, *arguments):
    """The server runs, and something that listens is between it and the client."""
    with subprocess.Popen([binary, "--http", *arguments], stdout=subprocess.PIPE, text=True) as server:
        try:
            url = urlsplit(server.stdout.readline().strip())
            with Recorder((url.hostname, url.port)) as recorder:
                Thread(target=recorder.serve_forever, daemon=True).start()
                host, port = recorder.server_address
                yield [f"http://{host}:{port}{url.path}"], lambda by="server": recorder.messages[by]
                recorder.shutdown()
        finally:
            server.kill()


class Recorder(socketserver.ThreadingTCPServer):
    daemon_threads = True

    def __init__(self, server):
        super().__init__(("127.0.0.1", 0), Relay)
        self.server, self.messages = server, {"server": [], "client": []}


class Relay(socketserver.BaseRequestHandler):
    """One connection."""

    def handle(self):
        with suppress(OSError), socket.create_connection(self.server.server) as server:
            Thread(target=self.forward, args=["client", self.request, server], daemon=True).start()
            self.forward("server", server, self.request)

    def forward(self, by, sender, receiver):
        rest, messages = b"", self.server.messages[by]
        with suppress(OSError):
            while data := sender.recv(1 << 16):
                *lines, rest = (rest + data).split(b"\n")
                messages.extend(one for line in lines if (one := message(line)))
                # The body of a request ends without a line break.
                if one := message(rest):
                    messages.append(one)
                    rest = b""
                receiver.sendall(data)
            receiver.shutdown(socket.SHUT_WR)


def message(line):
    """The message in a line, among what else HTTP and its events have."""
    line = line.strip().removeprefix(b"data:").strip()
    with suppress(ValueError):
        return json.loads(line) if line.startswith(b"{") else None


def answers(wire):
    """What was sent for each question: the content of an accept, or another action."""
    for message in wire:
        results = [message.get("result", {}), *message.get("params", {}).get("inputResponses", {}).values()]
        for result in results:
            if "action" in result:
                yield (result.get("content") or {}) if result["action"] == "accept" else result["action"]


def questions(wire):
    """The parameters of each question among the server's lines."""
    of_tasks = set()
    for message in wire:
        if message.get("method") == "elicitation/create":
            yield message["params"]
        result = message.get("result", {})
        for key, request in result.get("inputRequests", {}).items():
            # A client asks for its task again and again, and finds each question until it is answered.
            if (of_task := (result.get("taskId"), key)) in of_tasks:
                continue
            if "taskId" in result:
                of_tasks.add(of_task)
            yield request["params"]
