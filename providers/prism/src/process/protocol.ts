// What the gateway and the process of the library say to each other: one JSON message a line, by the id of the
// question.
import type { LibraryAccount, LibraryAnswer, LibraryRequest } from './library.ts';

export type Question = { flow: string; account: LibraryAccount; message: object } & (
  | { step: 'request' }
  /** `http`: the connector's answer to the request that `message` made. */
  | { step: 'answer'; http: LibraryAnswer }
  /** It needs no HTTP call. */
  | { step: 'direct' }
);

/** What the library could not do. Never a text of a connector or of the library: it may repeat card data. */
export interface Fault {
  /** The library's word, such as MISSING_REQUIRED_FIELD. */
  code: string;
  /** The connector's own word for a refusal, such as card_declined; absent: it gave none. */
  connectorCode?: string;
}

export type Reply = { id: number } & ({ request: LibraryRequest } | { message: object } | { fault: Fault });
