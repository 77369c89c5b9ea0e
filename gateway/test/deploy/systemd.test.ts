// deploy/systemd: the units start what a release has, pass the secrets as files and drop every right that the program
// does not need, all in the same way. Where systemd-analyze is installed, it judges them.
import assert from 'node:assert/strict';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import test from 'node:test';
import { ALERTS } from './alert-files.ts';
import { DEPLOY, needs, ROOT, readDeploy, runs } from './deploy-files.ts';

const units = readdirSync(join(DEPLOY, 'systemd')).filter((name) => name.endsWith('.service'));
const texts = units.map((name) => [name, readDeploy(`systemd/${name}`)] as const);
/** Good enough for systemd-analyze, of 10; below it a service is "OK". */
const MOST_EXPOSED = 3;

test('each unit drops the same privileges, and gets every secret as a file', () => {
  assert.equal(units.length, 3);
  const hardening = texts.map(([, text]) => /^ProtectSystem=strict\n(?:.+\n)*/m.exec(text)?.[0]);
  assert.match(String(hardening[0]), /^CapabilityBoundingSet=$/m);
  assert.equal(new Set(hardening).size, 1);
  for (const [unit, text] of texts) {
    assert.match(text, /^DynamicUser=yes$/m, unit);
    for (const [name, variable] of [
      ['database-url', 'DATABASE_URL_FILE'],
      ['master-key', 'MASTER_KEY_FILE'],
      ['operator-token', 'OPERATOR_TOKEN_FILE'],
    ] as const) {
      assert.match(text, new RegExp(`^LoadCredential=${name}:/etc/tollgate/`, 'm'), unit);
      assert.match(text, new RegExp(`^Environment=.*${variable}=%d/${name}\\b`, 'm'), unit);
    }
    assert.match(text, /^ExecStart=\/opt\/tollgate\/bin\/tollgate (start|migrate --wait --grant-app-role)$/m);
  }
  assert.doesNotMatch(readDeploy('systemd/tollgate.env'), /^(MASTER_KEY|OPERATOR_TOKEN|DATABASE_URL)=/m);
});

test('systemd-analyze reports little exposure for each unit', needs('systemd-analyze'), () => {
  for (const unit of units) {
    const told = runs('systemd-analyze', [
      ...['security', '--offline=yes', '--no-pager', `--threshold=${MOST_EXPOSED * 10}`],
      join(DEPLOY, 'systemd', unit),
    ]);
    const [, level] = /Overall exposure level for .*: ([\d.]+)/.exec(told)!;
    assert.ok(Number(level) < MOST_EXPOSED, `${unit}: ${level}`);
  }
});

test('the follower of nginx has a unit with the name that its alert watches', () => {
  const unit = 'tollgate-follow-readiness.service';
  const text = readDeploy(`nginx/${unit}`);
  const [, script] =
    /^ExecStart=\/bin\/sh \/opt\/tollgate\/(\S+) \/etc\/nginx\/conf\.d\/tollgate\.conf$/m.exec(text)!;
  assert.ok(existsSync(join(ROOT, script!)));
  assert.match(text, /^Restart=always$/m);
  const { expr } = ALERTS.find(({ alert }) => alert === 'TollgateFollowerDown')!;
  assert.ok(expr.includes(`name="${unit}"`));
});
