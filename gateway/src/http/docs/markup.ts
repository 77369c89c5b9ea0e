// Markdown and coloured JSON as HTML. It must let no input reach the page unescaped: it shows HTML within Markdown as
// text.
import MarkdownIt from 'markdown-it';
import { escapeHtml } from '../../domain/escape-html.ts';
import { type Html, html, trusted } from '../pages/html.ts';

const markdown = new MarkdownIt({ html: false });
const { rules } = markdown.renderer;

/** `columns`: the texts of its head. A wide table scrolls by itself, so the keyboard must reach it. */
function tableStart(columns: readonly string[]): Html {
  const label = `Table: ${columns.join(', ').replaceAll('`', '')}`;
  return html`<div class="table" tabindex="0" role="group" aria-label="${label}"><table>`;
}

const TABLE_END = html`</table></div>`;

rules.table_open = (tokens, at) => {
  const end = tokens.findIndex(({ type }, i) => i > at && type === 'thead_close');
  const cells = tokens.slice(at, end).filter(({ type }) => type === 'inline');
  return tableStart(cells.map(({ content }) => content)).text;
};
rules.table_close = () => TABLE_END.text;
rules.th_open = () => '<th scope="col">';
rules.heading_open = (tokens, at) => {
  const { tag } = tokens[at]!;
  const id = slug(tokens[at + 1]!.content);
  return `<${tag} id="${id}"><a href="#${id}">`;
};
rules.heading_close = (tokens, at) => `</a></${tokens[at]!.tag}>`;
// A fence with a second word is a file to write: ```js store.js
const { fence } = rules;
rules.fence = (...given) => {
  const [tokens, at] = given;
  const name = tokens[at]!.info.split(' ')[1];
  const code = fence!(...given);
  return name === undefined ? code : `${html`<p class="file">${name}</p>`.text}${code}`;
};
// So that readers can link to the row of an error code.
rules.tr_open = (tokens, at) => {
  const code = /^`(\d{4})`$/.exec(tokens[at + 2]?.content ?? '')?.[1];
  return code === undefined ? '<tr>' : `<tr id="error-${code}">`;
};

export const slug = (text: string): string =>
  text
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '');

/** The headings of the second level, in their order. */
export function headingsIn(text: string): { id: string; title: string }[] {
  return [...text.matchAll(/^## (.+)$/gm)].map(([, title]) => ({ id: slug(title!), title: title! }));
}

export function prose(text: string): Html {
  return trusted(markdown.render(text));
}

/** Makes no paragraphs: for a cell, a label, a line. */
export function inline(text: string): Html {
  return trusted(markdown.renderInline(text));
}

const TOKEN = /("(?:[^"\\]|\\.)*")(\s*:)?|\b(true|false|null)\b|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g;

/** Formatted JSON with spans for keys, texts and other values. */
export function json(value: unknown): Html {
  const text = JSON.stringify(value, null, 2);
  let made = '';
  let done = 0;
  for (const found of text.matchAll(TOKEN)) {
    const [whole, quoted, colon] = found;
    made += escapeHtml(text.slice(done, found.index));
    const kind = quoted === undefined ? 'n' : colon === undefined ? 's' : 'k';
    made += `<span class="${kind}">${escapeHtml(quoted ?? whole)}</span>${colon ?? ''}`;
    done = found.index + whole.length;
  }
  return trusted(made + escapeHtml(text.slice(done)));
}
