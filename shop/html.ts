// HTML from template literals: it escapes every inserted value, except HTML that was made here. A value from a request
// or an answer must never reach a page in another way.

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

/** null, undefined and false insert nothing; a list is inserted piece by piece. */
export function html(parts: TemplateStringsArray, ...values: Value[]): Html {
  return new Html(String.raw({ raw: parts }, ...values.map(insert)));
}

const escapeHtml = (text: string): string => text.replaceAll(/[&<>"']/g, (char) => SPECIAL[char]!);

function insert(value: Value): string {
  if (value === null || value === undefined || value === false) return '';
  if (value instanceof Html) return value.text;
  if (typeof value === 'object') return value.map(insert).join('');
  return escapeHtml(String(value));
}
