// Which pages the documentation has, in their order, and what each is: HTML, and for the guide Markdown too. It makes
// each page on the first request and keeps it.
import { readFileSync } from 'node:fs';
import type { Context } from '../../actions/context.ts';
import { html } from '../pages/html.ts';
import { demoKey } from './demo-key.ts';
import { type Contents, frame, type ListedPage } from './frame.ts';
import { renderGuide } from './guide-page.ts';
import { HOME_LEAD, renderHome } from './home-page.ts';
import { llmsText, markdownPage } from './markdown-page.ts';
import { headingsIn } from './markup.ts';
import type { OpenApi } from './openapi-types.ts';
import { type ReferencePage, referencePages, renderReference, tryForm } from './reference-page.ts';
import { known } from './source/known.ts';
import { readSource, type Source } from './source/read-source.ts';

/** In reading order. */
const GUIDES = [
  'accept-a-payment',
  'receive-webhooks',
  'connect-a-provider',
  'authorise-and-capture',
  'save-a-card',
  'charge-again',
  'pay-out',
  'refund',
  'disputes',
  'unknown-outcome',
  'reconcile',
  'settlements',
  'rehearse',
  'go-live',
  'migrate-from-v2',
];
/** Guides for shop platforms; they stand after the other guides. */
const SHOPS = ['medusa', 'vendure'];
const BASICS = [
  'start',
  'results',
  'errors',
  'cashier',
  'signatures',
  'idempotency',
  'webhooks',
  'testing',
  'error-codes',
];
/** Production does not show these. */
const ONLY_IN_TEST = ['testing', 'rehearse'];

/** Name → the ids of its content in the former documentation, which was a single page, beside its own id. */
const FORMER: Readonly<Record<string, readonly string[]>> = {
  testing: ['test-cards', 'test-amounts'],
  'error-codes': ['error'],
  signatures: ['vectors'],
};

interface GuideEntry extends ListedPage {
  source: Source;
}

export class Site {
  readonly #config: Context['config'];
  readonly #document: OpenApi;
  readonly #guides: readonly GuideEntry[];
  readonly #basics: readonly GuideEntry[];
  readonly #reference: readonly ReferencePage[];
  readonly #contents: readonly Contents[];

  constructor(config: Context['config'], document: OpenApi) {
    const isTest = config.environment === 'test';
    const read = (folder: string, names: readonly string[]) =>
      names
        .filter((name) => isTest || !ONLY_IN_TEST.includes(name))
        .map((name) => guideEntry(folder, name, config, document));
    this.#config = config;
    this.#document = document;
    this.#guides = [...read('guides', GUIDES), ...read('shops', SHOPS)];
    this.#basics = read('basics', BASICS);
    this.#reference = referencePages(document);
    this.#contents = [
      { heading: 'Guides', pages: this.#guides },
      { heading: 'How it works', pages: this.#basics },
      { heading: 'API reference', pages: this.#reference },
    ];
  }

  home(): string {
    const [guides, basics] = this.#contents as [Contents, Contents];
    const reference = { heading: 'API reference', pages: this.#reference };
    const body = renderHome({ guides, basics, reference });
    return frame({ page: null, title: '', lead: HOME_LEAD, contents: this.#contents, body });
  }

  /** A page of the guide or of the reference; null: there is no page with this name. */
  async page(name: string): Promise<string | null> {
    const guide = this.#guide(name);
    if (guide) return this.#guidePage(guide);
    const group = this.#reference.find((one) => one.name === name);
    return group ? this.#referencePage(group) : null;
  }

  markdown(name: string): string | null {
    const guide = this.#guide(name);
    if (!guide) return null;
    return markdownPage(guide.source, this.#config.publicUrl, (other) => this.#guide(other) !== undefined);
  }

  llms(): string {
    return llmsText(this.#config.publicUrl, this.#contents.slice(0, 2));
  }

  /** The answer for a page that does not exist. */
  missing(): string {
    const body = html`<div class="page-head"><h1>There is no such page</h1><p class="lead">It may have moved. The <a href="../docs">first page</a> lists all of them.</p></div>`;
    const page = { name: '', title: '', lead: '', parts: [], formerAnchors: [] };
    return frame({ page, title: 'No such page', lead: '', contents: this.#contents, body });
  }

  /** The sources of the guide's pages, in their order. */
  sources(): readonly (readonly [name: string, source: Source])[] {
    return [...this.#guides, ...this.#basics].map(({ name, source }) => [name, source]);
  }

  #guide(name: string): GuideEntry | undefined {
    return [...this.#guides, ...this.#basics].find((one) => one.name === name);
  }

  #guidePage(page: GuideEntry): string {
    const order = [...this.#guides, ...this.#basics];
    const after = order[order.indexOf(page) + 1] ?? null;
    const body = renderGuide(page.name, page.source, this.#config.publicUrl, after);
    const { title, lead } = page;
    return frame({ page, title, lead, contents: this.#contents, body, asMarkdown: true });
  }

  async #referencePage(page: ReferencePage): Promise<string> {
    const { publicUrl, environment } = this.#config;
    const canTry = environment === 'test';
    const body = renderReference(page, { document: this.#document, publicUrl, canTry });
    const form = canTry ? tryForm(await demoKey(this.#config)) : null;
    const title = `${page.title} – API reference`;
    return frame({ page, title, lead: page.lead, contents: this.#contents, body, form });
  }
}

function guideEntry(folder: string, name: string, config: Context['config'], document: OpenApi): GuideEntry {
  const text = readFileSync(new URL(`${folder}/${name}.md`, import.meta.url), 'utf8');
  const source = readSource(text, config.environment, known(config, document));
  const words = source.blocks.map((block) => (block.kind === 'prose' ? block.text : '')).join('\n\n');
  const { title, lead } = source;
  return {
    name,
    title,
    lead,
    source,
    parts: headingsIn(words),
    formerAnchors: [name, ...(FORMER[name] ?? [])],
  };
}
