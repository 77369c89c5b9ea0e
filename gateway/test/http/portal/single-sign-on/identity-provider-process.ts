// An identity provider in its own process, for tests of single sign-on: the unchanged oidc-provider, with people that
// the test names. Its parent sends clients and people, and gets the address.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import Provider from 'oidc-provider';

export interface ProviderSetup {
  clients: { client_id: string; client_secret: string; redirect_uris: string[] }[];
}

export type Claims = Record<string, unknown>;

const people = new Map<string, Claims>();

async function begin({ clients }: ProviderSetup): Promise<void> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const provider = new Provider(issuer, {
    clients,
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name', 'groups'] },
    findAccount: (_context, id) =>
      people.has(id) ? { accountId: id, claims: () => ({ sub: id, ...people.get(id) }) } : undefined,
    pkce: { required: () => true },
    cookies: { keys: ['of-this-test'] },
  });
  server.on('request', provider.callback());
  process.send!({ issuer });
}

const realNow = Date.now;
let shiftMs = 0;
Date.now = () => realNow() + shiftMs;

interface Message {
  setup?: ProviderSetup;
  person?: { id: string; claims: Claims };
  /** Moves its clock forward by this much. */
  advanceMs?: number;
}

process.on('message', (message: Message) => {
  if (message.setup) void begin(message.setup);
  if (message.advanceMs) {
    shiftMs += message.advanceMs;
    process.send!({ shiftMs });
  }
  if (message.person) {
    people.set(message.person.id, message.person.claims);
    process.send!({ known: message.person.id });
  }
});
// Its parent has gone.
process.on('disconnect', () => process.exit());
