// Parts of a page: `<Section title="Payment" actions={…}>` with a heading, and in it `<Facts>` with `<Fact
// label="Amount">…</Fact>`, a definition list in two columns. A fact without a value is left out.
import { Title } from '@mantine/core';
import { type ReactNode, useId } from 'react';
import classes from './parts.module.css';

interface Props {
  title: string;
  lead?: ReactNode;
  actions?: ReactNode;
  children: ReactNode;
}

export function Section({ title, lead, actions, children }: Props) {
  const id = useId();
  return (
    <section className={classes.section} aria-labelledby={id}>
      <div className={classes.sectionHead}>
        <div>
          <Title order={2} id={id}>
            {title}
          </Title>
          {lead && <p className={classes.lead}>{lead}</p>}
        </div>
        {actions && <div className={classes.actions}>{actions}</div>}
      </div>
      {children}
    </section>
  );
}

/** `wide`: for whole ids and addresses. */
export function Facts({ children, wide = false }: { children: ReactNode; wide?: boolean }) {
  return (
    <dl className={classes.facts} data-wide={wide || undefined}>
      {children}
    </dl>
  );
}

export function Fact({ label, children }: { label: string; children?: ReactNode }) {
  const isEmpty = children === null || children === undefined || children === '' || children === false;
  if (isEmpty) return null;
  return (
    <div className={classes.fact}>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  );
}
