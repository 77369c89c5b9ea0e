// The page around sign-in and invitation: one card in the middle, nothing else. It sets the title of the window.
import { type ReactNode, useEffect } from 'react';
import { BASE } from '../../api/client.ts';
import classes from './access.module.css';

export function AccessCard({ title, children }: { title: string; children: ReactNode }) {
  useEffect(() => {
    document.title = `${title} · Tollgate`;
  }, [title]);
  return (
    <main className={classes.page}>
      <div className={classes.mark}>
        <img src={`${BASE}/assets/mark.svg`} alt="" width="24" height="24" />
        Tollgate
      </div>
      <div className={classes.card}>{children}</div>
    </main>
  );
}
