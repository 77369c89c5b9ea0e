// An amount: tabular digits, with its currency's code in a quiet colour behind it. `<Money amount={25} currency="EUR" />`.
// `sign` writes a plus too, `plain` leaves the code out if the column or sentence names it.
import { moneyText } from './format.ts';
import classes from './parts.module.css';

interface Props {
  amount: number;
  currency: string;
  sign?: boolean;
  plain?: boolean;
  /** A payment that was fully refunded. */
  struck?: boolean;
}

export function Money({ amount, currency, sign = false, plain = false, struck = false }: Props) {
  const text = moneyText(amount, currency, { sign });
  // Intl writes the code of some currencies already.
  const hasCode = plain || text.includes(currency);
  return (
    <span className={classes.money}>
      {struck ? <s>{text}</s> : text}
      {!hasCode && <span className={classes.code}> {currency}</span>}
    </span>
  );
}
