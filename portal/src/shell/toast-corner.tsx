// The corner in which short words appear (toasts.tsx), loaded after the first screen: words that come before wait in the store.
import '@mantine/notifications/styles.layer.css';
import { Notifications } from '@mantine/notifications';

export default function ToastCorner() {
  return <Notifications position="bottom-right" autoClose={4000} limit={3} />;
}
