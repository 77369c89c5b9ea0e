// When a person would take two merchants' names for the same: capital letters, blanks and forms of the same character
// make no difference. Pure.

/** The form that is compared and stored only once. */
export function merchantNameKey(name: string): string {
  return name.normalize('NFKC').toLowerCase().trim().replaceAll(/\s+/gu, ' ');
}
