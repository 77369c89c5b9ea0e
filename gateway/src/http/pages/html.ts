// HTML from template literals: it escapes every inserted value, except HTML that it made itself. Nothing from a request
// may reach a page in another way.
import { escapeHtml } from '../../domain/escape-html.ts';

export class Html {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

/** null and false insert nothing. */
export function html(
  parts: TemplateStringsArray,
  ...values: (Html | string | number | null | false)[]
): Html {
  return trusted(String.raw({ raw: parts }, ...values.map(insert)));
}

/** Wraps text that is known to be HTML: the program's own, never a caller's. */
export const trusted = (text: string): Html => new Html(text);
export const join = (parts: Html[]): Html => trusted(parts.map((part) => part.text).join('\n'));

function insert(value: Html | string | number | null | false): string {
  if (value === null || value === false) return '';
  return value instanceof Html ? value.text : escapeHtml(String(value));
}
