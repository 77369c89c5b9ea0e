// Evidence against disputes, and their acceptance, by Adyen's Disputes API v30 (contract 13). Called by adyen.ts. The
// merchant chooses one of the defense reasons that Adyen names for the dispute, and hands in its documents; Adyen takes
// no texts. Documents are supplied before the dispute is defended, and Adyen shows which documents it has. So if one of
// ours is missing, the dispute was certainly not defended. A refusal of a repeated call says nothing about the first.
import type {
  DisputeResponse,
  Evidence,
  EvidenceFile,
  EvidenceForm,
  EvidenceGround,
  Provider,
  ResponseOutcome,
  Transaction,
} from '@tollgate/provider-kit';
import { isCleanText } from '@tollgate/provider-kit';
import { fieldsOf, textOf } from './answers.ts';
import { AdyenRefusal, type Connection, isStillProcessed } from './client.ts';

const FILE_TYPES = ['application/pdf', 'image/jpeg'] as const;
/** Adyen's word for each type. */
const CONTENT_TYPES: Readonly<Partial<Record<EvidenceFile['type'], string>>> = {
  'application/pdf': 'application/pdf',
  'image/jpeg': 'image/jpg',
};
const NEEDED = ['Required', 'AlternativeRequired'];
const LONGEST_CODE = 100;
const LONGEST_REASON = 200;
const REFUSED_STATUSES = [400, 401, 403, 422];

const NO_ID: ResponseOutcome = { kind: 'refused', reason: 'Adyen’s id of the dispute is not known' };

/** One of Adyen's defense reasons, and which of its documents Adyen has. */
interface Reason extends EvidenceGround {
  supplied: readonly string[];
}

/** Adyen understood the request and says no. */
class DisputeRefused extends Error {
  override name = 'DisputeRefused';
}

export const disputeCalls = (
  connection: Connection,
): Required<
  Pick<Provider, 'evidenceForm' | 'defendDispute' | 'acceptDispute' | 'inquireResponse' | 'paymentPage'>
> => ({
  evidenceForm: (_transaction, reference, signal) => evidenceForm(connection, reference, signal),
  defendDispute: (_transaction, response, evidence, signal) =>
    defendDispute(connection, response, evidence, signal),
  acceptDispute: (_transaction, response, signal) => acceptDispute(connection, response, signal),
  inquireResponse: (_transaction, response, evidence, signal) =>
    inquireResponse(connection, response, evidence, signal),
  paymentPage: (transaction) => paymentPage(connection, transaction),
});

async function evidenceForm(
  connection: Connection,
  disputeReference: string | null,
  signal: AbortSignal,
): Promise<EvidenceForm | null> {
  if (disputeReference === null) return null;
  try {
    const reasons = await reasonsFor(connection, disputeReference, signal);
    const grounds = reasons.map(({ supplied: _, ...ground }) => ground);
    return grounds.length === 0 ? null : { grounds, texts: [], fileTypes: FILE_TYPES };
  } catch (error) {
    if (refusalIn(error) !== null) return null;
    throw error;
  }
}

async function defendDispute(
  connection: Connection,
  response: DisputeResponse,
  evidence: Evidence,
  signal: AbortSignal,
): Promise<ResponseOutcome> {
  const { disputeReference } = response;
  if (disputeReference === null) return NO_ID;
  return await orRefused(async () => {
    await supply(connection, response, evidence.files, signal);
    await defend(connection, response, evidence.ground, signal);
  });
}

async function acceptDispute(
  connection: Connection,
  response: DisputeResponse,
  signal: AbortSignal,
): Promise<ResponseOutcome> {
  if (response.disputeReference === null) return NO_ID;
  return await orRefused(() => accept(connection, response, signal));
}

/** Does what may be missing, under the same keys. */
async function inquireResponse(
  connection: Connection,
  response: DisputeResponse,
  evidence: Evidence | null,
  signal: AbortSignal,
): Promise<ResponseOutcome | { kind: 'unheard' }> {
  const { kind, disputeReference } = response;
  if (disputeReference === null) return NO_ID;
  if (kind === 'acceptance')
    return await orUnknown(async () => {
      await accept(connection, response, signal);
      return null;
    });
  if (evidence === null) return { kind: 'unknown' };
  return await orUnknown(async () => {
    const reasons = await reasonsFor(connection, disputeReference, signal);
    const supplied = reasons.find(({ code }) => code === evidence.ground)?.supplied ?? null;
    const isMissing = supplied !== null && evidence.files.some((file) => !supplied.includes(file.kind));
    if (isMissing) return { kind: 'unheard' };
    await defend(connection, response, evidence.ground, signal);
    return null;
  });
}

/** The payment's page in the Customer Area, which has its dispute. */
function paymentPage({ account }: Connection, { providerReference }: Transaction): string | null {
  if (providerReference === null) return null;
  const reference = encodeURIComponent(providerReference);
  return `https://ca-${account.environment}.adyen.com/ca/ca/accounts/showTx.shtml?txType=Payment&pspReference=${reference}`;
}

