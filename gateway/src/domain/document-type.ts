// The content type of a receipt, by its first bytes (contract 8). It must never trust the file name or the type that
// the sender gives. Pure.

export type DocumentType = 'image/png' | 'image/jpeg' | 'image/webp' | 'application/pdf';

/** null: none of the four. A file that is cut off after these bytes still counts, because we never show it here. */
export function documentTypeOf(bytes: Buffer): DocumentType | null {
  const startsWith = (start: string, at = 0) => bytes.toString('latin1', at, at + start.length) === start;
  if (startsWith('\x89PNG\r\n\x1a\n')) return 'image/png';
  if (startsWith('\xff\xd8\xff')) return 'image/jpeg';
  if (startsWith('RIFF') && startsWith('WEBP', 8)) return 'image/webp';
  return startsWith('%PDF-') ? 'application/pdf' : null;
}
