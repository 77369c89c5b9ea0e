// The declaration of a connector, from its row of the table. It needs no library: that is started with the first
// account.
import {
  type AdapterParts,
  type CredentialField,
  type ProviderDeclaration,
  SEAM_VERSION,
} from '@tollgate/provider-kit';
import { newAdapter } from './adapter.ts';
import { newCapabilities } from './capabilities.ts';
import { Connection } from './connection.ts';
import type { Connector, ConnectorCredential } from './connectors/connector.ts';
import { playedFacts } from './connectors/facts.ts';
import type { LibraryProcess } from './process/library-process.ts';

/** The library, and whether it can run here. */
export interface LibraryParts {
  whyUnavailable(): string | null;
  process(log: AdapterParts['log']): LibraryProcess;
}

export function declare(connector: Connector, library: LibraryParts): ProviderDeclaration {
  const id = `prism-${connector.connector.toLowerCase()}`;
  const capabilities = newCapabilities(connector);
  const isUsable = capabilities.methods.length > 0;
  return {
    seam: SEAM_VERSION,
    id,
    name: connector.name,
    capabilities,
    cardEntries: capabilities.methods.some(({ method }) => method === 'card') ? ['tollgate'] : [],
    credentials: credentialsOf(connector),
    played: playedFacts(connector.connector) ? 'played' : 'not-tried',
    available: () =>
      isUsable
        ? library.whyUnavailable()
        : `This package takes no payment through ${connector.name} yet: the library makes no request for an option of the catalogue.`,
    merchantAccountOf: () => null,
    connect(account, parts) {
      const process = library.process(parts.log);
      return newAdapter(id, new Connection({ account, connector, capabilities }, parts, process));
    },
  };
}

function credentialsOf({ name, credentials, hasEvents }: Connector): CredentialField[] {
  const own = credentials.map((one) => credentialOf(name, one));
  if (!hasEvents) return own;
  return [
    ...own,
    {
      name: 'webhookSecrets',
      label: 'Secrets of notifications',
      help: `The secret with which ${name} signs notifications. Without it notifications are refused, and ${name} is asked about each payment.`,
      needed: 'never',
      isList: true,
      isSecret: true,
    },
  ];
}

function credentialOf(provider: string, { name, isSecret, isNeeded }: ConnectorCredential): CredentialField {
  return {
    name,
    label: labelOf(name),
    help: `As ${provider} calls it: ${name}. You find it in ${provider}’s dashboard.`,
    needed: isNeeded ? 'always' : 'never',
    isList: false,
    isSecret,
    // Most of them go into a header.
    pattern: /^[^\0]{1,8192}$/s,
    patternFault: 'must be the text as the provider shows it',
  };
}

/** processingChannelId: Processing channel id. */
function labelOf(name: string): string {
  const words = name.replace(/([a-z0-9])([A-Z])/g, '$1 $2').toLowerCase();
  return words[0]!.toUpperCase() + words.slice(1);
}
