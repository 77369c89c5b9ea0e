// Starts a test's identity provider and plays a person's browser there:
// the sign-in, the consent, and the way back.
import assert from 'node:assert/strict';
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { Claims, ProviderSetup } from './identity-provider-process.ts';

export interface IdentityProvider {
  issuer: string;
  /** Adds a person, or changes a person's claims. */
  tell(id: string, claims: Claims): Promise<void>;
  /** Moves its clock. */
  advance(ms: number): Promise<void>;
  /** A person's browser with its own cookies there. */
  browser(): ProviderBrowser;
  stop(): Promise<void>;
}

export interface ProviderBrowser {
  /** Signs in as that person (who may be signed in already). Returns the address it was sent back to. */
  visit(url: string, id: string): Promise<URL>;
  /** Leaves the sign-in there. */
  giveUp(url: string): Promise<URL>;
}

export async function startIdentityProvider(setup: ProviderSetup): Promise<IdentityProvider> {
  const child = fork(join(import.meta.dirname, 'identity-provider-process.ts'), {
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  });
  const said: string[] = [];
  child.stderr!.on('data', (text) => said.push(String(text)));
  const ended = once(child, 'exit').then(([code]) => {
    throw new Error(`the identity provider ended (${code}): ${said.join('')}`);
  });
  // If nobody waits for it, stopping it is its end.
  ended.catch(() => {});
  async function ask<T>(message: object): Promise<T> {
    const answer = once(child, 'message');
    child.send(message);
    const [said] = await Promise.race([answer, ended]);
    return said as T;
  }
  const { issuer } = await ask<{ issuer: string }>({ setup });
  return {
    issuer,
    async tell(id, claims) {
      await ask({ person: { id, claims } });
    },
    async advance(ms) {
      await ask({ advanceMs: ms });
    },
    browser: () => openBrowser(issuer),
    async stop() {
      if (child.exitCode !== null || child.signalCode !== null) return;
      child.kill();
      await ended.catch(() => {});
    },
  };
}

const MOST_STEPS = 12;

function openBrowser(issuer: string): ProviderBrowser {
  const jar = new Map<string, string>();

  async function send(url: URL, form?: Record<string, string>): Promise<Response> {
    const answer = await fetch(url, {
      redirect: 'manual',
      headers: { cookie: [...jar].map(([name, value]) => `${name}=${value}`).join('; ') },
      ...(form && { method: 'POST', body: new URLSearchParams(form) }),
    });
    for (const cookie of answer.headers.getSetCookie()) {
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(cookie)!;
      if (value === '') jar.delete(name!);
      else jar.set(name!, value!);
    }
    return answer;
  }

  async function follow(
    from: string,
    answerForm: (html: string) => Record<string, string> | 'abort',
  ): Promise<URL> {
    let url = new URL(from);
    let form: Record<string, string> | undefined;
    for (let step = 0; step < MOST_STEPS; step++) {
      const answer = await send(url, form);
      form = undefined;
      const next = answer.headers.get('location');
      if (next !== null) {
        url = new URL(next, url);
        if (url.origin !== issuer) return url;
        continue;
      }
      const html = await answer.text();
      assert.equal(answer.status, 200, html);
      const filled = answerForm(html);
      if (filled === 'abort') url = new URL(`${url.pathname}/abort`, url);
      else form = filled;
    }
    return assert.fail('the identity provider sends the browser in circles');
  }

  return {
    visit: (url, id) =>
      follow(
        url,
        (html): Record<string, string> =>
          html.includes('name="login"')
            ? { prompt: 'login', login: id, password: 'any' }
            : { prompt: 'consent' },
      ),
    giveUp: (url) => follow(url, () => 'abort'),
  };
}
