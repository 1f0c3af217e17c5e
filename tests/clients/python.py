"""Calls the tools of `cases.json` with a client written in Python.

python.py CLIENT MODE CASES SERVER.. prints the revision, and for each case what the
handler was asked and what the tool returned, one JSON value a line. CLIENT is a name in
`CLIENTS`. SERVER is a command or, for `sdk`, also an address.

Each client is a context that gives the revision, and a function that calls a tool. The
function returns whether the call failed, and the text. A reply with a `code` is an
error. Without `reply` the client cannot be asked. The imports are in the functions because
each client has an environment of its own.
"""

import asyncio
import json
import sys
from contextlib import asynccontextmanager, suppress


@asynccontextmanager
async def sdk(mode, server, reply):
    from mcp import Client, StdioServerParameters
    from mcp_types import ElicitResult, ErrorData

    async def elicit(_context, params):
        answer = reply(params)
        return (ErrorData if "code" in answer else ElicitResult)(**answer)

    async def call(tool, arguments):
        result = await client.call_tool(tool, arguments)
        return result.is_error, result.content[0].text

    address, *arguments = server
    if not address.startswith("http://"):
        address = StdioServerParameters(command=address, args=arguments)
    async with Client(address, mode=mode, elicitation_callback=elicit if reply else None) as client:
        yield client.protocol_version, call


@asynccontextmanager
async def fastmcp(mode, server, reply):
    with suppress(ImportError):
        # Where it is installed, it makes a client of tasks of FastMCP's.
        import fastmcp_tasks  # noqa: F401
    from fastmcp import Client
    from fastmcp.client.elicitation import ElicitResult
    from fastmcp.client.transports import StdioTransport

    async def elicit(_message, _type, params, _context):
        answer = reply(params)
        if "code" in answer:
            raise RuntimeError(answer["message"])
        return ElicitResult(**answer)

    async def call(tool, arguments):
        result = await client.call_tool(tool, arguments, raise_on_error=False)
        return result.is_error, result.content[0].text

    command, *arguments = server
    handler = elicit if reply else None
    async with Client(StdioTransport(command, arguments), mode=mode, elicitation_handler=handler) as client:
        # On 2026-07-28 the revision is unknown until the first request.
        await client.list_tools()
        yield client.protocol_version, call


@asynccontextmanager
async def langchain(_mode, server, reply):
    from langchain_mcp_adapters.callbacks import Callbacks
    from langchain_mcp_adapters.client import MultiServerMCPClient
    from langchain_mcp_adapters.tools import load_mcp_tools
    from mcp.types import ElicitResult, ErrorData

    async def elicit(_mcp_context, params, _context):
        answer = reply(params)
        return (ErrorData if "code" in answer else ElicitResult)(**answer)

    async def call(tool, arguments):
        message = await tools[tool].ainvoke({"name": tool, "args": arguments, "id": "1", "type": "tool_call"})
        return message.status == "error", message.text

    command, *arguments = server
    forms = {"transport": "stdio", "command": command, "args": arguments}
    client = MultiServerMCPClient({"forms": forms}, callbacks=Callbacks(on_elicitation=elicit if reply else None))
    async with client.session("forms", auto_initialize=False) as session:
        revision = (await session.initialize()).protocolVersion
        tools = {tool.name: tool for tool in await load_mcp_tools(session)}
        yield revision, call


CLIENTS = {"sdk": sdk, "fastmcp": fastmcp, "fastmcp-tasks": fastmcp, "langchain": langchain}


async def main(client, mode, cases, *server):
    asked, replies = [], iter(())

    def reply(params):
        asked.append(params.model_dump(by_alias=True, exclude_unset=True, mode="json"))
        return next(replies)

    said = []
    # One after the other, for a connection is closed in the task that has opened it.
    for can_ask in True, False:
        async with CLIENTS[client](mode, server, reply if can_ask else None) as (revision, call):
            for place, case in enumerate(json.load(open(cases))):
                if case.get("cannot_ask", False) == can_ask:
                    continue
                asked, replies = [], iter(case.get("replies", []))
                try:
                    error, text = await call(case["tool"], case.get("arguments", {}))
                except Exception as failure:
                    error, text = True, repr(failure)
                said.append((place, {"asked": asked, "error": bool(error), "text": text}))
    say(revision)
    for _, one in sorted(said, key=lambda one: one[0]):
        say(one)


def say(value):
    print(json.dumps(value), flush=True)


asyncio.run(main(*sys.argv[1:]))
