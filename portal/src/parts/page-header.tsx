// The head of a screen: title (also of the window), a sentence, the way back, further actions and one primary action.
// Every screen begins with it: `<PageHeader lead="…" actions={<Export/>} primary={<Button>New payout</Button>} />`. The
// title is the screen's (screens.ts), unless the screen names the thing that it shows.
import { Anchor, Title } from '@mantine/core';
import { IconArrowLeft } from '@tabler/icons-react';
import { Link, useLocation, useMatches, useRouter } from '@tanstack/react-router';
import { type MouseEvent, type ReactNode, useEffect } from 'react';
import { useBrand } from '../shell/session/session.ts';
import classes from './parts.module.css';

interface Props {
  title?: ReactNode;
  /** The title of the window, if `title` is more than text. */
  windowTitle?: string;
  /** One sentence that says what this is or what happened. */
  lead?: ReactNode;
  back?: { to: string; label: string };
  /** Secondary actions, in front of the primary one. */
  actions?: ReactNode;
  /** One button at most. */
  primary?: ReactNode;
}

export function PageHeader({ title: own, windowTitle, lead, back, actions, primary }: Props) {
  const { name } = useBrand();
  const screen = useMatches().at(-1)?.staticData.screen;
  const title = own ?? screen?.title;
  const text = windowTitle ?? (typeof title === 'string' ? title : '');
  useEffect(() => {
    document.title = text ? `${text} · ${name}` : name;
  }, [text, name]);
  return (
    <header className={classes.header}>
      {back && <Back {...back} />}
      <div className={classes.headerRow}>
        <div className={classes.headerText}>
          <Title order={1}>{title}</Title>
          {lead && <p className={classes.lead}>{lead}</p>}
        </div>
        {(actions || primary) && (
          <div className={classes.actions}>
            {actions}
            {primary}
          </div>
        )}
      </div>
    </header>
  );
}

/** A user who came from that list finds it unchanged: its filters, its loaded rows, and its scroll position. */
function Back({ to, label }: { to: string; label: string }) {
  const { history } = useRouter();
  const cameFrom = useLocation({ select: ({ state }) => state.cameFrom });
  const goBack = (event: MouseEvent) => {
    if (cameFrom !== to || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    history.back();
  };
  return (
    <Anchor component={Link} to={to} className={classes.back} onClick={goBack}>
      <IconArrowLeft size={14} aria-hidden="true" /> {label}
    </Anchor>
  );
}
