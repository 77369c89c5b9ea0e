// An account in a table, so that people can compare it digit by digit: an IBAN in groups of four, which stay whole when
// the line breaks.
import classes from './payouts.module.css';

export function Account({ text }: { text: string | null }) {
  if (text === null) return '–';
  return <span className={classes.account}>{text}</span>;
}
