// Whether the text of a credit names a payout (contract 17). Banks break texts into lines and change their case, so
// blanks and case do not count; a number must not be a part of a longer number. Pure.

const squeezed = (text: string) => text.toLowerCase().replaceAll(/[^\p{L}\p{N}]+/gu, '');

const escaped = (text: string) => text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** `words`: the text must contain each; none: nobody knows how the bank names it, so no text does. */
export function namesPayout(text: string, words: readonly string[]): boolean {
  if (words.length === 0) return false;
  const all = squeezed(text);
  return words.every((word) => {
    const own = squeezed(word);
    if (own === '') return false;
    if (!/^\d+$/.test(own)) return all.includes(own);
    // Where the number stands is decided by the text as the bank wrote it.
    return new RegExp(`(?<!\\d)${escaped(own)}(?!\\d)`).test(text);
  });
}
