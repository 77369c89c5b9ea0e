// Asks the provider what became of a capture and applies the answer (contract 4, 16): for captures on their way,
// unknown ones, and those whose process died before it heard. A capture with an unknown outcome stays PENDING. It also
// has the provider release what a final capture left, where the provider does not do that by itself.

import type { Capture, CaptureOutcome } from '../../domain/captures/capture.ts';
import { CODE } from '../../domain/errors/error-codes.ts';
import type { Transaction } from '../../domain/transactions/transaction.ts';
import type { Context } from '../context.ts';
import { callAbout } from '../submission/ask-about-charge.ts';
import { askProvider } from '../submission/ask-provider.ts';
import { providerOf } from '../submission/provider-of.ts';
import { settleCapture } from './settle-capture.ts';

export async function resolveCapture(context: Context, capture: Capture): Promise<void> {
  const transaction = await context.transactions.find(capture.merchantId, capture.transactionId);
  if (!transaction) throw new Error(`transaction ${capture.transactionId} no longer exists`);
  if (capture.status === 'COMPLETED') return await releaseRest(context, transaction, capture);
  // It failed after it was claimed.
  if (capture.status === 'FAILED') return;
  const outcome = await inquireCapture(context, transaction, capture);
  const after = await settleCapture(context, capture, { outcome, actor: 'resolver', isInquiry: true });
  if (after?.status === 'PENDING' && after.dueAt === null) {
    const { id: captureId, transactionId, brandId, inquiries } = after;
    context.log.warn(
      { captureId, transactionId, brandId, inquiries },
      'capture still unknown after the last question; a human decides',
    );
  }
}

/** The provider's answer. If it never received the capture, the capture was certainly not made. */
export async function inquireCapture(
  context: Context,
  transaction: Transaction,
  capture: Capture,
): Promise<CaptureOutcome> {
  const provider = providerOf(context, transaction);
  if (!provider) {
    const { id: captureId, provider: missing } = capture;
    context.log.error(
      { captureId, provider: missing },
      'the provider of this capture is not configured; it stays unknown',
    );
    return { kind: 'unknown' };
  }
  const { inquireCapture: ask } = provider;
  // This provider cannot be asked; it tells the result by itself.
  if (!ask) return { kind: 'unknown' };
  const answer = await askProvider(context, provider, (signal) =>
    ask(transaction, capture, callAbout(context, transaction, signal)),
  );
  return answer.kind === 'unheard' ? { kind: 'failed', errorCode: CODE.captureFailed } : answer;
}

/** A release could take away the money of a capture that is still pending, so it waits for that capture. */
async function releaseRest(context: Context, transaction: Transaction, capture: Capture): Promise<void> {
  const { amountMinor, capturedMinor, pendingMinor } = transaction.authorized!;
  if (pendingMinor > 0n) return;
  const isReleased = capturedMinor === amountMinor || (await askToRelease(context, transaction));
  const dueAt = await context.captures.noteRelease(capture, { isReleased, now: context.now() });
  if (!isReleased && dueAt === null) {
    const { id: captureId, transactionId, brandId } = capture;
    context.log.error(
      { captureId, transactionId, brandId },
      'the provider did not confirm that the rest of an authorisation was released; release it at the provider',
    );
  }
}

async function askToRelease(context: Context, transaction: Transaction): Promise<boolean> {
  const provider = providerOf(context, transaction);
  const { releaseRest: release } = provider ?? {};
  if (!provider || !release) return false;
  const answer = await askProvider(context, provider, async (signal) => ({
    isReleased: await release(transaction, callAbout(context, transaction, signal)),
  }));
  return 'isReleased' in answer && answer.isReleased;
}