async function orRefused(act: () => Promise<void>): Promise<ResponseOutcome> {
  try {
    await act();
    return { kind: 'sent' };
  } catch (error) {
    const reason = refusalIn(error);
    return reason === null ? { kind: 'unknown' } : { kind: 'refused', reason };
  }
}

/** After a repeated call: a refusal may only mean that the first call was carried out. */
async function orUnknown(
  act: () => Promise<{ kind: 'unheard' } | null>,
): Promise<ResponseOutcome | { kind: 'unheard' }> {
  try {
    return (await act()) ?? { kind: 'sent' };
  } catch {
    return { kind: 'unknown' };
  }
}

/** Adyen's reason; null: nobody knows whether Adyen did it. */
function refusalIn(error: unknown): string | null {
  if (error instanceof DisputeRefused) return error.message;
  if (!(error instanceof AdyenRefusal) || isStillProcessed(error)) return null;
  const { statusCode } = error;
  if (!REFUSED_STATUSES.includes(statusCode)) return null;
  return statusCode === 401 || statusCode === 403
    ? 'The API key may not answer disputes. In the Customer Area, give its credential the role API dispute management'
    : `Adyen refused it (${error.errorCode ?? `status ${statusCode}`})`;
}

const about = ({ merchantAccount }: Connection, disputePspReference: string) => ({
  merchantAccountCode: merchantAccount,
  disputePspReference,
});

async function reasonsFor(connection: Connection, reference: string, signal: AbortSignal): Promise<Reason[]> {
  const answer = await connection.client.call({ signal }, ({ disputes }, options) =>
    disputes.retrieveApplicableDefenseReasons(about(connection, reference), options),
  );
  requireSuccess(answer);
  const { defenseReasons } = fieldsOf(answer);
  return Array.isArray(defenseReasons) ? defenseReasons.flatMap((one) => reasonOf(one) ?? []) : [];
}

function reasonOf(value: unknown): Reason | null {
  const { defenseReasonCode, defenseDocumentTypes } = fieldsOf(value);
  const code = codeOf(defenseReasonCode);
  if (code === null) return null;
  const types = (Array.isArray(defenseDocumentTypes) ? defenseDocumentTypes : []).map(fieldsOf);
  const known = types.flatMap(({ defenseDocumentTypeCode, requirementLevel, available }) => {
    const kind = codeOf(defenseDocumentTypeCode);
    return kind === null ? [] : { kind, isNeeded: NEEDED.includes(String(requirementLevel)), available };
  });
  return {
    code,
    files: known.map(({ kind, isNeeded }) => ({ kind, isNeeded })),
    supplied: known.flatMap(({ kind, available }) => (available === true ? kind : [])),
  };
}

const codeOf = (value: unknown): string | null => {
  const code = textOf(value);
  return code !== null && /^[\w .-]+$/.test(code) && code.length <= LONGEST_CODE ? code : null;
};

async function supply(
  connection: Connection,
  { id, disputeReference }: DisputeResponse,
  files: readonly EvidenceFile[],
  signal: AbortSignal,
): Promise<void> {
  if (files.length === 0) return;
  const defenseDocuments = files.map(({ kind, type, bytes }) => ({
    defenseDocumentTypeCode: kind,
    contentType: CONTENT_TYPES[type]!,
    content: Buffer.from(bytes).toString('base64'),
  }));
  const request = { ...about(connection, disputeReference!), defenseDocuments };
  const answer = await connection.client.call(
    { signal, idempotencyKey: `${id}-documents` },
    ({ disputes }, options) => disputes.supplyDefenseDocument(request, options),
  );
  requireSuccess(answer);
}

async function defend(
  connection: Connection,
  { id, disputeReference }: DisputeResponse,
  defenseReasonCode: string,
  signal: AbortSignal,
): Promise<void> {
  const request = { ...about(connection, disputeReference!), defenseReasonCode };
  const answer = await connection.client.call({ signal, idempotencyKey: id }, ({ disputes }, options) =>
    disputes.defendDispute(request, options),
  );
  requireSuccess(answer);
}

async function accept(
  connection: Connection,
  { id, disputeReference }: DisputeResponse,
  signal: AbortSignal,
): Promise<void> {
  const answer = await connection.client.call({ signal, idempotencyKey: id }, ({ disputes }, options) =>
    disputes.acceptDispute(about(connection, disputeReference!), options),
  );
  requireSuccess(answer);
}

/** Throws DisputeRefused, with Adyen's words; throws another error if the answer cannot be read. */
function requireSuccess(answer: unknown): void {
  const { success, errorMessage } = fieldsOf(fieldsOf(answer).disputeServiceResult);
  if (success === true) return;
  if (success !== false) throw new Error('the answer cannot be read');
  const said = textOf(errorMessage);
  const isShown = said !== null && isCleanText(said);
  throw new DisputeRefused(isShown ? `Adyen: ${said.slice(0, LONGEST_REASON)}` : 'Adyen refused it');
}
