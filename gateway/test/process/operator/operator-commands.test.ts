// The operators' commands, each against a running gateway: what they print, what they refuse, and that each operator
// call that helps people has a command.
import assert from 'node:assert/strict';
import test, { before } from 'node:test';
import { OPERATOR_COMMANDS } from '../../../src/process/operator/operator-commands.ts';
import { runOperatorCommand } from '../../../src/process/operator/run-operator-command.ts';
import { OPERATOR_TOKEN, startTestGateway, type TestGateway } from '../../stage/harness.ts';

let gateway: TestGateway;
before(async (t) => {
  gateway = await startTestGateway(t as never);
});

async function run(line: string, env: Record<string, string> = {}): Promise<string[]> {
  const [name, ...options] = line.split(' ');
  const lines: string[] = [];
  const given = { OPERATOR_TOKEN, PORT: new URL(gateway.url).port, DATA_DIR: '/nowhere', ...env };
  await runOperatorCommand(OPERATOR_COMMANDS[name!]!, options, {
    env: given,
    print: (one) => lines.push(one),
  });
  return lines;
}

const field = (lines: string[], name: string) =>
  lines
    .find((line) => line.startsWith(`${name} `))!
    .slice(name.length)
    .trim();

test('commands create, list and change merchants, brands, people and tokens', async () => {
  const merchant = field(await run('merchant:create --name Ada'), 'merchantId');
  assert.equal(
    field(await run(`merchant:rename --merchant ${merchant} --name Ada-Group`), 'name'),
    'Ada-Group',
  );
  const [head, row, ...more] = await run('merchant:list --name ada-g');
  assert.match(head!, /^merchantId +name +createdAt$/);
  assert.ok(row!.startsWith(`${merchant}  Ada-Group  20`));
  assert.deepEqual(more, []);
  await assert.rejects(run(`sign-on:show --merchant ${merchant}`), /has no single sign-on \(404/);
  await assert.rejects(run(`sign-on:remove --merchant ${merchant}`), /has no single sign-on \(404/);
  assert.deepEqual(await run(`brand:list --merchant ${merchant}`), ['none']);
  const invited = await run(`user:invite --merchant ${merchant} --email o@example.com --role owner`);
  const user = field(invited, 'userId');
  assert.match(field(invited, 'invitationUrl'), /\/portal\/invitations\/[\w-]{22}\w{43}$/);
  assert.match((await run('user:find --email O@example.com'))[1]!, /o@example\.com +- +owner +invited/);
  assert.match((await run(`user:list --merchant ${merchant} --email o@`))[1]!, new RegExp(`^${user}`));
  assert.match(field(await run(`user:new-link --user ${user}`), 'invitationUrl'), /invitations/);
  assert.deepEqual(await run(`user:withdraw-link --user ${user}`), ['done']);
  assert.equal(field(await run(`user:reset-factor --user ${user}`), 'secondFactors'), '-');
  assert.equal(field(await run(`user:disable --user ${user}`), 'state'), 'disabled');
  assert.equal(field(await run(`user:enable --user ${user}`), 'disabled'), 'false');
  const made = await run('token:create --name helper --scopes read,support');
  assert.match((await run('token:list'))[1]!, /helper +read,support/);
  await run('token:create --name guest --scopes read --expires 2037-03-01T00:00:00Z');
  assert.match((await run('token:list'))[2]!, /guest +read +- +2037-03-01T00:00:00/);
  const asHelper = { OPERATOR_TOKEN: field(made, 'token') };
  assert.equal(JSON.parse((await run('merchant:list --name ada --json', asHelper))[0]!).length, 1);
  await assert.rejects(
    run(`merchant:rename --merchant ${merchant} --name X`, asHelper),
    /needs admin \(403 of http/,
  );
  assert.deepEqual(await run(`token:remove --token ${field(made, 'tokenId')}`), ['done']);
  await assert.rejects(run('merchant:list', asHelper), /send an operator token as Bearer \(401/);
});

test('a list that has further pages says so', async () => {
  await gateway.gateway.context.sql`
    insert into merchants (merchant_id, name, created_at)
    select gen_random_uuid(), 'Page-' || i, now() from generate_series(0, 100) i`;
  const lines = await run('merchant:list --name page');
  assert.equal(lines.length, 102);
  assert.equal(lines.at(-1), 'more: use --name');
  assert.equal(JSON.parse((await run('merchant:list --name page --json')).join('')).length, 100);
  assert.equal((await run('merchant:list --name page-100')).length, 2);
});

test('a missing, unknown or unreachable input is reported in one sentence, without a token', async () => {
  for (const [line, message, env] of [
    ['merchant:rename --name X', /^--merchant is missing; usage: --merchant ID --name NAME \[--url URL\]/],
    ['merchant:list --nam x', /^Unknown option '--nam'; usage: \[--name NAME\]/],
    ['merchant:list --url ftp://x', /^--url must be an http or https address/],
    [
      'merchant:list --url http://127.0.0.1:9',
      /^no gateway answers at http:\/\/127\.0\.0\.1:9 \(.*\); name it/,
    ],
    [
      'merchant:list',
      /OPERATOR_TOKEN is not set; accepted: the token of an operator/,
      { OPERATOR_TOKEN: '' },
    ],
    ['merchant:list', /send an operator token as Bearer/, { OPERATOR_TOKEN: 'of-nobody' }],
    ['user:disable --user ../tokens', /id: must be a UUID|no such|not found/i],
  ] as [string, RegExp, Record<string, string>?][]) {
    const error = await run(line, env).then(
      () => assert.fail(line),
      (one: Error) => one,
    );
    assert.match(error.message, message, line);
    assert.ok(!error.message.includes(OPERATOR_TOKEN), line);
  }
});
