// The browser of every test that opens a page: the Chromium from npm, as strict as a shopper's. A test file opens one
// and returns it with `close()`; each visit gets its own context. The browser is unpacked once into this user's folder
// in the temporary folder. The code unpacks aside and renames, so that no process sees half a browser.
import { execFile } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { isAlive } from '@tollgate/embedded-postgres';
import { type Browser, chromium } from 'playwright-core';

const PACKAGE = import.meta.resolve('@sparticuz/chromium');

/** A page's first load on a busy machine: the browser has just started, and everything is read from the disk. */
const LOADING_MS = 120_000;

export async function launchChromium(): Promise<Browser> {
  const browser = await chromium.launch({
    executablePath: await unpackedChromium(),
    // Without the package's usual arguments: they switch off its guards, and draw with a simulated graphics card, which
    // costs four times as much as drawing without one.
    args: ['--no-sandbox', '--no-zygote', '--disable-gpu', '--font-render-hinting=none'],
    headless: true,
  });
  const open = browser.newContext.bind(browser);
  browser.newContext = async (options) => {
    const context = await open(options);
    context.setDefaultNavigationTimeout(LOADING_MS);
    return context;
  };
  return browser;
}

/** Its folder: one for each user and release. */
export function chromiumHome(): string {
  const { version } = JSON.parse(readFileSync(new URL('../package.json', PACKAGE), 'utf8'));
  return join(tmpdir(), `tollgate-chromium-${process.getuid?.() ?? 0}-${version}`);
}

/** The path of its program, unpacked if necessary. */
export async function unpackedChromium(): Promise<string> {
  const home = chromiumHome();
  if (!existsSync(home)) await unpackInto(home);
  const { uid } = statSync(home);
  if (uid !== (process.getuid?.() ?? uid)) throw new Error(`${home} belongs to another user; set TMPDIR`);
  return join(home, 'chromium');
}

async function unpackInto(home: string): Promise<void> {
  removeAbandoned(home);
  const draft = mkdtempSync(`${home}.making-${process.pid}-`);
  try {
    // The package unpacks into the temporary folder, whatever is there. A child process gets its own temporary folder.
    const script = `const { default: chromium } = await import(${JSON.stringify(PACKAGE)}); await chromium.executablePath();`;
    const env = { ...process.env, TMPDIR: draft };
    await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', script], { env });
    renameSync(draft, home);
  } catch (error) {
    // Another process was quicker; its browser is as good as ours.
    if (!existsSync(home)) throw error;
  } finally {
    rmSync(draft, { recursive: true, force: true });
  }
}

/** Removes drafts of processes that were killed while they unpacked. */
function removeAbandoned(home: string): void {
  for (const name of readdirSync(dirname(home))) {
    const [, pid] = new RegExp(`^${RegExp.escape(basename(home))}\\.making-(\\d+)-`).exec(name) ?? [];
    if (pid !== undefined && !isAlive(Number(pid)))
      rmSync(join(dirname(home), name), { recursive: true, force: true });
  }
}

/** For tests that look at a page longer than it would stay: as if the shopper had pressed "Stay here" after paying. */
export const STAYS = 'history.replaceState("stay", "")';
