// Whether a package's default export is a declaration that a gateway can load. The command line says the faults before
// it plays a rule.
import type { ProviderDeclaration } from '../provider-kit.ts';

/** The default export as a list; null: it is neither a declaration nor a list of them. */
export function declarationsOf(exported: unknown): ProviderDeclaration[] | null {
  const list = Array.isArray(exported) ? exported : [exported];
  const isOne = (one: unknown): one is ProviderDeclaration =>
    typeof one === 'object' && one !== null && 'id' in one && 'connect' in one;
  return list.length > 0 && list.every(isOne) ? list : null;
}

/** In plain sentences; an empty list: none. */
export function declarationFaults(declaration: ProviderDeclaration): string[] {
  const { id, name, credentials, capabilities, cardEntries, connect, merchantAccountOf } = declaration;
  const faults: string[] = [];
  if (typeof id !== 'string' || !/^[a-z][a-z0-9-]{0,62}$/.test(id))
    faults.push(`id "${id}" must begin with a letter, and have only a–z, 0–9 and "-".`);
  if (typeof name !== 'string' || name.trim() === '') faults.push(`${id}: name is missing.`);
  if (typeof connect !== 'function') faults.push(`${id}: connect must be a function.`);
  if (typeof merchantAccountOf !== 'function') faults.push(`${id}: merchantAccountOf must be a function.`);
  if (!Array.isArray(capabilities?.methods)) faults.push(`${id}: capabilities.methods must be a list.`);
  if (!Array.isArray(cardEntries))
    faults.push(`${id}: cardEntries must be a list; empty: it takes no cards.`);
  if (!Array.isArray(credentials)) return [...faults, `${id}: credentials must be a list.`];
  const names = credentials.map((one) => one.name);
  for (const [at, { name: own, label, help, pairedWith }] of credentials.entries()) {
    if (!/^[a-z][A-Za-z0-9]*$/.test(own ?? '')) faults.push(`${id}: a credential is called "${own}".`);
    if (names.indexOf(own) !== at) faults.push(`${id}: two credentials are called ${own}.`);
    if (!label) faults.push(`${id}: credential ${own} has no label.`);
    if (!help) faults.push(`${id}: credential ${own} has no help.`);
    if (pairedWith !== undefined && !names.includes(pairedWith))
      faults.push(`${id}: credential ${own} is paired with ${pairedWith}, which does not exist.`);
  }
  return faults;
}
