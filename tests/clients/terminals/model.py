"""A model on loopback that calls a tool when it is told so, and reads what the tool returned.

It speaks what each of the programs speaks, always as a stream of events: the Messages API
of Anthropic, the chat completions of OpenAI, and the Responses API of OpenAI.
"""

import json
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from queue import Queue
from threading import Thread
from uuid import uuid4


class Model(ThreadingHTTPServer):
    daemon_threads = True

    def __init__(self):
        super().__init__(("127.0.0.1", 0), Request)
        self.address = f"http://127.0.0.1:{self.server_port}"
        # The call that is made next, and what the tools have returned.
        self.call, self.returned = None, Queue()

    def turn(self, tools, last):
        """What the model does: calls one of `tools` (pairs of a key and a name), or says something."""
        if last is not None:
            self.returned.put(last)
            return None
        for key, name in tools if self.call else ():
            tool, arguments = self.call
            # Each program puts the server's name before it, in a way of its own.
            if name == tool or name.endswith((f"_{tool}", f"-{tool}")) and "forms" in name:
                self.call = None
                return key, json.dumps(arguments)
        return None


@contextmanager
def model():
    with Model() as server:
        Thread(target=server.serve_forever, daemon=True).start()
        yield server
        server.shutdown()


class Request(BaseHTTPRequestHandler):
    def log_message(self, *_):
        pass

    def do_GET(self):
        self.reply("application/json", json.dumps({"object": "list", "data": [], "models": []}))

    def do_POST(self):
        asked = json.loads(self.rfile.read(int(self.headers.get("Content-Length", 0))) or "{}")
        path = self.path.partition("?")[0]
        for end, dialect in DIALECTS.items():
            if path.endswith(end):
                events = dialect(asked, self.server.turn)
                self.reply("text/event-stream", "".join(f"{event}\n\n" for event in events))
                return
        self.reply("application/json", json.dumps({"input_tokens": 1}))

    def reply(self, kind, text):
        body = text.encode()
        self.send_response(200)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)


def fresh():
    """An identifier. A program takes two messages that share one for the same message."""
    return uuid4().hex


def text(content):
    """The text of a message's content."""
    if isinstance(content, list):
        return "\n".join(part.get("text", "") for part in content)
    return content


def messages(asked, turn):
    """Anthropic's Messages API."""
    content = asked["messages"][-1]["content"]
    last = content[-1] if isinstance(content, list) else {"type": "text"}
    tools = [(tool["name"], tool["name"]) for tool in asked.get("tools", ())]
    call = turn(tools, text(last.get("content", "")) if last["type"] == "tool_result" else None)
    if call:
        block = {"type": "tool_use", "id": fresh(), "name": call[0], "input": {}}
        delta = {"type": "input_json_delta", "partial_json": call[1]}
    else:
        block, delta = {"type": "text", "text": ""}, {"type": "text_delta", "text": "Finished."}
    usage = {"input_tokens": 1, "output_tokens": 1}
    message = {"id": fresh(), "type": "message", "role": "assistant", "model": asked["model"], "content": []}
    for event in (
        {"type": "message_start", "message": message | {"stop_reason": None, "usage": usage}},
        {"type": "content_block_start", "index": 0, "content_block": block},
        {"type": "content_block_delta", "index": 0, "delta": delta},
        {"type": "content_block_stop", "index": 0},
        {"type": "message_delta", "delta": {"stop_reason": "tool_use" if call else "end_turn"}, "usage": usage},
        {"type": "message_stop"},
    ):
        yield f"event: {event['type']}\ndata: {json.dumps(event)}"


def completions(asked, turn):
    """OpenAI's chat completions."""
    last = asked["messages"][-1]
    tools = [(tool["function"]["name"], tool["function"]["name"]) for tool in asked.get("tools", ())]
    call = turn(tools, text(last["content"]) if last["role"] == "tool" else None)
    if call:
        name, arguments = call
        function = {"name": name, "arguments": arguments}
        tool = {"index": 0, "id": fresh(), "type": "function", "function": function}
        delta, reason = {"tool_calls": [tool]}, "tool_calls"
    else:
        delta, reason = {"content": "Finished."}, "stop"
    chunk = {"id": fresh(), "object": "chat.completion.chunk", "created": 0, "model": asked["model"]}
    for choice in ({"delta": {"role": "assistant"} | delta}, {"delta": {}, "finish_reason": reason}):
        yield "data: " + json.dumps(chunk | {"choices": [{"index": 0, "finish_reason": None} | choice]})
    yield "data: [DONE]"


def responses(asked, turn):
    """OpenAI's Responses API. A tool may be in a namespace."""
    last, tools = asked["input"][-1], []
    for tool in asked.get("tools", ()):
        inside = tool.get("tools", ()) if tool["type"] == "namespace" else ()
        tools += [({"namespace": tool["name"], "name": one["name"]}, f"{tool['name']}_{one['name']}") for one in inside]
        if "name" in tool:
            tools.append(({"name": tool["name"]}, tool["name"]))
    # Codex puts the time that the tool took before what it returned.
    output = text(last["output"]).partition("Output:\n") if last["type"] == "function_call_output" else None
    call = turn(tools, output and (output[2] or output[0]))
    if call:
        item = {"type": "function_call", "call_id": fresh(), **call[0], "arguments": call[1]}
    else:
        said = {"type": "output_text", "text": "Finished.", "annotations": []}
        item = {"type": "message", "role": "assistant", "content": [said]}
    usage = {"input_tokens": 1, "output_tokens": 1, "total_tokens": 2}
    for event in (
        {"type": "response.created", "response": {"id": fresh()}},
        {"type": "response.output_item.done", "output_index": 0, "item": {"id": fresh(), **item}},
        {"type": "response.completed", "response": {"id": fresh(), "output": [], "usage": usage}},
    ):
        yield f"event: {event['type']}\ndata: {json.dumps(event)}"


DIALECTS = {"/messages": messages, "/chat/completions": completions, "/responses": responses}
