// A JSON value as a literal of another language: its brackets, its keys, its texts, its words for true, false and null.

export interface Style {
  brackets: readonly [string, string];
  key: (name: string) => string;
  text: (value: string) => string;
  words: Readonly<Record<'true' | 'false' | 'null', string>>;
}

/** A short value stays on one line. */
const WIDTH = 56;

export function literal(value: unknown, style: Style, indent = ''): string {
  if (typeof value === 'string') return style.text(value);
  if (typeof value === 'number') return String(value);
  if (typeof value !== 'object' || value === null) return style.words[String(value) as 'true'];
  const inner = `${indent}    `;
  const members = Array.isArray(value)
    ? value.map((one) => literal(one, style, inner))
    : Object.entries(value).map(([name, one]) => `${style.key(name)}${literal(one, style, inner)}`);
  const [open, close] = Array.isArray(value) ? ['[', ']'] : style.brackets;
  const line = `${open}${members.join(', ')}${close}`;
  if (line.length <= WIDTH && !line.includes('\n')) return line;
  return `${open}\n${members.map((one) => `${inner}${one},\n`).join('')}${indent}${close}`;
}

/** In single quotes, with backslashes before quotes and backslashes: JavaScript and PHP. */
export const singleQuoted = (text: string): string => `'${text.replaceAll(/[\\']/g, '\\$&')}'`;
