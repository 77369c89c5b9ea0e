// What an area tells the frame: its entry in the rail, who may open it, and its routes.
import type { AnyRoute } from '@tanstack/react-router';
import type { ComponentType } from 'react';
import type { Permission } from './session/session.ts';

export interface Area {
  /** The text in the rail, in sentence case. */
  label: string;
  icon: ComponentType<{ size?: number | string; stroke?: number | string }>;
  /** Below /b/$brandId, with a slash in front; where the rail's entry leads. */
  path: `/${string}`;
  /** The rail shows the entry to users with this permission. */
  permission: Permission;
  /** Each route names `brandRoute` (shell/routes.ts) as its parent. area.ts gives it its screen, which loads lazily. */
  routes: readonly AnyRoute[];
}
