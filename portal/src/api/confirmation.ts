// Before some changes the gateway wants to know once more who it is. The frame shows the dialog (shell/identity-guard.tsx) and says
// here how it is asked; client.ts asks it for a call that was refused for want of it, screens before they begin such a change.

type Ask = () => Promise<boolean>;

let askers: Ask[] = [];

/** Answers how to stop that. */
export function onConfirmationNeeded(ask: Ask): () => void {
  askers = [...askers, ask];
  return () => {
    askers = askers.filter((one) => one !== ask);
  };
}

/** true: it is confirmed, now or a few minutes ago. false: the person went back, or there is no frame to ask them. */
export async function askConfirmation(): Promise<boolean> {
  return (await askers.at(-1)?.()) ?? false;
}
