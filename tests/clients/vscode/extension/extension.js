// Calls a tool of an MCP server for each request on the socket ELICIT_CALLS, and answers with its
// result. A request is JSON: the `tool`, its `arguments`, and `where` it is called: in the "chat", as a
// participant of it does, or "outside", as any extension can.

const http = require('node:http');
const vscode = require('vscode');

/** A chat begins only if there is a language model. */
const model = {
  provideLanguageModelChatInformation: () => [
    { id: 'none', name: 'none', family: 'none', version: '0', maxInputTokens: 1, maxOutputTokens: 1, capabilities: {} },
  ],
  provideLanguageModelChatResponse() {
    throw new Error('no model is asked');
  },
  provideTokenCount: () => 1,
};

exports.activate = ({ subscriptions }) => {
  let asked;
  const participate = async (request, _context, stream, cancellation) => {
    const result = await invoke(asked.call, request.toolInvocationToken, cancellation);
    stream.markdown(result.text);
    asked.done(result);
  };
  const inChat = async (call) => {
    await vscode.commands.executeCommand('workbench.action.chat.newChat');
    const typed = { query: `@call ${call.tool}`, modelSelector: { vendor: 'elicit' } };
    return new Promise((done) => {
      asked = { call, done };
      vscode.commands.executeCommand('workbench.action.chat.open', typed);
    });
  };
  const server = http.createServer(async (request, response) => {
    const call = JSON.parse((await request.toArray()).join(''));
    const result = await (call.where === 'chat' ? inChat(call) : invoke(call));
    response.end(JSON.stringify(result));
  });
  server.listen(process.env.ELICIT_CALLS);
  subscriptions.push(
    vscode.lm.registerLanguageModelChatProvider('elicit', model),
    vscode.chat.createChatParticipant('elicit.caller', participate),
    { dispose: () => server.close() },
  );
};

/** The text of the result, and whether it is an error. */
async function invoke({ tool, arguments: input = {} }, toolInvocationToken, cancellation) {
  try {
    const options = { waitForLiveTools: true, autoTrustChanges: true };
    await vscode.commands.executeCommand('workbench.mcp.startServer', '*', options);
    // The name of the server is before it.
    const { name } = vscode.lm.tools.find(({ name }) => name.match(`^mcp_[^_]+_${tool}$`));
    const { content } = await vscode.lm.invokeTool(name, { input, toolInvocationToken }, cancellation);
    return { error: false, text: content.map(({ value }) => value).join('') };
  } catch (error) {
    return { error: true, text: error.message };
  }
}
