// Four eyes and given access (contract 14). A user who reset a colleague's second factor, or made a link for the
// colleague's new password, could sign in as the colleague. So for a day the two count as one person at approvals.
import assert from 'node:assert/strict';
import test, { type TestContext } from 'node:test';
import { generate } from 'otplib';
import type { UserRole } from '../../../../src/domain/access/user-role.ts';
import { ANYBODY, whyNotApprove } from '../../../../src/domain/payouts/four-eyes.ts';
import { gatewayOfFile } from '../../../stage/harness.ts';
import { type PayoutStage, withPayouts } from '../payouts/payout-stage.ts';
import { PASSWORD, portalStageOfFile } from '../portal-stage.ts';

const HOUR_MS = 3_600_000;
const OWN_PASSWORD = 'velvet anchor prism moth';

const gateway = gatewayOfFile();

async function openStage(t: TestContext, fourEyes = true) {
  const stage = withPayouts(await portalStageOfFile(t, await gateway(), { fourEyes }));
  // The next test invites the same address.
  const { sql } = stage.gateway.context;
  t.after(() => sql`delete from access_given`.then(() => sql`delete from users`));
  await stage.fund(1_000);
  return stage;
}

const idOf = async ({ sql, emailOf }: PayoutStage, role: UserRole): Promise<string> =>
  (await sql`select id from users where email = ${emailOf(role)}`)[0]!.id;

/** A browser with its own cookie; `as` keeps one for each role. */
function browser(stage: PayoutStage) {
  let cookie = '';
  const call = async (method: string, path: string, body?: unknown) => {
    const answer = await stage.call(method, `/portal/api${path.replace(':brand', stage.brand.brandId)}`, {
      headers: cookie ? { cookie } : {},
      ...(body !== undefined && { body }),
    });
    cookie = answer.headers.get('set-cookie')?.split(';', 1)[0] ?? cookie;
    return answer;
  };
  return call;
}
type Call = ReturnType<typeof browser>;

async function signIn(stage: PayoutStage, role: UserRole, password = PASSWORD): Promise<Call> {
  const call = browser(stage);
  const answer = await call('POST', '/session', { email: stage.emailOf(role), password });
  assert.equal(answer.body.step, 'done', answer.text);
  return call;
}

/** A call of an owner, who confirms their identity first. */
async function help(stage: PayoutStage, method: string, path: string, body?: unknown) {
  const answer = await (await stage.as('owner'))(method, path, body);
  assert.ok(answer.status < 300, answer.text);
  return answer.body;
}

async function approve(call: Call, ...transactionIds: string[]): Promise<string[]> {
  const answer = await call('POST', '/brands/:brand/payouts/settle', { action: 'APPROVE', transactionIds });
  assert.equal(answer.status, 200, answer.text);
  for (const { outcome, message } of answer.body.results)
    if (outcome === 'refused') assert.match(message, /less than 24 hours ago .* another person approves it/);
  return answer.body.results.map(({ outcome }: { outcome: string }) => outcome);
}

test("a user whose second factor an owner reset does not approve that owner's payouts for a day, singly or in bulk", async (t) => {
  const stage = await openStage(t);
  const [own, late] = [await stage.make('owner'), await stage.make('owner')];
  const others = await stage.make('finance-maker');
  await help(stage, 'DELETE', `/users/${await idOf(stage, 'finance-approver')}/second-factor`);
  const approver = await signIn(stage, 'finance-approver');
  assert.deepEqual(await approve(approver, own), ['refused']);
  assert.deepEqual(await approve(approver, own, others), ['refused', 'approved']);
  assert.equal(await stage.statusOf(own), 'PENDING');
  const { items } = (await approver('GET', '/brands/:brand/payouts/waiting')).body;
  assert.deepEqual(
    items.map(({ mayApprove, whyNot }: { mayApprove: boolean; whyNot: string }) => [mayApprove, whyNot]),
    [
      [false, 'access'],
      [false, 'access'],
    ],
  );
  stage.advance(24 * HOUR_MS + 1000);
  assert.deepEqual(await approve(await signIn(stage, 'finance-approver'), late), ['approved']);
});

