// The cashier beside the form of its look: the page that shoppers get, in a frame as wide as a phone, with a made-up
// payment. The form sends it each change of the look. The user cannot press anything in it.
import { useCallback, useEffect, useRef } from 'react';
import { accentPair } from '../../../../../gateway/src/domain/merchants/accent-colour.ts';
import type { PreviewedLook } from '../../../../../gateway/src/domain/merchants/previewed-look.ts';
import { addressOf } from '../../../api/client.ts';
import { useBrand } from '../../../shell/session/session.ts';
import classes from '../settings.module.css';
import { shownLogo } from './shown-logo.ts';

interface Props {
  name: string;
  logo: string | null;
  accent: string;
  radius: number;
  scheme: 'light' | 'dark';
}

export function CashierPreview({ name, logo, accent, radius, scheme }: Props) {
  const { id: brandId } = useBrand();
  const frame = useRef<HTMLIFrameElement>(null);
  const send = useCallback(() => {
    const look: PreviewedLook = {
      brand: {
        name,
        logoUrl: logo === null ? null : shownLogo(logo),
        cornerRadius: radius,
        ...accentPair(accent),
      },
      scheme,
    };
    frame.current?.contentWindow?.postMessage(look, location.origin);
  }, [name, logo, accent, radius, scheme]);
  useEffect(send, [send]);
  return (
    <div className={classes.phone} inert>
      <iframe
        ref={frame}
        title={`The cashier of ${name}`}
        data-testid="cashier-preview"
        src={addressOf('/portal/api/brands/{brandId}/cashier-preview', { params: { brandId } })}
        onLoad={send}
      />
    </div>
  );
}
