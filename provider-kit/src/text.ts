// Texts from outside that an adapter keeps or shows.

const CONTROL_CHARACTER = /\p{Cc}/u;

/** Contract 3: no NUL or other control character (Unicode class Cc), no half of a surrogate pair. */
export function isCleanText(text: string): boolean {
  return !CONTROL_CHARACTER.test(text) && text.isWellFormed();
}

const SHOWN_CHARACTERS = 4;

/** An account as people may see it. One that is no longer than the shown part is hidden completely. */
export function maskAccount(account: string): string {
  const characters = [...account];
  if (characters.length <= SHOWN_CHARACTERS) return '***';
  return `***${characters.slice(-SHOWN_CHARACTERS).join('')}`;
}
