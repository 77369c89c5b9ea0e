// The page's calls to the gateway. One call runs at a time, so that a double click is one click. A call that changes
// something must never be repeated automatically: if its answer is lost, the state is read and the page goes on from
// there.

import type {
  ApplePayOpening,
  CardRemoval,
  CashierFaults,
  CashierState,
  Simulation,
  Submission,
} from '../../gateway/src/http/cashier/state/state.ts';
import { type Call, currentCall, currentState, setBusy, setOffline, show } from './current.ts';
import { currentLanguage } from './i18n.ts';

type Result = { ok: true } | Failure;

export interface Failure {
  ok: false;
  /**
   * 'faults': the gateway refuses the fields, see `faults` · 'moved': another call was faster, the newer state is shown
   * · 'offline': the connection was lost, and the state shows that nothing has happened · 'server': the gateway could
   * not answer, or another call is still under way.
   */
  kind: 'faults' | 'moved' | 'offline' | 'server';
  /**
   * Field → what the gateway says about it, in English; '' for a fault that is about no field. `paymentData.` is cut
   * off.
   */
  faults: Record<string, string>;
  /** The gateway's error code, if there is one. */
  errorCode?: string | undefined;
}

export interface Actions {
  /** The call under way: buttons show it, and no second one begins. */
  busy: Call | null;
  submit(submission: Submission): Promise<Result>;
  /** `onProgress`: 0 to 1, while a document is on its way. */
  confirm(form: FormData, onProgress?: (part: number) => void): Promise<Result>;
  leave(): Promise<Result>;
  /** A saved card, by its token. */
  removeCard(card: string): Promise<Result>;
  cancel(): Promise<Result>;
  /** Asks for the receipt by mail. */
  mailReceipt(): Promise<Result>;
  simulate(outcome: Simulation['outcome']): Promise<Result>;
}

/** Card networks and banks may take long. After this time the answer counts as lost. */
const ANSWER_WITHIN_MS = 60_000;
/** For a document of 2 MB on a slow connection. */
const UPLOADED_WITHIN_MS = 240_000;
const READ_WITHIN_MS = 10_000;
const READ_AGAIN_MS = 2_000;

export function actions(): Actions {
  return {
    busy: currentCall(),
    submit: (submission) => call('submit', json(submission)),
    confirm: (form, onProgress) => call('confirm', form, onProgress),
    leave: () => call('leave', json({ version: currentState().version })),
    removeCard: async (card) => {
      const result = await call('remove-card', json({ card } satisfies CardRemoval));
      return isSaved(card) ? result : { ok: true };
    },
    cancel: () => call('cancel', null),
    mailReceipt: async () => {
      const result = await call('receipt', null);
      // The payment's version stays the same, so the state tells what happened.
      const { screen } = currentState();
      return screen.name === 'end' && screen.mail?.isSent ? { ok: true } : result;
    },
    simulate: (outcome) => call('simulate', json({ outcome })),
  };
}

/** Removing a card does not change the payment's version. After a lost answer the list of cards tells what happened. */
function isSaved(card: string): boolean {
  const { screen } = currentState();
  return (
    screen.name === 'choose' &&
    screen.options.some(({ savedCards }) => savedCards.some(({ token }) => token === card))
  );
}

/** The state now; null if there was no answer. Safe to repeat. */
export async function readState(): Promise<CashierState | null> {
  try {
    const answer = await fetch(address('state'), {
      headers: { accept: 'application/json' },
      cache: 'no-store',
      signal: AbortSignal.timeout(READ_WITHIN_MS),
    });
    // The link has expired; after a reload the gateway's page says so.
    if (answer.status === 404 || answer.status === 410) location.reload();
    if (!answer.ok) return null;
    const state = (await answer.json()) as CashierState;
    setOffline(false);
    return state;
  } catch {
    setOffline(true);
    return null;
  }
}

/** The session for Apple's payment sheet; null: there is none. It changes nothing, so it does not count as busy. */
export async function openApplePay(optionId: string): Promise<unknown> {
  try {
    const answer = await fetch(address('apple-pay'), {
      method: 'POST',
      body: json({ optionId } satisfies ApplePayOpening),
      signal: AbortSignal.timeout(READ_WITHIN_MS),
    });
    return answer.ok ? await answer.json() : null;
  } catch {
    return null;
  }
}

/** A path below the page's own address. The answer is in the language shown. */
export function address(name: string): string {
  return `${location.pathname.replace(/\/$/, '')}/${name}?lang=${currentLanguage()}`;
}

const json = (body: unknown) => new Blob([JSON.stringify(body)], { type: 'application/json' });

async function call(
  name: Call,
  body: Blob | FormData | null,
  onProgress?: (part: number) => void,
): Promise<Result> {
  if (currentCall() !== null) return failure('server');
  setBusy(name);
  try {
    return await settle(await post(name, body, onProgress));
  } finally {
    setBusy(null);
  }
}

interface Answer {
  status: number;
  body: unknown;
}

async function settle(answer: Answer | null): Promise<Result> {
  if (answer === null || answer.status >= 500) {
    setOffline(answer === null);
    const before = currentState().version;
    const now = await readUntilAnswered();
    show(now);
    if (now.version > before) return { ok: true };
    return failure(answer === null ? 'offline' : 'server');
  }
  setOffline(false);
  if (answer.status === 404 || answer.status === 410) location.reload();
  if (answer.status === 409) {
    show(answer.body as CashierState);
    return failure('moved');
  }
  if (answer.status >= 400) {
    const { message, errorCode } = answer.body as CashierFaults;
    const kind = answer.status === 400 ? 'faults' : 'server';
    return { ok: false, kind, faults: faultsOf(message), errorCode };
  }
  show(answer.body as CashierState);
  return { ok: true };
}

const failure = (kind: Failure['kind']): Failure => ({ ok: false, kind, faults: {} });

/** For "paymentData.iban: …" the field is iban. */
function faultsOf(message: string | string[]): Record<string, string> {
  const faults: Record<string, string> = {};
  for (const one of [message].flat()) {
    const [, field = '', text = one] = /^(?:paymentData\.)?([\w.]+): (.*)$/s.exec(one) ?? [];
    faults[field] ??= text;
  }
  return faults;
}

async function readUntilAnswered(): Promise<CashierState> {
  for (;;) {
    const state = await readState();
    if (state !== null) return state;
    await new Promise((resume) => setTimeout(resume, READ_AGAIN_MS));
  }
}

/** XMLHttpRequest, because fetch does not report the progress of an upload. null: no answer came. */
function post(
  name: Call,
  body: Blob | FormData | null,
  onProgress?: (part: number) => void,
): Promise<Answer | null> {
  return new Promise((resolve) => {
    const request = new XMLHttpRequest();
    request.open('POST', address(name));
    request.setRequestHeader('accept', 'application/json');
    request.timeout = onProgress ? UPLOADED_WITHIN_MS : ANSWER_WITHIN_MS;
    request.onloadend = () => {
      try {
        resolve(
          request.status === 0 ? null : { status: request.status, body: JSON.parse(request.responseText) },
        );
      } catch {
        // The answer was cut off, or came from a proxy in between.
        resolve(null);
      }
    };
    if (onProgress) request.upload.onprogress = (event) => onProgress(event.loaded / event.total);
    request.send(body);
  });
}
