"""Calls the tools of `cases.json` with the Python SDK.

python.py MODE CASES SERVER.. prints the revision, and for each case what the
handler was asked and what the tool returned, one JSON value a line. SERVER is a
command, or an address.
"""

import asyncio
import json
import sys

from mcp import Client, StdioServerParameters
from mcp_types import ElicitResult


async def main(mode, cases, server, *arguments):
    asked, replies = [], iter(())

    async def elicit(_context, params):
        asked.append(params.model_dump(by_alias=True, exclude_unset=True, mode="json"))
        return ElicitResult(**next(replies))

    if not server.startswith("http://"):
        server = StdioServerParameters(command=server, args=list(arguments))
    async with Client(server, mode=mode, elicitation_callback=elicit) as client:
        say(client.protocol_version)
        for case in json.load(open(cases)):
            asked, replies = [], iter(case["replies"])
            try:
                result = await client.call_tool(case["tool"], {})
                said = {"error": result.is_error or False, "text": result.content[0].text}
            except Exception as error:
                said = {"error": True, "text": repr(error)}
            say({"asked": asked, **said})


def say(value):
    print(json.dumps(value), flush=True)


asyncio.run(main(*sys.argv[1:]))
