// Shows every screen of the cashier without a gateway, to people and to browser tests. `node cashier/gallery.ts [--port
// 0]`: `/` lists the fixtures of fixtures/*.ts, `/<fixture>` shows one. `?lang=ar` or `es-MX`, `?theme=dark`,
// `?delay=3000` (milliseconds before a call is answered), `?lose=submit` (the call arrives, its answer does not). Calls
// that change something are answered with a plausible next state, kept until the document is loaded again. It must
// never be part of a gateway.

import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join } from 'node:path';
import { LANGUAGES, type Language } from '../gateway/src/domain/errors/error-codes.ts';
import { amountText } from '../gateway/src/http/cashier/state/amount-text.ts';
import type {
  CardRemoval,
  CashierState,
  EndScreen,
  Screen,
  Simulation,
  Start,
} from '../gateway/src/http/cashier/state/state.ts';
import { buildCashier } from './build.ts';
import { readMessages } from './read-messages.ts';
import { headerOf } from './src/header.ts';

const HERE = import.meta.dirname;
const DIST = join(HERE, 'dist');
const PICTURES = join(HERE, '../gateway/assets');
const TYPES: Record<string, string> = {
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
};
const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; connect-src 'self'; base-uri 'none'; frame-ancestors 'none'";

interface Shown {
  state: CashierState;
  delayMs: number;
  /** The call whose answer is lost. */
  lose: string | null;
  listeners: Set<ServerResponse>;
}

export interface Gallery {
  url: string;
  fixtures: string[];
  /** As if the gateway had changed the state: every open page of the fixture gets it. */
  push(name: string, changes: Partial<CashierState>): void;
  stop(): Promise<void>;
}

export async function startGallery(port = 0): Promise<Gallery> {
  const fixtures = await readFixtures();
  const shown = new Map<string, Shown>();
  const server = createServer((request, response) => {
    answer(request, response, fixtures, shown).catch((error: Error) => {
      response.writeHead(500, { 'content-type': 'text/plain' }).end(error.stack);
    });
  });
  await new Promise<void>((ready) => server.listen(port, '127.0.0.1', ready));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    fixtures: [...fixtures.keys()],
    push: (name, changes) => change(shown.get(name)!, changes),
    stop: () =>
      new Promise((stopped) => {
        server.close(() => stopped());
        server.closeAllConnections();
      }),
  };
}

async function readFixtures(): Promise<Map<string, CashierState>> {
  const all = new Map<string, CashierState>();
  for (const file of readdirSync(join(HERE, 'fixtures')).sort()) {
    const part = (await import(`./fixtures/${file}`)) as { fixtures?: Record<string, CashierState> };
    for (const [name, state] of Object.entries(part.fixtures ?? {})) all.set(name, state);
  }
  return all;
}

async function answer(
  request: IncomingMessage,
  response: ServerResponse,
  fixtures: Map<string, CashierState>,
  shown: Map<string, Shown>,
): Promise<unknown> {
  const { pathname, searchParams } = new URL(request.url!, 'http://gallery');
  if (pathname === '/') return html(response, list([...fixtures.keys()]));
  if (pathname.startsWith('/assets/')) return asset(response, pathname);
  const [, name = '', call = ''] = pathname.split('/');
  const fixture = fixtures.get(name);
  if (!fixture) return response.writeHead(404).end();
  const lang = searchParams.get('lang');
  if (call === '') {
    // While a source does not build (somebody is typing), the last built page is served.
    await buildCashier().catch((error: Error) => process.stderr.write(`${error.message}\n`));
    shown.set(name, {
      state: { ...moved(fixture), ...spoken(lang ?? 'en') },
      delayMs: Number(searchParams.get('delay') ?? 0),
      lose: searchParams.get('lose'),
      listeners: new Set(),
    });
    return html(response, documentOf(shown.get(name)!.state, searchParams.get('theme')));
  }
  const page = shown.get(name) ?? { state: moved(fixture), delayMs: 0, lose: null, listeners: new Set() };
  shown.set(name, page);
  const asked = lang ?? 'en';
  // The page asks only for its language; the region is that of the document.
  const voice = asked === page.state.language ? {} : spoken(asked);
  page.state = { ...page.state, now: new Date().toISOString(), ...voice };
  if (call === 'events') return listen(response, page);
  if (request.method === 'POST') {
    const body = await bodyOf(request);
    if (page.delayMs > 0) await new Promise((resume) => setTimeout(resume, page.delayMs));
    change(page, next(page.state, call, body, fixtures));
    if (page.lose === call) return response.destroy();
  }
  return json(response, page.state);
}

