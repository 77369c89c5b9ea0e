// Accounts at providers by their actions (contract 13): immediate changes, a provider that reports the merchant account
// or does not answer, a broken seal, and which part of a credential reaches database and log.
import assert from 'node:assert/strict';
import test, { type TestContext } from 'node:test';
import type { AccountCheck } from '@tollgate/provider-kit';
import type { ProviderAccount } from '@tollgate/provider-kit/seam/declaration';
import type { AccountRequest } from '../../../src/actions/providers/account-faults.ts';
import { listProviderAccounts } from '../../../src/actions/providers/account-view.ts';
import { askAccount } from '../../../src/actions/providers/ask-account.ts';
import { checkProviderAccount } from '../../../src/actions/providers/check-provider-account.ts';
import { putProviderAccount } from '../../../src/actions/providers/put-provider-account.ts';
import { retireProviderAccount } from '../../../src/actions/providers/retire-provider-account.ts';
import { ROOT } from '../../../src/domain/audit/audit.ts';
import {
  ADYEN,
  type AnswerCheck,
  KEY,
  OTHER_KEY,
  providerKinds,
  STRIPE,
  tellsAccount,
} from '../../stage/provider-kinds.ts';
import { type Actions, openActions } from '../open-actions.ts';

const UNHEARD: AccountCheck = { ok: false, reason: 'Stripe did not answer.' };

interface Desk extends Actions {
  /** The provider's answer to a check; a test may set it. */
  answer: AnswerCheck;
  put(
    provider: string,
    credentials: object,
    more?: Partial<AccountRequest>,
  ): ReturnType<typeof putProviderAccount>;
  check(provider: string): ReturnType<typeof checkProviderAccount>;
  /** The id of the account in use, and its merchant account. */
  inUse(): Promise<(string | null)[]>;
  /** The account in memory. */
  known(id: string): ProviderAccount;
}

async function openDesk(t: TestContext, beside?: Actions): Promise<Desk> {
  const actions = await openActions(t, beside);
  const kinds = providerKinds((...parts) => desk.answer(...parts));
  const context = { ...actions.context, providerKinds: kinds };
  const { brandId } = actions.brand;
  const desk: Desk = {
    ...actions,
    context,
    answer: tellsAccount,
    put: (provider, credentials, more) =>
      putProviderAccount(
        context,
        ROOT,
        { brandId, provider },
        {
          environment: 'test',
          priority: null,
          optionIds: null,
          cardEntry: null,
          multipleCaptures: null,
          wallets: [],
          endpoint: null,
          credentials: credentials as AccountRequest['credentials'],
          ...more,
        },
      ),
    check: (provider) => checkProviderAccount(context, ROOT, { brandId, provider }),
    async inUse() {
      const [account] = (await listProviderAccounts(context, brandId)).filter(
        (one) => one.retiredAt === null,
      );
      return account ? [account.id, account.merchantAccount] : [];
    },
    known: (id) => context.providerAccounts.byId(id)!,
  };
  return desk;
}

test('simultaneous changes in two processes leave one account in use', async (t) => {
  const here = await openDesk(t);
  const there = await openDesk(t, here);
  const names = Array.from({ length: 8 }, (_, i) => `Shop${i}ECOM`);
  const answers = await Promise.all(
    names.map((merchantAccount, i) => (i % 2 ? here : there).put('adyen', { ...ADYEN, merchantAccount })),
  );
  assert.equal(new Set(answers.map(({ id }) => id)).size, names.length);
  const views = await listProviderAccounts(here.context, here.brand.brandId);
  assert.equal(views.filter(({ retiredAt }) => retiredAt === null).length, 1);
  assert.equal(views.length, names.length);
  await Promise.all([here.context.providerAccounts.refresh(), there.context.providerAccounts.refresh()]);
  const [inUse] = await here.inUse();
  for (const { context, brand } of [here, there]) {
    assert.deepEqual(
      context.providerAccounts.ofBrand(brand.brandId).map(({ id }) => id),
      [inUse],
    );
  }
  // The same for the first account of a merchant account: one row, one id.
  const same = await Promise.all([here, there, here, there].map((desk) => desk.put('stripe', STRIPE)));
  assert.equal(new Set(same.map(({ id }) => id)).size, 1);
});

