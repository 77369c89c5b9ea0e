// Settings › Webhook and signatures: where webhooks go, which requests must be signed, who may call, and the brand's
// domains. Before it saves a switch that refuses requests, it says which requests and which callers would be refused
// now.
import { WEBHOOK } from './controls.tsx';
import { SettingsForm } from './frame/settings-form.tsx';

export function WebhookSettings() {
  return (
    <SettingsForm
      lead="How the gateway and your server authenticate each other."
      part="integration"
      controls={WEBHOOK}
    />
  );
}
