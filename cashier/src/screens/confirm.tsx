// The proof that the shopper sends after paying: a number, or a receipt as a file or a photo. The gateway decides
// whether it is enough (domain/confirmations/confirmation.ts); the page shows a certain fault before it sends anything.

import type { RefObject } from 'preact';
import { useRef, useState } from 'preact/hooks';
import type { Confirm } from '../../../gateway/src/http/cashier/state/state.ts';
import type { Actions } from '../api.ts';
import { t } from '../i18n.ts';
import { Button } from '../parts/button.tsx';
import { Field } from '../parts/field.tsx';
import { Notice } from '../parts/notice.tsx';
import { OfflineHint } from '../parts/offline-hint.tsx';
import { ReceiptField } from './instructions/receipt-field.tsx';
import { fitReceipt, RECEIPT_TYPES } from './instructions/receipt-file.ts';
import { inUnits } from './words.ts';

/** The error code of a reference that has confirmed another payment (contract 9). */
const REFERENCE_UNMATCHED = '3004';

/** The pattern of the text; null: a receipt alone, without text. */
const PATTERNS: Readonly<Record<Confirm['by'], RegExp | null>> = {
  utr: /^\d{12}$/,
  document: null,
  'transaction-id': /^[A-Za-z0-9]{4,40}$/,
  'sender-phone': /^\+?\d{7,15}$/,
  reference: /^.{1,255}$/,
};

export function ConfirmForm({ by, act }: Confirm & { act: Actions }) {
  const [text, setText] = useState('');
  const [textFault, setTextFault] = useState('');
  const [file, setFile] = useState<File | null>(null);
  const [fileFault, setFileFault] = useState('');
  const [progress, setProgress] = useState<number | null>(null);
  const [hasFailed, setFailed] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const pattern = PATTERNS[by];
  const takesFile = pattern === null || by === 'utr' || by === 'reference';
  const value = by === 'reference' ? text.trim() : text.replaceAll(/[\s()-]/g, '');
  const isWrong = pattern !== null && value !== '' && !pattern.test(value);
  const isMissing = value === '' && file === null;

  async function choose(chosen: File | null) {
    setFileFault('');
    if (chosen === null) return setFile(null);
    if (!RECEIPT_TYPES.includes(chosen.type)) return setFileFault(t('confirm.wrongKind'));
    const fitting = await fitReceipt(chosen);
    if (!fitting) return setFileFault(t('confirm.tooLarge', { size: megabytes(chosen.size) }));
    setFile(fitting);
    setTextFault('');
  }

  async function send(event: SubmitEvent) {
    event.preventDefault();
    if (act.busy !== null) return;
    setFailed(false);
    if (isMissing && pattern === null) {
      setFileFault(t('confirm.document.missing'));
      return document.getElementById('receipt-file')?.focus();
    }
    if (isMissing || isWrong) {
      setTextFault(t(isMissing && takesFile ? `confirm.${by}.missing` : `confirm.${by}.wrong`));
      return input.current?.focus();
    }
    const form = new FormData();
    // Spec 2.11: the UTR has its own field.
    if (value !== '') form.set(by === 'utr' ? 'additionalEssentialKey' : 'essentialKey', value);
    if (file) form.set('document', file);
    if (file) setProgress(0);
    const result = await act.confirm(form, setProgress);
    setProgress(null);
    if (result.ok || result.kind === 'moved') return;
    const { essentialKey, additionalEssentialKey, document: receipt } = result.faults;
    const isTextWrong = pattern !== null && (essentialKey ?? additionalEssentialKey) !== undefined;
    const isUsed = result.errorCode === REFERENCE_UNMATCHED;
    if (isTextWrong) setTextFault(t(isUsed ? 'confirm.used' : `confirm.${by}.wrong`));
    if (receipt !== undefined) setFileFault(t('confirm.wrongKind'));
    setFailed(!isTextWrong && receipt === undefined);
  }

  return (
    <form class="stack confirm" noValidate onSubmit={send}>
      <h2>{t('confirm.title')}</h2>
      {pattern !== null && (
        <ProofField
          by={by}
          text={text}
          fault={textFault}
          input={input}
          onType={(typed) => {
            setText(typed);
            setTextFault('');
          }}
          onLeave={() => isWrong && setTextFault(t(`confirm.${by}.wrong`))}
        />
      )}
      {pattern !== null && takesFile && <p class="or">{t('confirm.or')}</p>}
      {takesFile && <ReceiptField file={file} fault={fileFault} onChoose={choose} />}
      {hasFailed && (
        <Notice kind="bad" alert>
          {t('confirm.failed')}
        </Notice>
      )}
      {progress !== null && (
        <progress class="progress" max="1" value={progress} aria-label={t('confirm.sending')} />
      )}
      <OfflineHint busy={act.busy !== null} />
      <Button kind="primary" submit busy={act.busy === 'confirm'} disabled={act.busy !== null}>
        {t(file || pattern === null ? 'confirm.sendReceipt' : 'confirm.send')}
      </Button>
    </form>
  );
}

interface ProofFieldProps extends Pick<Confirm, 'by'> {
  text: string;
  fault: string;
  input: RefObject<HTMLInputElement | null>;
  onType: (text: string) => void;
  onLeave: () => void;
}

/** The number or reference of the payment. */
function ProofField({ by, text, fault, input, onType, onLeave }: ProofFieldProps) {
  return (
    <Field id="confirm-text" label={t(`confirm.${by}`)} hint={t(`confirm.${by}.hint`)} fault={fault}>
      {(wiring) => (
        <input
          {...wiring}
          ref={input}
          class="input number"
          dir="ltr"
          inputMode={by === 'utr' ? 'numeric' : by === 'sender-phone' ? 'tel' : 'text'}
          autoComplete={by === 'sender-phone' ? 'tel' : 'off'}
          autoCapitalize={by === 'transaction-id' ? 'characters' : 'off'}
          spellcheck={false}
          value={text}
          onInput={({ currentTarget }) => onType(currentTarget.value)}
          onBlur={onLeave}
        />
      )}
    </Field>
  );
}

const megabytes = (bytes: number): string => inUnits(bytes / 1_048_576, 'megabyte');
