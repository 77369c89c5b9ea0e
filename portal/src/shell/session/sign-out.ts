// Signing out, from the account menu and from the palette.
import { useNavigate } from '@tanstack/react-router';
import { del } from '../../api/client.ts';
import { queryClient } from '../../api/queries.ts';
import { toast } from '../toasts.tsx';

export function useSignOut(): () => Promise<void> {
  const navigate = useNavigate();
  return async () => {
    try {
      await del('/portal/api/session');
    } catch (error) {
      return toast((error as Error).message, 'bad');
    }
    // Leave the screen first, because it would ask for its data again.
    await navigate({ to: '/sign-in' });
    queryClient.clear();
  };
}
