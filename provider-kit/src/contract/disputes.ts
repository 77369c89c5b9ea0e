// What every adapter must keep that answers disputes (contract 13): a rule of rules.ts. Evidence is sent once, and a
// response that has arrived is never called refused or unheard.
import assert from 'node:assert/strict';
import { randomUUIDv7 } from 'node:crypto';
import {
  type DisputeResponse,
  EVIDENCE_FILE_TYPES,
  EVIDENCE_TEXTS,
  type Evidence,
  type EvidenceForm,
  type Provider,
  type ResponseKind,
} from '../provider-kit.ts';
import type { DisputeStage, PlayedDispute } from './stage.ts';

const SOON = () => AbortSignal.timeout(10_000);
/** An empty document. */
const A_PDF = new TextEncoder().encode('%PDF-1.4\n%%EOF\n');

export async function answersDisputes(stage: DisputeStage): Promise<void> {
  const { provider, disputed } = stage;
  const calls = [provider.evidenceForm, provider.defendDispute].filter((one) => one !== undefined);
  assert.ok(calls.length !== 1, 'evidenceForm and defendDispute come together');
  if (calls.length === 0 && !provider.acceptDispute) return;
  assert.ok(provider.inquireResponse, 'it sends responses to disputes and cannot be asked about them');
  assert.ok(disputed, 'the stage needs an open dispute (disputed)');
  if (provider.defendDispute) await playOnce(stage, 'evidence', await disputed());
  if (provider.acceptDispute) await playOnce(stage, 'acceptance', await disputed());
  if (provider.defendDispute) await neverHeard(stage, await disputed());
}

async function playOnce(stage: DisputeStage, kind: ResponseKind, played: PlayedDispute): Promise<void> {
  const { provider } = stage;
  const { payin, disputeReference, times } = played;
  const response = responseTo(stage, kind, played);
  const evidence = kind === 'evidence' ? await evidenceFor(provider, played) : null;
  const outcome = evidence
    ? await provider.defendDispute!(payin, response, evidence, SOON())
    : await provider.acceptDispute!(payin, response, SOON());
  assert.equal(outcome.kind, 'sent', `the first ${kind} was ${outcome.kind}`);
  for (const _ of [1, 2]) {
    const asked = await provider.inquireResponse!(payin, response, evidence, SOON());
    assert.ok(['sent', 'unknown'].includes(asked.kind), `it arrived, and the inquiry says ${asked.kind}`);
  }
  if (times) assert.equal(times(), 1, `${disputeReference} was answered ${times()} times`);
}

/** Evidence that was never sent: the gateway sends it again only after `unheard`. */
async function neverHeard(stage: DisputeStage, played: PlayedDispute): Promise<void> {
  const { provider } = stage;
  const evidence = await evidenceFor(provider, played);
  const response = responseTo(stage, 'evidence', played);
  const later = { ...response, createdAt: new Date(stage.now().getTime() - 600_000) };
  const asked = await provider.inquireResponse!(played.payin, later, evidence, SOON());
  assert.notEqual(asked.kind, 'refused', 'it was never sent, and the inquiry says that it was refused');
  if (played.times) assert.ok(asked.kind !== 'sent' || played.times() === 1, 'it says sent, and nothing was');
}

function responseTo(
  { now }: DisputeStage,
  kind: ResponseKind,
  { payin, disputeReference }: PlayedDispute,
): DisputeResponse {
  const { merchantId, id: transactionId, amountMinor, currency } = payin;
  const of = { merchantId, transactionId, disputeReference, amountMinor, currency };
  return { ...of, id: randomUUIDv7(), kind, inquiries: 0, createdAt: now() };
}

/** Everything that the form's first ground takes. */
async function evidenceFor(
  provider: Provider,
  { payin, disputeReference }: PlayedDispute,
): Promise<Evidence> {
  const form = await provider.evidenceForm!(payin, disputeReference, SOON());
  assert.ok(form, 'it takes no evidence for an open dispute');
  assertForm(form);
  const { code, files } = form.grounds[0]!;
  return {
    ground: code,
    texts: Object.fromEntries(form.texts.map((name) => [name, `the ${name}`])),
    files: files.map(({ kind }) => ({ kind, type: 'application/pdf', bytes: A_PDF })),
  };
}

function assertForm({ grounds, texts, fileTypes }: EvidenceForm): void {
  assert.ok(grounds.length > 0, 'the form has no ground');
  const codes = grounds.map(({ code }) => code);
  assert.equal(new Set(codes).size, codes.length, 'two grounds have the same code');
  for (const { code, files } of grounds) {
    assert.ok(code !== '' && code.length <= 100, 'a ground has no code');
    const kinds = files.map(({ kind }) => kind);
    assert.equal(new Set(kinds).size, kinds.length, `the ground ${code} has a file twice`);
  }
  for (const text of texts) assert.ok(EVIDENCE_TEXTS.includes(text), `${text} is no text of evidence`);
  for (const type of fileTypes) assert.ok(EVIDENCE_FILE_TYPES.includes(type), `${type} is no type of a file`);
  assert.ok(fileTypes.includes('application/pdf'), 'it takes no PDF');
}