/** 'de' or, with a region, 'de-AT'. */
function spoken(tag: string): Pick<CashierState, 'language' | 'locale'> {
  return { language: tag.split('-')[0] as Language, locale: tag === 'en' ? 'en-US' : tag };
}

/** The fixture with its times moved to the present. */
function moved(fixture: CashierState): CashierState {
  const laterMs = Date.now() - Date.parse(fixture.now);
  const later = (time: string) => new Date(Date.parse(time) + laterMs).toISOString();
  const { screen, expiresAt } = fixture;
  const ended = screen.name === 'end' && screen.completedAt ? { completedAt: later(screen.completedAt) } : {};
  return {
    ...fixture,
    screen: { ...screen, ...ended } as Screen,
    now: later(fixture.now),
    expiresAt: expiresAt && later(expiresAt),
  };
}

function next(
  { version, screen, kind, amount, isCapturedLater }: CashierState,
  call: string,
  body: string,
  fixtures: Map<string, CashierState>,
): Partial<CashierState> {
  const on = (then: Screen): Partial<CashierState> => ({ version: version + 1, screen: then });
  const end = (outcome: EndScreen['outcome']) =>
    on({
      name: 'end',
      outcome,
      text:
        PAID.has(outcome) || outcome === 'released'
          ? null
          : 'Your bank declined this payment. Try another card.',
      hold: outcome === 'held' ? { amount, until: new Date(Date.now() + WEEK_MS).toISOString() } : null,
      charged: null,
      refunded: null,
      refunding: null,
      paidWith: PAID.has(outcome) ? 'Visa •••• 4242' : null,
      completedAt: PAID.has(outcome) ? new Date().toISOString() : null,
      mail: null,
    });
  switch (call) {
    case 'submit':
      return on({ name: 'wait', for: kind === 'payout' ? 'approval' : 'network' });
    case 'confirm':
      return on({ name: 'wait', for: 'confirmed' });
    case 'leave': {
      const choose = [...fixtures.values()].find((one) => one.screen.name === 'choose');
      return on(choose?.screen ?? screen);
    }
    case 'remove-card':
      return on(withoutCard(screen, (JSON.parse(body) as CardRemoval).card));
    case 'receipt':
      return { screen: withReceiptMailed(screen) };
    case 'cancel':
      return end('cancelled');
    default: {
      const { outcome } = JSON.parse(body) as Simulation;
      const isHeld = screen.name === 'end' && screen.outcome === 'held';
      if (outcome === 'COMPLETED') return end(isCapturedLater ? 'held' : 'completed');
      return end(isHeld && outcome === 'EXPIRED' ? 'released' : ENDS[outcome]);
    }
  }
}

function withReceiptMailed(screen: Screen): Screen {
  if (screen.name !== 'end' || screen.mail === null) return screen;
  return { ...screen, mail: { ...screen.mail, isSent: true } };
}

function withoutCard(screen: Screen, token: string): Screen {
  if (screen.name !== 'choose') return screen;
  const options = screen.options.map((option) => ({
    ...option,
    savedCards: option.savedCards.filter((card) => card.token !== token),
  }));
  return { ...screen, options };
}

const ENDS = {
  DECLINED: 'declined',
  ERROR: 'failed',
  EXPIRED: 'expired',
  CAPTURED: 'completed',
  CAPTURED_PART: 'held',
  CAPTURE_FAILED: 'held',
} as const;
const PAID: ReadonlySet<EndScreen['outcome']> = new Set(['completed', 'held', 'saved']);
const WEEK_MS = 7 * 24 * 3_600_000;

function change(page: Shown, changes: Partial<CashierState>): void {
  page.state = { ...page.state, version: page.state.version + 1, ...changes };
  for (const listener of page.listeners) listener.write(event(page.state));
}

const event = (state: CashierState) => `event: state\ndata: ${JSON.stringify(state)}\n\n`;

function listen(response: ServerResponse, page: Shown): void {
  response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store' });
  response.write(event(page.state));
  page.listeners.add(response);
  response.on('close', () => page.listeners.delete(response));
}

function asset(response: ServerResponse, pathname: string): ServerResponse {
  const words = /^\/assets\/cashier\/messages\/(\w+)\.json$/.exec(pathname);
  if (words) return json(response, readMessages(words[1]!));
  const [, theme, app] = /^\/assets\/cashier\/(light|dark)?app\/([\w.-]+)$/.exec(pathname) ?? [];
  const [, picture = 'none'] = /^\/assets\/((?:logos|schemes)\/[\w-]+\.svg)$/.exec(pathname) ?? [];
  const file = app ? join(DIST, app) : join(PICTURES, picture);
  if (!existsSync(file)) return response.writeHead(404).end();
  const bytes = themed(readFileSync(file), theme);
  return response.writeHead(200, { 'content-type': `${TYPES[extname(file)]}; charset=utf-8` }).end(bytes);
}

