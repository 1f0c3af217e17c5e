// Calls the tools of `cases.json` with the TypeScript SDK.
//
// typescript.mjs MODE CASES COMMAND.. prints the revision, and for each case what
// the handler was asked and what the tool returned, one JSON value a line.
// MODE is `1` for the SDK of that number, `legacy` or a revision for 2.x.

import { readFile } from 'node:fs/promises';

const [mode, cases, command, ...args] = process.argv.slice(2);
const say = (value) => console.log(JSON.stringify(value));

const { Client, StdioClientTransport, elicitation } =
  mode === '1'
    ? {
        ...(await import('@modelcontextprotocol/sdk/client/index.js')),
        ...(await import('@modelcontextprotocol/sdk/client/stdio.js')),
        elicitation: (await import('@modelcontextprotocol/sdk/types.js')).ElicitRequestSchema,
      }
    : {
        ...(await import('@modelcontextprotocol/client')),
        ...(await import('@modelcontextprotocol/client/stdio')),
        elicitation: 'elicitation/create',
      };

let asked, replies;
const client = new Client(
  { name: 'matrix', version: '0' },
  {
    capabilities: { elicitation: { form: {}, url: {} } },
    versionNegotiation: { mode: mode.includes('-') ? { pin: mode } : 'legacy' },
  },
);
client.setRequestHandler(elicitation, (request) => {
  asked.push(request.params);
  return replies.shift();
});

const transport = new StdioClientTransport({ command, args });
let revision;
if (mode === '1') transport.setProtocolVersion = (version) => (revision = version);
await client.connect(transport);
say(revision ?? client.getNegotiatedProtocolVersion());
for (const { tool, ...one } of JSON.parse(await readFile(cases))) {
  [asked, replies] = [[], one.replies];
  try {
    const result = await client.callTool({ name: tool, arguments: {} });
    say({ asked, error: result.isError ?? false, text: result.content[0].text });
  } catch (error) {
    say({ asked, error: true, text: String(error) });
  }
}
await client.close();
