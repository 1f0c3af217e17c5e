// A provider that has files, and lets clients at them with tokens of its users.

import { createServer } from 'node:http';
import { once } from 'node:events';
import { Provider } from 'oidc-provider';

export const CLIENT = { client_id: 'file-lister', client_secret: 'secret-of-the-client' };

// It listens before its client is known, which needs its address and has one for it.
export const listen = async () => {
  const server = createServer();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = `http://127.0.0.1:${server.address().port}`;
  return { address, server };
};

// Serves. Returns what it has seen and handed out.
export const serve = ({ address, server }, redirect_uri) => {
  const provider = new Provider(address, {
    clients: [{ ...CLIENT, redirect_uris: [redirect_uri] }],
    scopes: ['files'],
    pkce: { required: () => true },
  });
  const seen = { requests: 0, tokens: [], codes: [], verifiers: [] };
  provider.use(async (context, next) => {
    seen.requests += 1;
    if (context.path === '/files') {
      const [, value] = (context.get('authorization') || '').split(' ');
      const token = value && (await provider.AccessToken.find(value));
      if (token?.scopes.has('files')) context.body = [`notes of ${token.accountId}`, 'plan.txt'];
      else context.status = 401;
      return;
    }
    await next();
    if (context.path === '/token') seen.verifiers.push(context.oidc.params?.code_verifier);
  });
  provider.on('access_token.saved', (token) => seen.tokens.push(token.jti));
  provider.on('authorization_code.saved', (code) => seen.codes.push(code.jti));
  server.on('request', provider.callback());
  const revoke = async () => {
    for (const value of seen.tokens) await (await provider.AccessToken.find(value))?.destroy();
  };
  return { seen, revoke };
};
