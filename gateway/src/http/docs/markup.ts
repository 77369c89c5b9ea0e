// The two small languages of the reference page: inline Markdown (code, bold, paragraphs) and coloured JSON. Called by
// docs.ts, guide.ts and render-operation.ts. What they are given is escaped first.
import { escapeHtml, type Html, html, join, trusted } from '../pages/html.ts';

/** `code`, **bold**; an empty line ends a paragraph. */
export function prose(text: string): Html {
  return join(text.split(/\n\n+/).map((paragraph) => html`<p>${inline(paragraph)}</p>`));
}

export function inline(text: string): Html {
  return trusted(
    escapeHtml(text)
      .replaceAll(/`([^`]+)`/g, '<code>$1</code>')
      .replaceAll(/\*\*([^*]+)\*\*/g, '<strong>$1</strong>'),
  );
}

const TOKEN = /("(?:[^"\\]|\\.)*")(\s*:)?|\b(true|false|null)\b|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g;

/** Pretty JSON with spans for keys, texts and the rest. */
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