test('credentials that others changed during their check are checked again, together', async (t) => {
  const desk = await openDesk(t);
  const { id } = await desk.put('adyen', ADYEN);
  const asked: unknown[] = [];
  let turns = 0;
  desk.answer = async ({ credentials }) => {
    asked.push(credentials.apiKey);
    if (turns++ === 0) await desk.put('adyen', { apiKey: 'a-key-of-somebody-else' });
    return { ok: true, reason: null };
  };
  await desk.put('adyen', { hmacKeys: [OTHER_KEY] });
  assert.deepEqual(asked, ['the-first-api-key', 'a-key-of-somebody-else', 'a-key-of-somebody-else']);
  const { apiKey, hmacKeys } = desk.known(id).credentials;
  assert.deepEqual([apiKey, hmacKeys], ['a-key-of-somebody-else', [OTHER_KEY]]);

  let others = 0;
  desk.answer = async () => {
    const { answer } = desk;
    desk.answer = () => ({ ok: true, reason: null });
    await desk.put('adyen', { apiKey: `the-key-of-turn-${others++}` });
    desk.answer = answer;
    return { ok: true, reason: null };
  };
  await assert.rejects(desk.put('adyen', { hmacKeys: [KEY] }), { httpStatus: 409 });
  assert.deepEqual(desk.known(id).credentials.hmacKeys, [OTHER_KEY]);
});

test('a provider that reports the merchant account decides which account it is', async (t) => {
  const desk = await openDesk(t);
  desk.answer = () => UNHEARD;
  const first = await desk.put('stripe', STRIPE);
  assert.deepEqual([first.merchantAccount, first.check?.ok], [null, false]);
  desk.answer = tellsAccount;
  assert.deepEqual(await desk.check('stripe'), { ok: true, reason: null });
  assert.deepEqual(await desk.inUse(), [first.id, 'acct_A']);

  assert.equal((await desk.put('stripe', { secretKey: 'sk_test_made_up_A_2' })).id, first.id);
  const other = await desk.put('stripe', { secretKey: 'sk_test_made_up_B_1' });
  assert.notEqual(other.id, first.id);
  assert.equal(other.merchantAccount, 'acct_B');
  // Open payments must not be asked about with another account's credentials.
  assert.equal(desk.known(first.id).credentials.secretKey, 'sk_test_made_up_A_2');
  assert.ok(desk.known(first.id).retiredAt);
  assert.equal((await desk.put('stripe', { secretKey: 'sk_test_made_up_A_3' })).id, first.id);
});

test('an unchecked key changes the account, until the provider says that the key belongs to another account', async (t) => {
  const desk = await openDesk(t);
  const first = await desk.put('stripe', STRIPE);
  desk.answer = () => UNHEARD;
  for (const secretKey of ['sk_test_made_up_C_0', 'sk_test_made_up_B_1']) {
    const changed = await desk.put('stripe', { secretKey });
    assert.deepEqual([changed.id, changed.merchantAccount], [first.id, 'acct_A']);
    assert.equal(desk.known(first.id).credentials.secretKey, secretKey);
  }
  desk.answer = tellsAccount;
  await desk.check('stripe');
  const [id, merchantAccount] = await desk.inUse();
  assert.equal(merchantAccount, 'acct_B');
  assert.notEqual(id, first.id);
  assert.equal(desk.known(id!).credentials.secretKey, 'sk_test_made_up_B_1');
  assert.equal(desk.known(first.id).credentials.secretKey, STRIPE.secretKey);
  const rows = await desk.context.sql`select after from audit_log where action = 'provider-account.retired'`;
  assert.equal(rows.length, 1);
});

