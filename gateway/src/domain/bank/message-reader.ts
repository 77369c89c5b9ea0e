// Reads a message of a bank as a stream: XML without DTD, entities and other encodings, within fixed limits. It turns
// the message into the few records that matter (an entry, a detail, a status), each a flat list of fields by their
// path. It must keep nothing else of the message. It limits everything that costs much time: attributes, names, texts,
// and the text between two events of the parser. Pure.
import { SaxesParser } from 'saxes';

/** Contract 15. */
export const MOST_BYTES = 20 * 1024 * 1024;
const DEEPEST = 64;
/** No used field is longer. Longer ones are cut, because they only inform. */
export const LONGEST_FIELD = 1_000;
/** No used field has a longer path. Deeper fields are skipped. */
const LONGEST_PATH = 400;
const LONGEST_NAME = 256;
const MOST_ATTRIBUTES = 100;
/** A name, a value, a text or a comment. Nothing that a bank writes comes near this length. */
const LONGEST_PART = 1024 * 1024;
/** How much the parser gets at a time. */
const PIECE = 64 * 1024;
/** The most characters from the repeated texts of one record, such as lines of a remittance. */
const MOST_OF_A_FIELD = 2_000;
const MOST_FIELDS = 400;
const PREFIX = 'urn:iso:std:iso:20022:tech:xsd:';

/** What is wrong with a message, as a sentence that begins with its subject. */
export class MessageFault extends Error {
  override name = 'MessageFault';
}

/** The fields of one element and of its children, by their path below it: `Acct/Id/IBAN`; attributes as `Amt@Ccy`. */
export type Fields = ReadonlyMap<string, string>;

export interface MessageRecord {
  /** The name of the element, such as TxDtls. */
  name: string;
  fields: Fields;
}

/** Which elements are records, by their path below Document. A field belongs to the innermost record. */
export type RecordNames = Readonly<Record<string, string>>;

interface Open {
  path: string;
  record: { name: string; fields: Map<string, string>; path: string } | null;
  text: string;
  hasElements: boolean;
}

/**
 * `messages`: the records of each known message, by its name (`camt.053.001.08`). `end` is called when a record is
 * complete, after the records inside it.
 */
export class MessageReader {
  readonly #parser = new SaxesParser({ xmlns: true });
  readonly #decoder = new TextDecoder('utf-8', { fatal: true });
  readonly #open: Open[] = [];
  readonly #around: { name: string; fields: Map<string, string>; path: string }[] = [];
  readonly #messages: Readonly<Record<string, RecordNames>>;
  readonly #end: (record: MessageRecord) => void;
  #records: RecordNames = {};
  #skipped = 0;
  #bytes = 0;
  #attributes = 0;
  /** How many characters the parser has read since it last completed something. */
  #unfinished = 0;
  /** The name of the message; null: not read yet. */
  message: string | null = null;

