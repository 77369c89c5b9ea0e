// Worked answers about an authorised pay-in and its captures, for the API reference (contract 16).
import { openCapture } from '../../domain/captures/capture.ts';
import { settleCapture } from '../../domain/captures/settle-capture.ts';
import { toRecord } from '../../domain/records/record.ts';
import { captureEvent, statusEvent } from '../../domain/webhooks/webhook-event.ts';
import type { Example } from '../calls/operation.ts';
import { SHOP } from './after-end-examples.ts';
import { completedCardPayin } from './card-examples.ts';
import { exampleSteps, exampleTransaction, inMinutes } from './example-transaction.ts';

const EVENT_ID = '0197c2f4-5c33-7d18-8f2a-6b7c8d9e0f1a';
const CAPTURE_ID = '0197c2f5-22bb-7c1d-9e2f-3a4b5c6d7e8f';

const asked = exampleTransaction({ card: completedCardPayin.transaction.card });
const manual = { ...asked, details: { ...asked.details, captureMode: 'manual' as const } };
const authorized = exampleSteps(manual, { kind: 'authorized', takesSeveral: true });

const request = {
  id: CAPTURE_ID,
  amountMinor: 1_250n,
  isFinal: false,
  captureReference: 'shipment-10021-1',
};
const opened = openCapture(request, { transaction: authorized.transaction, first: null }, inMinutes(60));
if (opened.kind !== 'opened') throw new Error(`no example: the capture is ${opened.kind}`);
const { after: capturing, capture } = opened.change;
const settledBy = (outcome: Parameters<typeof settleCapture>[2]['outcome']) =>
  settleCapture(capturing, capture, { outcome, actor: 'merchant', isFirst: true }, inMinutes(60))!;
const captured = settledBy({ kind: 'completed' });
const failed = settledBy({ kind: 'failed', errorCode: '5105' });

const event = ({ after, capture: ended, events: [eventType] }: typeof captured) =>
  JSON.parse(captureEvent(after, ended, { eventId: EVENT_ID, eventType: eventType! }, SHOP).body);

export const captureEvents: Record<string, Example> = {
  'capture.completed': { summary: 'A part was captured', value: event(captured) },
  'capture.failed': { summary: 'A capture failed', value: event(failed) },
};

export const authorizedEvent: Example = {
  summary: 'Authorised, to be captured later',
  value: JSON.parse(statusEvent({ before: manual, after: authorized.transaction }, EVENT_ID, SHOP).body),
};

export const capturedRecord: Example = {
  summary: 'An authorised pay-in, partly captured',
  value: toRecord(captured.after, authorized.timeline, { captures: [captured.capture] }),
};
