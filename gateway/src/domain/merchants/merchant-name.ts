// When two names of merchants are the same name to a person: capital letters, blanks and forms of the same character make no
// difference. Pure.

/** What is compared and kept once. */
export function merchantNameKey(name: string): string {
  return name.normalize('NFKC').toLowerCase().trim().replaceAll(/\s+/gu, ' ');
}
