// A gateway with people who came by invitation, for tests of sign-in. They have their own password and a second factor,
// unlike the demo users of portal-stage.ts. A new cookie in an answer replaces the old one, as in a browser.
import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import { generate } from 'otplib';
import type { UserRole } from '../../../../src/domain/access/user-role.ts';
import { type Answer, gatewayOfFile } from '../../../stage/harness.ts';
import { openPortalStage, type PortalStage, portalStageOfFile } from '../portal-stage.ts';

export const OWN_PASSWORD = 'brass otter lamp quartz';

/** A person's browser: calls below /portal/api with its current cookie. */
export interface Visitor {
  cookie: string;
  call(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<Answer>;
}

export interface Joined {
  userId: string;
  visitor: Visitor;
  secret: string;
  /** The code that added the app. */
  usedCode: string;
  recoveryCodes: string[];
}

export interface AccessStage extends PortalStage {
  visitor(cookie?: string): Visitor;
  /** The operator makes a new invitation; returns its token. */
  invite(email: string, role: UserRole, merchantId?: string): Promise<{ userId: string; token: string }>;
  /** A person who accepted an invitation; not proven yet if a second factor is due. */
  join(email: string, role: UserRole, merchantId?: string): Promise<{ userId: string; visitor: Visitor }>;
  /** The same with an authenticator app: signed in. */
  joinWithTotp(email: string, role: UserRole): Promise<Joined>;
  /** The same, and has confirmed their identity with the last recovery code. */
  joinConfirmed(email: string, role: UserRole): Promise<Joined>;
  /** A code for the gateway's time, `steps` later. */
  code(secret: string, steps?: number): Promise<string>;
  signIn(email: string, password?: string): Promise<{ answer: Answer; visitor: Visitor }>;
  auditOf(userId: string): Promise<string[]>;
}

/**
 * Gives the password again, and the second factor if there is one. After that the person may change what guards the
 * account for ten minutes.
 */
export async function confirm(visitor: Visitor, factor: Record<string, unknown> = {}): Promise<void> {
  const answer = await visitor.call('POST', '/account/confirmation', { password: OWN_PASSWORD, ...factor });
  assert.equal(answer.status, 204, answer.text);
}

const PUBLIC_URL = 'http://localhost:4321';

export async function openAccessStage(
  t: Pick<TestContext, 'after'>,
  env: Record<string, string> = {},
  options: Parameters<typeof openPortalStage>[1] = {},
): Promise<AccessStage> {
  return accessStageOf(await openPortalStage(t, { ...options, env: { PUBLIC_URL, ...env } }));
}

/**
 * Stages on one gateway for a file. Each deletes its people at the end, so that the next one can invite the same
 * addresses. What failed sign-ins of unknown addresses leave stays; tests of these have a gateway of their own.
 */
export function accessStagesOfFile(): (t: Pick<TestContext, 'after'>) => Promise<AccessStage> {
  const gateway = gatewayOfFile({ env: { PUBLIC_URL } });
  return async (t) => {
    const stage = await portalStageOfFile(t, await gateway());
    const { sql } = stage.gateway.context;
    t.after(() => sql`delete from users`);
    return accessStageOf(stage);
  };
}

function accessStageOf(stage: PortalStage): AccessStage {
  function visitor(cookie = ''): Visitor {
    const self: Visitor = {
      cookie,
      async call(method, path, body, headers = {}) {
        const answer = await stage.call(method, `/portal/api${path}`, {
          headers: { ...(self.cookie && { cookie: self.cookie }), ...headers },
          ...(body !== undefined && { body }),
        });
        const set = answer.headers.get('set-cookie');
        if (set) self.cookie = set.split(';', 1)[0]!;
        return answer;
      },
    };
    return self;
  }

  async function invite(email: string, role: UserRole, merchantId = stage.brand.merchantId) {
    const answer = await stage.operator('POST', `/operator/merchants/${merchantId}/users`, { email, role });
    assert.equal(answer.status, 201, answer.text);
    const { userId, invitationUrl } = answer.body;
    return { userId: userId as string, token: (invitationUrl as string).split('/').at(-1)! };
  }

  async function join(email: string, role: UserRole, merchantId?: string) {
    const { userId, token } = await invite(email, role, merchantId);
    const person = visitor();
    const answer = await person.call('POST', `/invitations/${token}`, { name: 'Jo', password: OWN_PASSWORD });
    assert.equal(answer.status, 200, answer.text);
    return { userId, visitor: person };
  }

  const code = (secret: string, steps = 0) =>
    generate({ secret, epoch: Math.floor(stage.now().getTime() / 1000) + 30 * steps });

  async function joinWithTotp(email: string, role: UserRole): Promise<Joined> {
    const { userId, visitor: person } = await join(email, role);
    // A reader is already signed in with only the password.
    if (role === 'read-only') await confirm(person);
    const { secret } = (await person.call('POST', '/account/totp')).body;
    const usedCode = await code(secret);
    const added = await person.call('PUT', '/account/totp', { code: usedCode });
    assert.equal(added.status, 200, added.text);
    return { userId, visitor: person, secret, usedCode, recoveryCodes: added.body.recoveryCodes };
  }

  return {
    ...stage,
    visitor,
    invite,
    join,
    joinWithTotp,
    async joinConfirmed(email, role) {
      const joined = await joinWithTotp(email, role);
      await confirm(joined.visitor, { recoveryCode: joined.recoveryCodes.at(-1) });
      return joined;
    },
    code,
    async signIn(email, password = OWN_PASSWORD) {
      const person = visitor();
      return { answer: await person.call('POST', '/session', { email, password }), visitor: person };
    },
    async auditOf(userId) {
      const rows =
        await stage.sql`select action from audit_log where target_id = ${userId} order by sequence`;
      return rows.map(({ action }) => action);
    },
  };
}
