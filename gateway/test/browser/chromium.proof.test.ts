// The browser of the tests is unpacked for each user of a machine, and is complete from the first moment that anybody
// sees it.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import test from 'node:test';
import { promisify } from 'node:util';
import { chromiumHome } from './chromium.ts';

/** No process has this number: it is over the limit of every Linux. */
const NOBODY_PID = 4_194_305;
const STRANGER = 65_534;

/** Runs in its own process: unpacks the browser if necessary, starts it, and prints its path. */
const SCRIPT = `
  const { unpackedChromium } = await import(${JSON.stringify(import.meta.resolve('./chromium.ts'))});
  const { execFileSync } = await import('node:child_process');
  const program = await unpackedChromium();
  if (!/^Chromium /.test(execFileSync(program, ['--version']))) throw new Error('no browser');
  process.stdout.write(program);`;

test('simultaneous processes use one complete browser, and another user gets a separate one', {
  skip: process.platform === 'linux' && process.arch === 'x64' ? false : 'the browser is for Linux on x64',
}, async (t) => {
  const temporary = mkdtempSync(join(tmpdir(), 'tollgate-browser-'));
  t.after(() => rmSync(temporary, { recursive: true, force: true }));
  chmodSync(temporary, 0o1777);
  const unpack = async (uid?: number) => {
    const options = { cwd: temporary, env: { PATH: process.env.PATH, TMPDIR: temporary }, uid };
    const args = ['--input-type=module', '--eval', SCRIPT];
    return (await promisify(execFile)(process.execPath, args, options)).stdout;
  };
  const home = basename(chromiumHome());
  // The half-unpacked leftovers of a killed process.
  mkdirSync(join(temporary, `${home}.making-${NOBODY_PID}-abcdef`));
  const places = await Promise.all([unpack(), unpack()]);
  const place = join(temporary, home, 'chromium');
  assert.deepEqual(places, [place, place]);
  const homes = () => readdirSync(temporary).filter((name) => name.startsWith('tollgate-chromium-'));
  assert.deepEqual(homes(), [home]);
  if (process.getuid?.() !== 0) return;
  assert.notEqual(await unpack(STRANGER), place);
  assert.equal(homes().length, 2);
});
