// Short messages after an action: `toast('Refund of €25.00 created')`, `toast('…', 'bad')`. They disappear by
// themselves, so a message that the user must read belongs on the screen.
import { notifications } from '@mantine/notifications';
import { lazy, Suspense } from 'react';

const ToastCorner = lazy(() => import('./toast-corner.tsx'));

export function Toasts() {
  return (
    <Suspense>
      <ToastCorner />
    </Suspense>
  );
}

export function toast(message: string, mood: 'good' | 'bad' = 'good'): void {
  notifications.show({
    message,
    color: mood === 'good' ? 'green' : 'red',
    withBorder: true,
    closeButtonProps: { 'aria-label': 'Close' },
  });
}
