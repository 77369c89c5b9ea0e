// JSON for people: indented, coloured by a small tokenizer, long values such as pictures cut short. html.ts must escape
// every piece; the classes are k (name), s (text), n (number), b (true, false, null), p (punctuation).
import { type Html, html } from './html.ts';

const LONGEST_TEXT = 400;
const TOKEN =
  /("(?:\\.|[^"\\])*")(\s*:)?|(-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?)|(true|false|null)|([{}[\],:]+)|(\s+)/g;

export function jsonView(value: unknown): Html[] {
  return tokens(JSON.stringify(value, cutShort, 2));
}

function cutShort(_name: string, value: unknown): unknown {
  if (typeof value !== 'string' || value.length <= LONGEST_TEXT) return value;
  return `${value.slice(0, 60)}… (${value.length.toLocaleString('en')} characters)`;
}

function tokens(text: string): Html[] {
  return [...text.matchAll(TOKEN)].map(([whole, string, colon, number, word, marks]) => {
    if (string !== undefined && colon !== undefined) {
      return html`<span class="k">${string}</span><span class="p">${colon}</span>`;
    }
    if (string !== undefined) return html`<span class="s">${string}</span>`;
    if (number !== undefined) return html`<span class="n">${number}</span>`;
    if (word !== undefined) return html`<span class="b">${word}</span>`;
    return marks === undefined ? html`${whole}` : html`<span class="p">${marks}</span>`;
  });
}
