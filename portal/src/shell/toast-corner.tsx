// The corner in which toasts appear. It loads after the first screen; earlier toasts wait in the store.
import '@mantine/notifications/styles.layer.css';
import { Notifications } from '@mantine/notifications';

export default function ToastCorner() {
  return <Notifications position="bottom-right" autoClose={4000} limit={3} />;
}
