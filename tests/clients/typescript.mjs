// Calls the tools of `cases.json` with a client written in TypeScript.
//
// typescript.mjs CLIENT MODE CASES COMMAND.. prints the revision, and for each case
// what the handler was asked and what the tool returned, one JSON value a line. CLIENT
// is a name in `clients`. MODE is `legacy`, or 2026-07-28 for the clients that know it.
//
// Each client gives the revision, a function that calls a tool, and one that ends the
// connection. A reply with a `code` is an error. Without `reply` the client cannot be asked. The imports are in the functions because
// each client has a folder of its own.

import { readFile } from 'node:fs/promises';

const info = { name: 'matrix', version: '0' };
const able = (reply) => (reply ? { elicitation: { form: {}, url: {} } } : {});

const ofSdk = (client, revision) => ({
  revision,
  call: (name, args) => client.callTool({ name, arguments: args }),
  close: () => client.close(),
});

const clients = {
  // The SDK 1.x.
  async sdk(_mode, command, args, reply) {
    const { Client } = await import('@modelcontextprotocol/sdk/client/index.js');
    const { StdioClientTransport } = await import('@modelcontextprotocol/sdk/client/stdio.js');
    const { ElicitRequestSchema } = await import('@modelcontextprotocol/sdk/types.js');
    const client = new Client(info, { capabilities: able(reply) });
    if (reply) client.setRequestHandler(ElicitRequestSchema, ({ params }) => reply(params));
    const transport = new StdioClientTransport({ command, args });
    let revision;
    transport.setProtocolVersion = (version) => (revision = version);
    await client.connect(transport);
    return ofSdk(client, revision);
  },

  // The SDK 2.x.
  async client(mode, command, args, reply) {
    const { Client } = await import('@modelcontextprotocol/client');
    const { StdioClientTransport } = await import('@modelcontextprotocol/client/stdio');
    const versionNegotiation = { mode: mode === 'legacy' ? mode : { pin: mode } };
    const client = new Client(info, { capabilities: able(reply), versionNegotiation });
    if (reply) client.setRequestHandler('elicitation/create', ({ params }) => reply(params));
    await client.connect(new StdioClientTransport({ command, args }));
    return ofSdk(client, client.getNegotiatedProtocolVersion());
  },

  async mastra(mode, command, args, reply) {
    process.env.MASTRA_TELEMETRY_DISABLED = '1';
    const { MCPClient } = await import('@mastra/mcp');
    const asks = reply && { inputRequests: async ({ params }) => reply(params) };
    const capabilities = able(reply);
    const forms = { command, args, protocolVersion: mode, capabilities, ...asks, onToolError: 'return' };
    const client = new MCPClient({ servers: { forms } });
    const tools = await client.listTools();
    return {
      revision: client.getServerProtocolVersions().forms,
      call: (name, args) => tools[`forms_${name}`].execute(args, {}),
      close: () => client.disconnect(),
    };
  },
};

const [client, mode, cases, command, ...args] = process.argv.slice(2);
const say = (value) => console.log(JSON.stringify(value));

let asked, replies, version;
const reply = (params) => {
  asked.push(params);
  const { code, message, ...result } = replies.shift();
  if (code) throw Object.assign(new Error(message), { code });
  return result;
};
const all = JSON.parse(await readFile(cases));
const said = [];
for (const cannotAsk of [false, true]) {
  const { revision, call, close } = await clients[client](mode, command, args, cannotAsk ? undefined : reply);
  version = revision;
  for (const [place, one] of all.entries()) {
    if ((one.cannot_ask ?? false) !== cannotAsk) continue;
    [asked, replies] = [[], one.replies ?? []];
    try {
      const result = await call(one.tool, one.arguments ?? {});
      said[place] = { asked, error: result.isError ?? false, text: result.content[0].text };
    } catch (error) {
      said[place] = { asked, error: true, text: String(error) };
    }
  }
  await close();
}
say(version);
said.forEach(say);
