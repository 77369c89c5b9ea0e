// An amount in tabular digits: `<Money amount={25} currency="EUR" />`. `sign` writes a plus too.
import { moneyText } from './format.ts';
import classes from './parts.module.css';

interface Props {
  amount: number;
  currency: string;
  sign?: boolean;
  /** A payment that was fully refunded. */
  struck?: boolean;
}

export function Money({ amount, currency, sign = false, struck = false }: Props) {
  const text = moneyText(amount, currency, { sign });
  return <span className={classes.money}>{struck ? <s>{text}</s> : text}</span>;
}