test('whoever makes a link for a new password counts as its user for a day from its making, and again from its use', async (t) => {
  const stage = await openStage(t);
  const [first, second] = [await stage.make('owner'), await stage.make('owner')];
  const path = `/users/${await idOf(stage, 'finance-approver')}/invitation`;
  const token = (await help(stage, 'POST', path)).invitationUrl.split('/').at(-1);
  assert.deepEqual(await approve(await signIn(stage, 'finance-approver'), first), ['refused']);
  stage.advance(25 * HOUR_MS);
  assert.deepEqual(await approve(await signIn(stage, 'finance-approver'), first), ['approved'], 'never used');
  const taken = browser(stage);
  const body = { name: 'Whoever has the link', password: OWN_PASSWORD };
  assert.equal((await taken('POST', `/invitations/${token}`, body)).body.step, 'done');
  assert.deepEqual(await approve(taken, second), ['refused']);
  stage.advance(24 * HOUR_MS + 1000);
  const later = await signIn(stage, 'finance-approver', OWN_PASSWORD);
  assert.deepEqual(await approve(later, second), ['approved']);
});

/** The person is signed in and adds a new second factor in this session. */
async function addFactor(stage: PayoutStage, person: Call): Promise<void> {
  const { secret } = (await person('POST', '/account/totp')).body;
  const code = await generate({ secret, epoch: Math.floor(stage.now().getTime() / 1000) });
  assert.equal((await person('PUT', '/account/totp', { code })).status, 200);
}

const email = 'new@example.com';
/** The owner invites the person twice; the second link is used. */
async function join(stage: PayoutStage): Promise<{ userId: string; person: Call }> {
  const { userId } = await help(stage, 'POST', '/users', { email, role: 'finance-approver' });
  const { invitationUrl } = await help(stage, 'POST', `/users/${userId}/invitation`);
  const person = browser(stage);
  const body = { name: 'New', password: OWN_PASSWORD };
  assert.ok((await person('POST', `/invitations/${invitationUrl.split('/').at(-1)}`, body)).status < 300);
  await addFactor(stage, person);
  return { userId, person };
}

test('an invited user counts as another person, also when the invitation is sent again', async (t) => {
  const stage = await openStage(t);
  const own = await stage.make('owner');
  assert.deepEqual(await approve((await join(stage)).person, own), ['approved']);
});

test('after a reset of the second factor the day begins when the new factor is added', async (t) => {
  const stage = await openStage(t);
  const own = await stage.make('owner');
  const { userId } = await join(stage);
  await help(stage, 'DELETE', `/users/${userId}/second-factor`);
  // The person adds the factor when the reset seems long ago.
  stage.advance(25 * HOUR_MS);
  const person = browser(stage);
  await person('POST', '/session', { email, password: OWN_PASSWORD });
  await addFactor(stage, person);
  assert.deepEqual(await approve(person, own), ['refused']);
  const [given] = await stage.sql`select at from access_given`;
  await stage.sql`update access_given set at = ${new Date(given!.at.getTime() - 86_400_000)}`;
  assert.deepEqual(await approve(person, own), ['approved']);
});

test('whoever enables a disabled user counts as that user for a day', async (t) => {
  const stage = await openStage(t);
  const [own, others] = [await stage.make('owner'), await stage.make('finance-maker')];
  const path = `/users/${await idOf(stage, 'finance-approver')}`;
  await help(stage, 'PATCH', path, { disabled: true });
  await help(stage, 'PATCH', path, { disabled: false });
  const approver = await signIn(stage, 'finance-approver');
  assert.deepEqual(await approve(approver, own, others), ['refused', 'approved']);
});

test('whoever makes another link for a person whom somebody else invited counts as that person for a day', async (t) => {
  const stage = await openStage(t);
  const own = await stage.make('owner');
  const people = `/operator/merchants/${stage.brand.merchantId}/users`;
  const { userId } = (await stage.operator('POST', people, { email, role: 'finance-approver' })).body;
  const { invitationUrl } = await help(stage, 'POST', `/users/${userId}/invitation`);
  const taken = browser(stage);
  const body = { name: 'The owner', password: OWN_PASSWORD };
  await taken('POST', `/invitations/${invitationUrl.split('/').at(-1)}`, body);
  await addFactor(stage, taken);
  assert.deepEqual(await approve(taken, own), ['refused']);
});

