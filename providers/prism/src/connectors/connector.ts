// What the package knows of a connector. `Connector` is a row of connectors.json, which a script writes from the
// library. `Facts` are written by hand for connectors that were played (facts.ts).

export interface Connector {
  /** The library's name of it. */
  connector: string;
  /** The name that people know. */
  name: string;
  credentials: readonly ConnectorCredential[];
  /** Methods of the catalogue for which the library makes a request. */
  methods: readonly string[];
  /** Flows of the library for which it makes a request. */
  flows: readonly string[];
  /** Its notifications can be read. */
  hasEvents: boolean;
  /** Calls that come before a charge and move no money. */
  steps: readonly ('token' | 'order')[];
}

export interface ConnectorCredential {
  /** The connector's own name. */
  name: string;
  isSecret: boolean;
  /** The library makes no charge without it. */
  isNeeded: boolean;
}

/** Where a field stands in a connector's own JSON: names and numbers, separated by dots. */
type Path = string;

/** Where an answer says which charge it is about. A path that is absent or empty in the answer says nothing. */
export interface AboutPaths {
  reference?: readonly Path[];
  amount?: readonly Path[];
  currency?: readonly Path[];
  /** The connector's id of the payment, in an answer about a refund. */
  payment?: readonly Path[];
  /** The connector's word for a decline, if the library leaves it out. */
  decline?: readonly Path[];
  /** `major`: 12.34; `minor`: 1234. */
  unit: 'major' | 'minor';
}

export interface Facts {
  /** The header that makes a repeated request harmless. */
  idempotencyHeader?: string;
  about: AboutPaths;
  /** The same for notifications; absent: as `about`. */
  aboutEvents?: AboutPaths;
  /** The same for refunds; absent: the answer says nothing of them. */
  aboutRefunds?: AboutPaths;
  /** The same for the answer to a capture; absent: it says nothing of it. */
  aboutCaptures?: AboutPaths;
  /** Currencies that it counts in another minor unit than ISO 4217, which the library does not know. */
  otherUnits?: readonly string[];
  /** 3-D Secure works by a page of the connector. */
  hasThreeDs?: true;
  /** It stores a card, and charges it later. */
  isStorable?: true;
  /** Where each method can be used; absent: wherever the option can. */
  places?: Readonly<Record<string, { countries?: readonly string[]; currencies?: readonly string[] }>>;
  /** After the payer agreed on its page, the charge is completed by another call with the id of the order. */
  isCompletedHere?: true;
  /** Its charges are asked for by the order, whatever was kept of them. */
  featureData?: string;
  /** A refund needs what an inquiry says of the charge. */
  asksBeforeRefund?: true;
}