/** The style of a device with this theme. */
function themed(bytes: Buffer, theme: string | undefined): Buffer {
  if (theme === undefined) return bytes;
  const asked = /\(prefers-color-scheme:\s*dark\)/g;
  return Buffer.from(
    bytes
      .toString()
      .replace(asked, theme === 'dark' ? 'all' : 'not all')
      .replace('color-scheme:light dark', `color-scheme:${theme}`),
  );
}

function documentOf(state: CashierState, theme: string | null): string {
  const manifest = JSON.parse(readFileSync(join(DIST, 'manifest.json'), 'utf8'));
  const { file, css } = manifest['src/main.tsx'] as { file: string; css: string[] };
  const { inTest, screen } = state;
  const isLater = state.isCapturedLater || state.mandate !== null;
  const ofScreen = screen.name !== 'choose' ? ['screens'] : isLater ? ['choose', 'later'] : ['choose'];
  const parts = ['shell', ...ofScreen, ...(inTest ? ['test'] : [])];
  const messages = readMessages(state.language, parts);
  const start: Start = { state, messages, partial: true, languages: ownNames() };
  const what = messages[`shell.${headerOf(state)}`]!;
  const texts: Record<string, string> = {
    what: what.replace('{brand}', state.brand.name),
    amount: amountText(state.amount, state.locale),
    reference: state.reference === null ? '' : `${messages['shell.reference']} ${state.reference}`,
    items: state.order?.title ?? '',
    noscript: messages['shell.noscript']!,
    testNote: messages[state.isAtProvider ? 'test.atProvider' : 'test.noMoney'] ?? '',
    returnUrl: state.returnUrl ?? '',
    back: readMessages(state.language, ['pages'])['pages.back']!.replace('{name}', state.brand.name),
  };
  const has: Record<string, boolean> = { test: inTest, back: state.returnUrl !== null };
  const ofDocument = readMessages(state.language, ['pages', ...parts]);
  const skeleton = readFileSync(join(HERE, 'skeleton.html'), 'utf8')
    .replaceAll(/<!--(\w+)-->([\s\S]*?)<!--\/\1-->\n/g, (_, part, markup) => (has[part] ? markup : ''))
    .replace(/\{([\w.]+)\}/g, (_, key) => escaped(texts[key] ?? ofDocument[key]!));
  return `<!doctype html>
<html lang="${state.language}" dir="${state.language === 'ar' ? 'rtl' : 'ltr'}">
<head>
  <meta charset="utf-8">
  <meta name="viewport" content="width=device-width, initial-scale=1">
  <meta name="color-scheme" content="light dark">
  <meta name="robots" content="noindex">
  <title>${escaped(state.brand.name)}</title>
  <link rel="stylesheet" href="/assets/cashier/${theme ?? ''}app/${css[0]}"${theme ? '' : integrity(css[0]!)}>
  <script type="module" src="/assets/cashier/app/${file}"${integrity(file)}></script>
</head>
<body>
  <div id="app">${skeleton}</div>
  <script type="application/json" id="start">${JSON.stringify(start).replaceAll('<', '\\u003c')}</script>
</body>
</html>
`;
}

function integrity(file: string): string {
  const hash = createHash('sha384')
    .update(readFileSync(join(DIST, file)))
    .digest('base64');
  return ` integrity="sha384-${hash}"`;
}

function ownNames(): Start['languages'] {
  return LANGUAGES.map((code) => {
    const name = new Intl.DisplayNames(code, { type: 'language' }).of(code)!;
    return { code, name: name.charAt(0).toLocaleUpperCase(code) + name.slice(1) };
  });
}

function list(names: string[]): string {
  const links = names.map(
    (name) =>
      `<li><a href="/${name}">${name}</a> <a href="/${name}?theme=dark">dark</a> <a href="/${name}?lang=ar">ar</a></li>`,
  );
  return `<!doctype html><html lang="en"><title>Cashier</title><ul>${links.join('')}</ul></html>`;
}

const escaped = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');

async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
}

function html(response: ServerResponse, text: string): ServerResponse {
  response.writeHead(200, {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': POLICY,
    'referrer-policy': 'no-referrer',
    'cache-control': 'no-store',
  });
  return response.end(text);
}

function json(response: ServerResponse, body: unknown): ServerResponse {
  return response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}

if (import.meta.main) {
  const at = process.argv.indexOf('--port');
  const { url } = await startGallery(at < 0 ? 0 : Number(process.argv[at + 1]));
  process.stdout.write(`${url}\n`);
}