test('a user whose access an operator gave approves no payout of any maker for a day', async (t) => {
  const stage = await openStage(t);
  const [first, second, third] = [
    await stage.make('owner'),
    await stage.make('finance-maker'),
    await stage.make('owner'),
  ];
  const approverId = await idOf(stage, 'finance-approver');
  const path = `/operator/users/${approverId}`;
  const { invitationUrl } = (await stage.operator('POST', `${path}/invitation`)).body;
  const taken = browser(stage);
  const body = { name: 'Whoever has the link', password: OWN_PASSWORD };
  await taken('POST', `/invitations/${invitationUrl.split('/').at(-1)}`, body);
  assert.deepEqual(await approve(taken, first, second), ['refused', 'refused']);
  stage.advance(24 * HOUR_MS + 1000);
  const later = await signIn(stage, 'finance-approver', OWN_PASSWORD);
  assert.deepEqual(await approve(later, first), ['approved']);
  await stage.operator('POST', `${path}/reset-second-factor`);
  const reset = await signIn(stage, 'finance-approver', OWN_PASSWORD);
  assert.deepEqual(await approve(reset, second), ['refused']);
  // The maker's account may belong to the approver as well.
  await stage.sql`delete from access_given`;
  await stage.operator('POST', `/operator/users/${await idOf(stage, 'finance-maker')}/reset-second-factor`);
  assert.deepEqual(await approve(reset, second, third), ['refused', 'approved']);
});

test('an owner cannot approve a payout whose maker they gave access to, and a third person can', async (t) => {
  const stage = await openStage(t);
  await help(stage, 'DELETE', `/users/${await idOf(stage, 'finance-maker')}/second-factor`);
  const [made, more] = [await stage.make('finance-maker'), await stage.make('finance-maker')];
  const owner = (await stage.as('owner')) as Call;
  assert.deepEqual(await approve(owner, made), ['refused']);
  assert.deepEqual(await approve((await stage.as('finance-approver')) as Call, made), ['approved']);
  // Two users that one owner reset may both be that owner.
  await help(stage, 'DELETE', `/users/${await idOf(stage, 'finance-approver')}/second-factor`);
  assert.deepEqual(await approve(await signIn(stage, 'finance-approver'), more), ['refused']);
});

test('given access does not matter without four eyes, nor for payouts that came over the API', async (t) => {
  const stage = await openStage(t, false);
  const own = await stage.make('owner');
  await help(stage, 'DELETE', `/users/${await idOf(stage, 'finance-approver')}/second-factor`);
  assert.deepEqual(await approve(await signIn(stage, 'finance-approver'), own), ['approved']);
  const watched = await openStage(t);
  const ordered = await watched.order();
  await help(watched, 'DELETE', `/users/${await idOf(watched, 'finance-approver')}/second-factor`);
  assert.deepEqual(await approve(await signIn(watched, 'finance-approver'), ordered), ['approved']);
});

test('given access counts over several steps, if the maker resets a user who resets another', () => {
  const by = (id: string) => ({ kind: 'user', id }) as const;
  const given = [
    { userId: 'b', byUserId: 'a' },
    { userId: 'c', byUserId: 'b' },
    { userId: 'a', byUserId: 'c' },
    { userId: 'e', byUserId: 'd' },
  ];
  const maker = { userId: 'a', name: 'A' };
  assert.equal(whyNotApprove(maker, by('c'), given), 'access');
  assert.equal(whyNotApprove(maker, by('e'), given), null);
  assert.equal(whyNotApprove(maker, by('a'), []), 'made');
  assert.equal(whyNotApprove(maker, by('b'), []), null);
  const byOperator = [{ userId: 'c', byUserId: ANYBODY }];
  assert.equal(whyNotApprove(maker, by('c'), byOperator), 'access');
  assert.equal(whyNotApprove({ userId: 'c' }, by('b'), byOperator), 'access');
  assert.equal(whyNotApprove(maker, by('b'), byOperator), null);
  assert.equal(whyNotApprove(maker, { kind: 'api', id: 'b' } as never, []), 'by itself');
  assert.equal(whyNotApprove(maker, null, []), 'by itself');
});
