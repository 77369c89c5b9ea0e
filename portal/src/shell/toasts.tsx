// Short words after something was done: `toast('Refund of €25.00 made')`, `toast('…', 'bad')`. They go by themselves; what has to
// be read stays on the screen instead.
import { Notifications, notifications } from '@mantine/notifications';

export function Toasts() {
  return <Notifications position="bottom-right" autoClose={4000} limit={3} />;
}

export function toast(message: string, mood: 'good' | 'bad' = 'good'): void {
  notifications.show({
    message,
    color: mood === 'good' ? 'green' : 'red',
    withBorder: true,
    closeButtonProps: { 'aria-label': 'Close' },
  });
}