test('credentials whose merchant account the package cannot name are refused, without their values', async (t) => {
  const desk = await openDesk(t);
  const stripe = desk.context.providerKinds.find(({ id }) => id === 'stripe')!;
  const strange = [
    () => {
      throw new Error(STRIPE.secretKey);
    },
    () => 7,
    () => Promise.reject(new Error('nobody hears this')),
  ];
  for (const merchantAccountOf of strange) {
    Object.assign(stripe, { merchantAccountOf });
    await assert.rejects(desk.put('stripe', STRIPE), {
      httpStatus: 400,
      message:
        'credentials: the package of Stripe cannot tell which merchant account they belong to, so they are probably wrong',
    });
  }
  assert.deepEqual((await desk.put('adyen', ADYEN)).check?.ok, true, 'other providers go on');
});

test('a retired account keeps its proven credentials', async (t) => {
  const desk = await openDesk(t);
  const { id } = await desk.put('stripe', STRIPE);
  desk.answer = () => UNHEARD;
  await desk.put('stripe', { secretKey: 'sk_test_made_up_B_1' });
  await retireProviderAccount(desk.context, ROOT, { brandId: desk.brand.brandId, provider: 'stripe' });
  assert.equal(desk.known(id).credentials.secretKey, STRIPE.secretKey);
});

test('a check that finds nothing new leaves the account in memory unchanged', async (t) => {
  const desk = await openDesk(t);
  const { id } = await desk.put('adyen', ADYEN);
  const account = desk.known(id);
  await desk.check('adyen');
  await desk.put('adyen', {});
  assert.equal(desk.known(id), account);
  await desk.put('adyen', {}, { priority: 3 });
  assert.notEqual(desk.known(id), account);
  assert.throws(() => Object.assign(desk.known(id).credentials, { apiKey: 'x' }), TypeError);
});

test('the check waits until its deadline for a silent provider, and for an adapter that ignores the abort', async (t) => {
  const desk = await openDesk(t);
  const { id } = await desk.put('adyen', ADYEN);
  const [kind] = providerKinds((_, signal) => {
    assert.equal(signal.aborted, false);
    return new Promise(() => {});
  });
  assert.deepEqual(await askAccount(desk.context, kind!, desk.known(id), 20), {
    ok: false,
    reason: 'Adyen did not answer within 0.02 seconds. Try the check again later.',
  });
});

test('no credential is stored or logged in clear', async (t) => {
  const desk = await openDesk(t);
  await desk.put('adyen', ADYEN);
  desk.answer = ({ credentials }) => {
    throw Object.assign(new Error(`refused ${credentials.apiKey}`), { headers: credentials });
  };
  assert.deepEqual(await desk.check('adyen'), {
    ok: false,
    reason: 'Adyen could not be asked. Try the check again later.',
  });
  const { sql } = desk.context;
  const texts = [JSON.stringify(desk.logged)];
  for (const { name } of await sql`select table_name as name from information_schema.tables
    where table_schema = 'public' and table_type = 'BASE TABLE'`) {
    for (const { text } of await sql`select t::text as text from ${sql(name)} t`) texts.push(text);
  }
  assert.ok(texts.some((text) => text.includes('provider-account.connected')));
  assert.ok(desk.logged.some(({ msg }) => msg === 'the check of an account failed'));
  const hexOf = (text: string) => Buffer.from(text).toString('hex');
  for (const secret of [ADYEN.apiKey, KEY, hexOf(ADYEN.apiKey), hexOf(KEY)]) {
    assert.ok(!texts.some((text) => text.includes(secret)));
  }
});

test('a request with all credentials repairs an account whose credentials cannot be opened', async (t) => {
  const desk = await openDesk(t);
  const { id } = await desk.put('adyen', ADYEN);
  await desk.context.sql`update provider_accounts
    set credentials_sealed = set_byte(credentials_sealed, 40, 255 - get_byte(credentials_sealed, 40)), updated_at = now()`;
  await desk.context.providerAccounts.refresh();
  await assert.rejects(desk.put('adyen', { apiKey: 'another-api-key' }), { httpStatus: 400 });
  assert.equal((await desk.put('adyen', { ...ADYEN, apiKey: 'another-api-key' })).id, id);
  assert.equal(desk.known(id).credentials.apiKey, 'another-api-key');
});
