// An id or reference in mono that a click copies: `<CopyId value={id} label="Transaction id" />`. It shows long ids
// without their middle (`whole` shows all), and copies the whole id.
import { IconCheck, IconCopy } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import classes from './parts.module.css';

interface Props {
  value: string;
  /** For screen readers: "Copy <label>". */
  label?: string;
  whole?: boolean;
  /** Text to show instead of a value that means nothing to people. */
  shown?: string;
}

export function CopyId({ value, label = 'id', whole = false, shown }: Props) {
  const [copied, setCopied] = useState(false);
  useEffect(() => {
    if (!copied) return;
    const timer = setTimeout(() => setCopied(false), 1500);
    return () => clearTimeout(timer);
  }, [copied]);
  const Icon = copied ? IconCheck : IconCopy;
  return (
    <button
      type="button"
      className={classes.copy}
      title={value}
      onClick={(event) => {
        event.preventDefault();
        event.stopPropagation();
        navigator.clipboard.writeText(value).then(() => setCopied(true));
      }}
    >
      {shown ? (
        <span>{shown}</span>
      ) : (
        <span className={classes.mono}>{whole ? value : shortened(value)}</span>
      )}
      <Icon size={14} stroke={1.75} aria-hidden="true" />
      <span className={classes.hidden} aria-live="polite">
        {copied ? 'Copied' : shown ? label : `Copy ${label}`}
      </span>
    </button>
  );
}

/** Ids ordered by time begin alike; their end distinguishes them. */
const shortened = (value: string) => (value.length > 20 ? `${value.slice(0, 8)}…${value.slice(-8)}` : value);
