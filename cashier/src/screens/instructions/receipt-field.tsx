// The receipt of a payment as a file: chosen, dropped, or taken with the camera, and shown before it is sent. It does
// not check the file.

import { useEffect, useState } from 'preact/hooks';
import { t } from '../../i18n.ts';
import { announce } from '../../parts/announce.ts';
import { Button } from '../../parts/button.tsx';
import { Fault } from '../../parts/field.tsx';
import { Icon } from '../../parts/icon.tsx';
import { inUnits, onPhone } from '../words.ts';
import { isPicture, RECEIPT_TYPES } from './receipt-file.ts';

interface Props {
  file: File | null;
  fault: string;
  onChoose: (file: File | null) => void;
}

export function ReceiptField({ file, fault, onChoose }: Props) {
  const [isOver, setOver] = useState(false);
  const drag = (over: boolean) => (event: DragEvent) => {
    event.preventDefault();
    setOver(over);
  };
  const drop = (event: DragEvent) => {
    drag(false)(event);
    const dropped = event.dataTransfer?.files[0];
    if (dropped) onChoose(dropped);
  };
  return (
    <fieldset class="field" onDragOver={drag(true)} onDragLeave={drag(false)} onDrop={drop}>
      <legend class="label">{t('confirm.receipt')}</legend>
      <div class={isOver ? 'drop over' : 'drop'}>
        {file && <Chosen file={file} />}
        <div class="side-by-side">
          <Choice fault={fault} onChoose={onChoose} isReplacing={file !== null} />
          {onPhone && !file && <Choice fault={fault} onChoose={onChoose} isCamera />}
          {file && (
            <Button
              kind="plain"
              onClick={() => {
                onChoose(null);
                announce(t('confirm.removed'));
                document.getElementById('receipt-file')?.focus();
              }}
            >
              {t('confirm.remove')}
            </Button>
          )}
        </div>
        {!file && <p class="hint">{t(onPhone ? 'confirm.kinds' : 'confirm.drop')}</p>}
      </div>
      <Fault id="receipt-fault" text={fault} />
    </fieldset>
  );
}

interface ChoiceProps extends Pick<Props, 'fault' | 'onChoose'> {
  isCamera?: boolean;
  isReplacing?: boolean;
}

/** A file input that looks like a button. */
function Choice({ fault, onChoose, isCamera, isReplacing }: ChoiceProps) {
  return (
    <label class="button file">
      <Icon name={isCamera ? 'phone' : 'upload'} />
      <span>{t(isCamera ? 'confirm.photo' : isReplacing ? 'confirm.replace' : 'confirm.choose')}</span>
      <input
        id={isCamera ? 'receipt-photo' : 'receipt-file'}
        type="file"
        accept={isCamera ? 'image/*' : RECEIPT_TYPES.join()}
        capture={isCamera ? 'environment' : undefined}
        aria-invalid={fault !== '' || undefined}
        aria-describedby={fault ? 'receipt-fault' : undefined}
        onChange={({ currentTarget }) => {
          onChoose(currentTarget.files?.[0] ?? null);
          // Allows choosing the same file again.
          currentTarget.value = '';
        }}
      />
    </label>
  );
}

function Chosen({ file }: { file: File }) {
  const [address, setAddress] = useState<string | null>(null);
  useEffect(() => {
    announce(t('confirm.added', { name: file.name }));
    if (!isPicture(file)) return setAddress(null);
    const made = URL.createObjectURL(file);
    setAddress(made);
    return () => URL.revokeObjectURL(made);
  }, [file]);
  const kilobytes = file.size / 1024;
  return (
    <div class="chosen">
      {address === null ? <Icon name="file" /> : <img src={address} alt={t('confirm.preview')} />}
      <p>
        <bdi class="chosen-name">{file.name}</bdi>
        <span class="hint number">
          {kilobytes < 1000
            ? inUnits(Math.ceil(kilobytes), 'kilobyte')
            : inUnits(kilobytes / 1024, 'megabyte')}
        </span>
      </p>
    </div>
  );
}
