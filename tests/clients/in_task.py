"""Answers a question that a task asks, with FastMCP: first in a way that is not valid.

in_task.py SERVER.. ends with an error unless the question comes twice, as it was asked, and the
task ends with the valid answer. The package `fastmcp_tasks` makes a client of tasks of FastMCP's.
"""

import asyncio
import sys

import fastmcp_tasks  # noqa: F401
from fastmcp import Client
from fastmcp.client.elicitation import ElicitResult
from fastmcp.client.transports import StdioTransport

BRANCHES = ["MAIN", "feature-x"]


async def main(command, *arguments):
    asked = []

    async def elicit(_message, _type, params, _context):
        asked.append(params.model_dump(by_alias=True, exclude_unset=True, mode="json"))
        return ElicitResult(action="accept", content={"name": "Zoë", "branch": BRANCHES[len(asked) - 1]})

    transport = StdioTransport(command, list(arguments))
    async with Client(transport, mode="2026-07-28", elicitation_handler=elicit) as client:
        await client.list_tools()
        result = await client.call_tool("in_task", {})
    assert len(asked) == len(BRANCHES), asked
    for params in asked:
        properties = params["requestedSchema"]["properties"]
        assert list(properties) == ["name", "branch", "remark"], properties
        assert properties["branch"]["pattern"] == "^[a-z-]+$", properties
        assert "_meta" not in params, params
    assert asked[1]["message"].startswith("Please correct your answer."), asked[1]
    assert result.content[0].text == '{"name":"Zoë","branch":"feature-x","remark":null}', result


asyncio.run(main(*sys.argv[1:]))
