// What the table of screens (screens.ts) says of an area of the rail and of a screen. Screens never import the table:
// the router hands them their own row.
import type { RouteComponent } from '@tanstack/react-router';
import type { ComponentType } from 'react';
import type { Permission } from './session/session.ts';

export interface Screen {
  /** Below /b/$brandId. A screen with a `$name` in its path is about one thing: only links lead there. */
  path: `/${string}`;
  /** The heading of the screen, its text in navigation and in the palette. */
  title: string;
  /** A role without this permission gets a message instead of the screen, and no menu lists the screen for it. */
  permission: Permission;
  component: RouteComponent;
  /** Other words that find the screen in the palette. */
  words?: string;
  /** The palette lists the screen among the actions. */
  isAction?: true;
  /** The part of the area's navigation that lists the screen, if the navigation has parts. */
  group?: string;
}

export interface Area {
  /** The text in the rail, in sentence case. */
  label: string;
  icon: ComponentType<{ size?: number | string; stroke?: number | string }>;
  /**
   * The target of the rail's entry: a screen, or a path that leads on to the area's first screen that the role may
   * open.
   */
  path: `/${string}`;
  /** The rail shows how much waits in the inbox. */
  hasCount?: true;
  screens: readonly Screen[];
}

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    screen?: Screen;
    area?: Area;
  }
}

/** The screens that menus list for a role. */
export const listedFor = (screens: readonly Screen[], permissions: readonly string[]): readonly Screen[] =>
  screens.filter(({ path, permission }) => !path.includes('$') && permissions.includes(permission));
