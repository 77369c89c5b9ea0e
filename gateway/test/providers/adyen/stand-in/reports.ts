// The stand-in's host of reports: files behind basic authentication, at the path that Adyen documents, and the event
// that tells of a new one. A planned fault on the name of a report changes its answer.
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Books } from './books.ts';
import { type FaultPlan, send } from './faults.ts';

export const REPORT_USER = 'report_123456@Company.Tollgate';
export const REPORT_PASSWORD = 'pass:wörd of the report user';

export class Reports {
  /** Name → content. */
  readonly files = new Map<string, string | Uint8Array>();
  /** The paths that were asked for, with the right password or not. */
  readonly asked: string[] = [];
  /** Every report is answered with a redirect to this address. */
  movedTo: string | null = null;
  /** The answers do not say how long they are. */
  isChunked = false;
  readonly #books: Books;
  readonly #merchantAccount: string;

  constructor(books: Books, merchantAccount: string) {
    this.#books = books;
    this.#merchantAccount = merchantAccount;
  }

  /** Makes a report available, and adds its event to the events to send. */
  publish(name: string, content: string | Uint8Array): void {
    this.files.set(name, content);
    this.#books.events.push({
      eventCode: 'REPORT_AVAILABLE',
      pspReference: name,
      originalReference: '',
      merchantReference: '',
      merchantAccountCode: this.#merchantAccount,
      amount: { value: 0, currency: 'EUR' },
      success: 'true',
      reason: `https://ca-test.adyen.com/reports/download/MerchantAccount/${this.#merchantAccount}/${name}`,
      paymentMethod: '',
      eventDate: new Date().toISOString(),
    });
  }

  answer(request: IncomingMessage, response: ServerResponse, path: string, faults: FaultPlan): void {
    this.asked.push(path);
    const fault = faults.next(path);
    const login = Buffer.from(`${REPORT_USER}:${REPORT_PASSWORD}`, 'utf8').toString('base64');
    const content = this.#contentAt(path);
    if (fault?.kind === 'status') send(response, { statusCode: fault.statusCode, body: {} });
    else if (fault?.kind === 'reset') request.socket.resetAndDestroy();
    else if (this.movedTo !== null) response.writeHead(302, { location: this.movedTo }).end();
    else if (request.headers.authorization !== `Basic ${login}`)
      send(response, { statusCode: 401, body: {} });
    else if (content === undefined) send(response, { statusCode: 404, body: {} });
    else this.#give(request, response, Buffer.from(content), fault?.kind === 'half-body');
  }

  #contentAt(path: string): string | Uint8Array | undefined {
    const folder = `/reports/download/MerchantAccount/${this.#merchantAccount}/`;
    return path.startsWith(folder)
      ? this.files.get(decodeURIComponent(path.slice(folder.length)))
      : undefined;
  }

  #give(request: IncomingMessage, response: ServerResponse, bytes: Buffer, isHalf: boolean): void {
    const length = this.isChunked ? {} : { 'content-length': bytes.length };
    response.writeHead(200, { 'content-type': 'text/csv', ...length });
    if (isHalf) response.write(bytes.subarray(0, bytes.length / 2), () => request.socket.destroy());
    else response.end(bytes);
  }
}
