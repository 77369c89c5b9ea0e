// An amount: tabular digits, its currency's code quiet behind it. `<Money amount={25} currency="EUR" />`. `sign` writes a plus too,
// `plain` leaves the code away where the column or sentence says it.
import { moneyText } from './format.ts';
import classes from './parts.module.css';

interface Props {
  amount: number;
  currency: string;
  sign?: boolean;
  plain?: boolean;
  /** A payment that was given back as a whole. */
  struck?: boolean;
}

export function Money({ amount, currency, sign = false, plain = false, struck = false }: Props) {
  const text = moneyText(amount, currency, { sign });
  // Intl writes some currencies with their code already.
  const hasCode = plain || text.includes(currency);
  return (
    <span className={classes.money}>
      {struck ? <s>{text}</s> : text}
      {!hasCode && <span className={classes.code}> {currency}</span>}
    </span>
  );
}
