// Shown instead of a screen: for an unknown address, a screen that threw an error, a role without any area.
import { Button } from '@mantine/core';
import { type ErrorComponentProps, Link, Navigate, useRouter } from '@tanstack/react-router';
import { EmptyState, ErrorState } from '../parts/states.tsx';
import { areasFor } from './open-areas.ts';
import { ROLES } from './session/account-menu.tsx';
import { useBrand, useSession } from './session/session.ts';
import classes from './shell.module.css';

export function NotFound() {
  return (
    <div className={classes.alone}>
      <EmptyState
        alone
        title="This page does not exist"
        action={
          <Button component={Link} to="/" variant="default">
            Go to the start
          </Button>
        }
      >
        The address may be misspelt, or it belongs to a brand that you cannot see.
      </EmptyState>
    </div>
  );
}

export function BrokenScreen({ error, reset }: ErrorComponentProps) {
  const router = useRouter();
  const again = () => {
    reset();
    return router.invalidate();
  };
  return (
    <div className={classes.alone}>
      <ErrorState alone error={error} again={again} title="This page could not be shown" />
    </div>
  );
}

export function NoArea() {
  return (
    <div className={classes.alone}>
      <EmptyState alone title="Nothing to open">
        You have no access to a brand or its screens. An owner can change that under Settings, Users.
      </EmptyState>
    </div>
  );
}

/** Within the frame: the address is right, but this user's role may not open it. */
export function NotOfRole() {
  const { user, merchant } = useSession();
  const { id } = useBrand();
  return (
    <EmptyState
      alone
      title="Your role cannot open this page"
      action={
        <Button component={Link} to={`/b/${id}` as '/'} variant="default">
          Go to the start
        </Button>
      }
    >
      Your role is “{ROLES[user.role] ?? user.role}”. An owner of {merchant.name} can change it under
      Settings, Users.
    </EmptyState>
  );
}

/** The brand's own address leads to the first area that the role may open. */
export function BrandHome() {
  const { permissions } = useSession();
  const { id } = useBrand();
  const [first] = areasFor(permissions);
  return first ? <Navigate to={`/b/${id}${first.path}` as '/'} replace /> : <NoArea />;
}
