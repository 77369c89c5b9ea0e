// Fetches a settlement details report that Adyen has told of (contract 17). The address is made from the signed name of
// the report, on Adyen's own host; an address that a notification names is never used, and no redirect is followed. It
// must never log or repeat the report user's password.
import { type AdapterParts, type ProviderAccount, ProviderHttp, ReportFault } from '@tollgate/provider-kit';
import { MOST_BYTES, TOO_LARGE } from './csv-rows.ts';

/** From the first byte of the request to the last byte of the report. */
const DEADLINE_MS = 120_000;
const HOSTS = { test: 'https://ca-test.adyen.com', live: 'https://ca-live.adyen.com' } as const;
/** `settlement_detail_report_batch_4.csv`; other forms hold a date, or a period whose times have colons. */
const REPORT_NAME = /^settlement_detail_report_[A-Za-z0-9_.:-]{1,150}\.csv$/;
const BY_HAND = 'Or download it in Adyen’s Customer Area under Reports, and hand it in here.';

export const isSettlementReport = (name: string): boolean => REPORT_NAME.test(name);

export class ReportDownload {
  readonly #http: ProviderHttp;
  readonly #account: ProviderAccount;

  constructor(
    account: ProviderAccount,
    { allowPrivateEndpoints }: Pick<AdapterParts, 'allowPrivateEndpoints'>,
  ) {
    this.#http = new ProviderHttp({ endpoint: account.endpoint, allowPrivate: allowPrivateEndpoints });
    this.#account = account;
  }

  /** Throws ReportFault if the same request would fail again. */
  async fetch(name: string, signal: AbortSignal): Promise<AsyncIterable<Uint8Array>> {
    const { reportUser, reportPassword } = this.#account.credentials;
    if (typeof reportUser !== 'string' || typeof reportPassword !== 'string')
      throw new ReportFault(
        `set the credentials reportUser and reportPassword of this account, so that the gateway can fetch Adyen’s reports. ${BY_HAND}`,
      );
    const login = Buffer.from(`${reportUser}:${reportPassword}`, 'utf8').toString('base64');
    const answer = await this.#http.open({
      method: 'GET',
      url: this.#addressOf(name),
      headers: { authorization: `Basic ${login}`, accept: 'text/csv' },
      signal: AbortSignal.any([signal, AbortSignal.timeout(DEADLINE_MS)]),
    });
    const { statusCode, headers, body } = answer;
    const isTooLarge = Number(headers['content-length'] ?? 0) > MOST_BYTES;
    if (statusCode === 200 && !isTooLarge) return bounded(body);
    body.on('error', () => {}).destroy();
    if (statusCode === 200) throw new ReportFault(TOO_LARGE);
    throw failureOf(statusCode, name);
  }

  #addressOf(name: string): string {
    const { environment, credentials } = this.#account;
    const account = encodeURIComponent(String(credentials.merchantAccount));
    const path = `/reports/download/MerchantAccount/${account}/${encodeURIComponent(name)}`;
    const address = new URL(path, HOSTS[environment]);
    if (!isSettlementReport(name) || address.pathname !== path)
      throw new ReportFault('this is not the name of a settlement details report of Adyen');
    return address.href;
  }
}

function failureOf(statusCode: number, name: string): Error {
  if (statusCode === 401 || statusCode === 403)
    return new ReportFault(
      `Adyen refuses the report user (${statusCode}). Check reportUser and reportPassword, and give the user access to this merchant account. ${BY_HAND}`,
    );
  if (statusCode >= 300 && statusCode < 400)
    return new ReportFault(
      `Adyen answers with a redirect (${statusCode}), which is not followed. Check reportUser and reportPassword. ${BY_HAND}`,
    );
  if (statusCode === 404)
    return new ReportFault(`Adyen has no report ${name} for this merchant account. ${BY_HAND}`);
  const mayWorkLater = statusCode === 408 || statusCode === 429 || statusCode >= 500;
  const text = `Adyen answers ${statusCode} to the request for a report`;
  return mayWorkLater ? new Error(text) : new ReportFault(`${text}. ${BY_HAND}`);
}

async function* bounded(body: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let size = 0;
  for await (const chunk of body) {
    size += chunk.length;
    if (size > MOST_BYTES) throw new ReportFault(TOO_LARGE);
    yield chunk;
  }
}
