// HTML from template literals: every value that is put in is escaped, unless it was made here. Used by all pages.
// Nothing of a request and nothing of an answer reaches a page by another way.

const SPECIAL: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

export class Html {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

type Value = Html | readonly (Html | false | null)[] | string | number | null | false | undefined;

/** null, undefined and false leave nothing behind; a list is put in piece by piece. */
export function html(parts: TemplateStringsArray, ...values: Value[]): Html {
  return new Html(String.raw({ raw: parts }, ...values.map(insert)));
}

export const escapeHtml = (text: string): string => text.replaceAll(/[&<>"']/g, (char) => SPECIAL[char]!);

function insert(value: Value): string {
  if (value === null || value === undefined || value === false) return '';
  if (value instanceof Html) return value.text;
  if (typeof value === 'object') return value.map(insert).join('');
  return escapeHtml(String(value));
}
