// Signing in, from the first field to the last factor: e-mail and password, the merchant if there are several, then the
// second factor. It stands on its own page, and over a page whose session has ended. A refusal must not clear the
// user's input.
import { Anchor, Button, PasswordInput, Stack, TextInput, Title } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { ApiError, BASE, post } from '../../api/client.ts';
import { Fault } from '../../parts/fault.tsx';
import { useTask } from '../../parts/use-task.ts';
import classes from './access.module.css';
import { AfterPassword } from './after-password.tsx';
import type { SignInStep } from './sign-in-step.ts';
import { rememberedMerchants } from './single-sign-on/remembered-merchants.ts';
import { SingleSignOnButtons } from './single-sign-on/single-sign-on-buttons.tsx';

interface Props {
  /** Omitted if the dialog around it has a title. */
  title?: string;
  lead?: string;
  /** The user whose session has ended. */
  email?: string;
  /** The state of a sign-in that has already begun. */
  begun?: SignInStep | null;
  /** Where to go after single sign-on. */
  next?: string | undefined;
  onDone: () => void;
}

interface Merchant {
  id: string;
  name: string;
}

export function SignInForm({ title, lead, email: former = '', begun = null, next, onDone }: Props) {
  const [email, setEmail] = useState(former);
  const [password, setPassword] = useState('');
  const [merchants, setMerchants] = useState<Merchant[] | null>(null);
  const [later, setLater] = useState<SignInStep | null>(null);
  const [again, setAgain] = useState(false);
  const [known] = useState(rememberedMerchants);
  const hasOtherWay = known.length > 0;
  const { running, fault, run } = useTask();
  const step = later ?? (again ? null : begun);

  const enter = (merchantId?: string) =>
    run(async () => {
      const body = { email, password, ...(merchantId && { merchantId }) };
      try {
        const answer = await post('/portal/api/session', { body });
        if (answer.step === 'done') onDone();
        else setLater(answer);
      } catch (error) {
        const elsewhere = error instanceof ApiError && error.answer.singleSignOn;
        if (typeof elsewhere === 'string') {
          const search = next ? `?next=${encodeURIComponent(next)}` : '';
          return location.assign(`${BASE}/portal/single-sign-on/${elsewhere}${search}`);
        }
        const several = error instanceof ApiError && error.status === 409 && error.answer.merchants;
        if (!several) throw error;
        setMerchants(several as Merchant[]);
      }
    });
  function submit(event: FormEvent) {
    event.preventDefault();
    enter();
  }
  function restart() {
    setLater(null);
    setMerchants(null);
    setAgain(true);
    setPassword('');
  }

  if (step)
    return (
      <Stack gap="md">
        <AfterPassword step={step} onDone={onDone} />
        {step.step === 'prove' && (
          <Anchor component="button" type="button" onClick={restart}>
            Sign in as somebody else
          </Anchor>
        )}
      </Stack>
    );
  if (merchants)
    return (
      <Stack gap="md">
        <Title order={1}>Where do you work today?</Title>
        <p className={classes.lead}>{email} belongs to several merchants.</p>
        <Fault text={fault} />
        <div className={classes.choices}>
          {merchants.map(({ id, name }) => (
            <Button key={id} variant="default" disabled={running} onClick={() => enter(id)}>
              {name}
            </Button>
          ))}
        </div>
        <Anchor component="button" type="button" onClick={restart}>
          Back
        </Anchor>
      </Stack>
    );
  return (
    <form onSubmit={submit}>
      <Stack gap="md">
        {title && <Title order={1}>{title}</Title>}
        {lead && <p className={classes.lead}>{lead}</p>}
        <SingleSignOnButtons merchants={known} next={next} isOver={title === undefined} onDone={onDone} />
        <Fault text={fault} />
        <TextInput
          label="E-mail"
          type="email"
          autoComplete="username"
          required
          withAsterisk={false}
          autoFocus={former === '' && !hasOtherWay}
          value={email}
          onChange={({ currentTarget }) => setEmail(currentTarget.value)}
        />
        <PasswordInput
          label="Password"
          autoComplete="current-password"
          required
          withAsterisk={false}
          autoFocus={former !== '' && !hasOtherWay}
          value={password}
          onChange={({ currentTarget }) => setPassword(currentTarget.value)}
        />
        <Button type="submit" loading={running} fullWidth variant={hasOtherWay ? 'default' : 'filled'}>
          Sign in
        </Button>
        <p className={classes.quiet}>
          No account, or a forgotten password? Ask an owner of your company for a link.
          {!hasOtherWay && ' If your company uses single sign-on, open its sign-in address.'}
        </p>
      </Stack>
    </form>
  );
}
