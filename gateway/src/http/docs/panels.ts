// The building blocks of the pages: panels with code. They must know nothing of payments.
import { type Html, html, join } from '../pages/html.ts';

export type Panels = Record<string, { summary: string; made: Html }>;

/** All entries are in the page; docs.js shows one at a time. `more`: buttons in the panel's head. */
export function panel(
  id: string,
  title: string,
  panels: Panels,
  { kind = 'example', more = null }: { kind?: 'example' | 'language'; more?: Html | null } = {},
): Html {
  const entries = Object.entries(panels);
  const single = entries.length === 1;
  const heading = single ? `${title} ${entries[0]![1].summary}`.trim() : title;
  const options = entries.map(
    ([name, { summary }]) => html`<option value="${id}-${name}">${summary}</option>`,
  );
  const figures = entries.map(
    ([name, { summary, made }]) =>
      html`<figure id="${id}-${name}">${single ? null : html`<figcaption>${summary}</figcaption>`}<pre tabindex="0"><code>${made}</code></pre></figure>`,
  );
  return html`<div class="panel" id="${id}" data-kind="${kind}">
  <div class="panel-head"><span class="panel-title">${heading}</span>${
    single ? null : html`<select aria-label="${title}: ${kind}" hidden>${join(options)}</select>`
  }${more}<button type="button" class="copy" hidden>Copy</button></div>
  ${join(figures)}</div>`;
}

/** One piece of code under a title. */
export function sample(id: string, title: string, code: string | Html): Html {
  return panel(id, title, { only: { summary: '', made: html`${code}` } });
}

/** The same sample in several languages, by their names. */
export function inLanguages(id: string, title: string, codes: readonly (readonly [string, string])[]): Html {
  const panels = codes.map(([language, code]) => [
    language.toLowerCase().replaceAll(/[^a-z]/g, ''),
    { summary: language, made: html`${code}` },
  ]);
  return panel(id, title, Object.fromEntries(panels), { kind: 'language' });
}