  constructor(messages: Readonly<Record<string, RecordNames>>, end: (record: MessageRecord) => void) {
    this.#messages = messages;
    this.#end = end;
    const parser = this.#parser;
    parser.on('error', (error) => {
      throw new MessageFault(`body: is not well-formed XML: ${error.message.slice(0, 200)}`);
    });
    parser.on('xmldecl', ({ encoding }) => {
      if (encoding !== undefined && !/^utf-?8$/i.test(encoding))
        throw new MessageFault('body: must be UTF-8');
    });
    parser.on('doctype', () => {
      throw new MessageFault('body: must not have a DOCTYPE');
    });
    parser.on('opentagstart', ({ name }) => this.#begun(name));
    parser.on('attribute', ({ name }) => {
      requireShort(name);
      this.#unfinished = 0;
      if (++this.#attributes > MOST_ATTRIBUTES)
        throw new MessageFault(`body: an element has more than ${MOST_ATTRIBUTES} attributes`);
    });
    parser.on('opentag', ({ local, uri, attributes }) => this.#opened(local, uri, attributes));
    parser.on('closetag', () => {
      this.#unfinished = 0;
      this.#closed();
    });
    const ended = () => {
      this.#unfinished = 0;
    };
    parser.on('comment', ended);
    parser.on('processinginstruction', ended);
    const add = (text: string) => {
      this.#unfinished = 0;
      const top = this.#open.at(-1);
      if (top && this.#skipped === 0 && top.text.length < LONGEST_FIELD)
        top.text += text.slice(0, LONGEST_FIELD - top.text.length);
    };
    parser.on('text', add);
    parser.on('cdata', add);
  }

  /** Throws MessageFault. */
  write(bytes: Uint8Array): void {
    this.#bytes += bytes.length;
    if (this.#bytes > MOST_BYTES) throw new MessageTooLarge();
    const text = this.#decode(bytes, true);
    for (let at = 0; at < text.length; at += PIECE) {
      const piece = text.slice(at, at + PIECE);
      this.#unfinished += piece.length;
      this.#parser.write(piece);
      if (this.#unfinished > LONGEST_PART)
        throw new MessageFault('body: a name, a value, a text or a comment is longer than 1 MB');
    }
  }

  /** Throws MessageFault, also for an incomplete message. */
  close(): void {
    this.#parser.write(this.#decode(new Uint8Array(), false)).close();
    if (this.message === null) throw new MessageFault('body: is empty');
  }

  #decode(bytes: Uint8Array, stream: boolean): string {
    try {
      return this.#decoder.decode(bytes, { stream });
    } catch {
      throw new MessageFault('body: must be UTF-8');
    }
  }

  #begun(name: string): void {
    requireShort(name);
    this.#unfinished = 0;
    this.#attributes = 0;
  }

  #opened(
    local: string,
    uri: string,
    attributes: Readonly<Record<string, { local: string; value: string }>>,
  ): void {
    const parent = this.#open.at(-1);
    if (this.#open.length + this.#skipped >= DEEPEST)
      throw new MessageFault(`body: elements are nested more than ${DEEPEST} deep`);
    if (!parent) this.#begin(local, uri);
    // Additions in a bank's own namespace say nothing that we use.
    if (this.#skipped > 0 || uri !== PREFIX + this.message) {
      this.#skipped++;
      return;
    }
    if (parent) parent.hasElements = true;
    const path = parent === undefined ? '' : parent.path === '' ? local : `${parent.path}/${local}`;
    if (path.length > LONGEST_PATH) {
      this.#skipped++;
      return;
    }
    const name = this.#records[path];
    const record = name === undefined ? null : { name, fields: new Map<string, string>(), path };
    if (record) this.#around.push(record);
    this.#open.push({ path, record, text: '', hasElements: false });
    for (const { local: attribute, value } of Object.values(attributes)) {
      if (attribute === 'Ccy') this.#keep(`${path}@Ccy`, value.slice(0, LONGEST_FIELD));
    }
  }

  #begin(local: string, uri: string): void {
    const name = uri.startsWith(PREFIX) ? uri.slice(PREFIX.length) : '';
    const records = Object.hasOwn(this.#messages, name) ? this.#messages[name] : undefined;
    if (local !== 'Document' || !records) {
      throw new MessageFault(`body: must be one of ${Object.keys(this.#messages).join(', ')}`);
    }
    this.message = name;
    this.#records = records;
  }

  #closed(): void {
    if (this.#skipped > 0) {
      this.#skipped--;
      return;
    }
    const { path, record, text, hasElements } = this.#open.pop()!;
    if (!hasElements) this.#keep(path, text.replaceAll(/\s+/g, ' ').trim());
    if (!record) return;
    this.#around.pop();
    this.#end(record);
  }

  /** The first value counts; further lines of a text are added to it. */
  #keep(path: string, value: string): void {
    const record = this.#around.at(-1);
    if (!record || value === '') return;
    const own = path.slice(record.path.length + 1);
    const { fields } = record;
    const former = fields.get(own);
    if (former === undefined) {
      if (fields.size < MOST_FIELDS) fields.set(own, value);
    } else if (REPEATED.test(own) && former.length < MOST_OF_A_FIELD) {
      fields.set(own, `${former} ${value}`);
    }
  }
}

function requireShort(name: string): void {
  if (name.length > LONGEST_NAME)
    throw new MessageFault(`body: a name has more than ${LONGEST_NAME} characters`);
}

const REPEATED = /(?:^|\/)(?:Ustrd|AddtlRmtInf|AddtlInf|CdtrRefInf\/Ref)$/;

/** The API answers 413. */
export class MessageTooLarge extends MessageFault {
  constructor() {
    super('body: is larger than 20 MB');
  }
}
