// The screens of an area below its head, as tabs that are links: `<SubNav label="Money" items={[{ label: 'Balances', path:
// '/money', exact: true }, …]} />`. Paths begin after the brand. On a phone the tabs scroll.
import { Link } from '@tanstack/react-router';
import { useBrand } from '../shell/session/session.ts';
import classes from './parts.module.css';

interface Props {
  /** The area, for screen readers. */
  label: string;
  /** `exact`: other paths of the list begin with this one. */
  items: readonly { label: string; path: string; exact?: boolean }[];
}

export function SubNav({ label, items }: Props) {
  const brand = useBrand();
  return (
    <nav className={classes.tabs} aria-label={label}>
      {items.map(({ label: text, path, exact = false }) => (
        <Link
          key={path}
          to={`/b/${brand.id}${path}` as '/'}
          className={classes.tab}
          activeOptions={{ exact, includeSearch: false }}
          activeProps={{ 'data-active': true }}
        >
          {text}
        </Link>
      ))}
    </nav>
  );
}
