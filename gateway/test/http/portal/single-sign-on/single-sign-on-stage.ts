// A portal with a real identity provider beside it, for tests of single sign-on: its settings, and people with a
// browser on both sides.
import assert from 'node:assert/strict';
import type { Answer } from '../../../stage/harness.ts';
import { type AccessStage, OWN_PASSWORD, openAccessStage, type Visitor } from '../access/access-stage.ts';
import { type IdentityProvider, type ProviderBrowser, startIdentityProvider } from './identity-provider.ts';

export const SECRET = 'a-secret-of-the-client-that-is-long';
export const PORTAL = 'http://localhost:4321/portal';
export const ROLES = { admins: 'owner', books: 'finance-approver', everybody: 'read-only' };

export interface SingleSignOnStage {
  stage: AccessStage;
  provider: IdentityProvider;
  merchantId: string;
  settings(changes?: Record<string, unknown>): Record<string, unknown>;
  /** A call of the operator. */
  set(changes?: Record<string, unknown>): Promise<Answer>;
  /** Moves both clocks. */
  advance(ms: number): Promise<void>;
  newPerson(): Person;
  close(): Promise<void>;
}

export async function openSingleSignOnStage(): Promise<SingleSignOnStage> {
  const ending: (() => unknown)[] = [];
  const stage = await openAccessStage({ after: (work: () => unknown) => ending.push(work) } as never);
  const { merchantId } = stage.brand;
  const redirect = `${PORTAL}/single-sign-on/${merchantId}/return`;
  const provider = await startIdentityProvider({
    clients: [{ client_id: 'tollgate', client_secret: SECRET, redirect_uris: [redirect] }],
  });
  const settings = (changes: Record<string, unknown> = {}) => ({
    issuer: provider.issuer,
    clientId: 'tollgate',
    clientSecret: SECRET,
    roleClaim: 'groups',
    roles: ROLES,
    required: false,
    ...changes,
  });
  async function set(changes: Record<string, unknown> = {}) {
    const path = `/operator/merchants/${merchantId}/single-sign-on`;
    const answer = await stage.operator('PUT', path, settings(changes));
    assert.equal(answer.status, 200, answer.text);
    return answer;
  }
  await set();
  return {
    stage,
    provider,
    merchantId,
    settings,
    set,
    async advance(ms) {
      stage.advance(ms);
      await provider.advance(ms);
    },
    newPerson: () => new Person(stage, provider),
    async close() {
      for (const work of ending.reverse()) await work();
      await provider.stop();
    },
  };
}

/** A browser with the cookies of both sides. */
export class Person {
  readonly visitor: Visitor;
  readonly there: ProviderBrowser;
  readonly #merchantId: string;
  /** The cookie of the visit; the stage's visitor keeps only one cookie. */
  visit = '';
  /** The cookie of the account that may be linked. */
  link = '';

  constructor(stage: AccessStage, provider: IdentityProvider) {
    this.visitor = stage.visitor();
    this.there = provider.browser();
    this.#merchantId = stage.brand.merchantId;
  }

  async begin(path = `/single-sign-on/${this.#merchantId}`): Promise<string> {
    const session = this.visitor.cookie;
    const answer = await this.visitor.call('POST', path);
    assert.equal(answer.status, 200, answer.text);
    this.visit = answer.headers.getSetCookie()[0]!.split(';', 1)[0]!;
    assert.match(
      answer.headers.getSetCookie()[0]!,
      /^tollgate-single-sign-on=\S+; .*HttpOnly; SameSite=Strict/,
    );
    this.visitor.cookie = session;
    return answer.body.url;
  }

  /** At the return address, like the page there. */
  async finish({ pathname, search }: URL) {
    const session = this.visitor.cookie;
    const [, at] = /^\/portal\/single-sign-on\/([^/]+)\/return$/.exec(pathname)!;
    const answer = await this.visitor.call(
      'POST',
      `/single-sign-on/${at}/finish`,
      { query: search.slice(1) },
      { cookie: [session, this.visit].filter((one) => one !== '').join('; ') },
    );
    const set = answer.headers.getSetCookie().find((one) => one.startsWith('tollgate='));
    this.visitor.cookie = set ? set.split(';', 1)[0]! : session;
    const link = answer.headers.getSetCookie().find((one) => one.startsWith('tollgate-single-sign-on-link='));
    if (link) this.link = link.split(';', 1)[0]!;
    return answer;
  }

  async signIn(id: string) {
    return await this.finish(await this.there.visit(await this.begin(), id));
  }

  /** Confirms with the password that the account is theirs; there may already be a session. */
  async confirmLink(email: string, link = this.link, password = OWN_PASSWORD) {
    const body = { email, password, linkSingleSignOn: true };
    return await this.visitor.call('POST', '/session', body, { cookie: link });
  }

  session = () => this.visitor.call('GET', '/session');
}
