// The rail: the brand, and the areas that the role may open. On a phone it is in a drawer.
import { Menu, UnstyledButton } from '@mantine/core';
import { IconCheck, IconSelector } from '@tabler/icons-react';
import { Link, useMatches, useNavigate } from '@tanstack/react-router';
import { FillSample } from './fill-sample.tsx';
import { InboxCount } from './inbox-count.tsx';
import { areasFor } from './open-areas.ts';
import { useBrand, useSession } from './session/session.ts';
import classes from './shell.module.css';

export function Rail() {
  const { permissions } = useSession();
  const brand = useBrand();
  const open = useMatches().at(-1)?.staticData.area;
  return (
    <>
      <BrandSwitcher />
      <nav aria-label="Areas" className={classes.areas}>
        {areasFor(permissions).map((area) => {
          const { label, icon: Icon, path, hasCount } = area;
          return (
            <Link
              key={path}
              to={`/b/$brandId${path}` as '/b/$brandId'}
              params={{ brandId: brand.id }}
              className={classes.area}
              data-active={area === open || undefined}
            >
              <Icon size={18} stroke={1.75} />
              {label}
              {hasCount && <InboxCount />}
            </Link>
          );
        })}
      </nav>
      <div className={classes.sample}>
        <FillSample />
      </div>
    </>
  );
}

function BrandSwitcher() {
  const { brands, merchant } = useSession();
  const brand = useBrand();
  const navigate = useNavigate();
  const face = (
    <>
      <span className={classes.initial} aria-hidden="true">
        {brand.name.slice(0, 1).toUpperCase()}
      </span>
      <span className={classes.brandWords}>
        <span className={classes.brandName}>{brand.name}</span>
        <span className={classes.merchant}>{merchant.name}</span>
      </span>
    </>
  );
  if (brands.length < 2) return <div className={classes.brand}>{face}</div>;
  return (
    <Menu position="bottom-start" width={232}>
      <Menu.Target>
        <UnstyledButton className={classes.brand} aria-description="Choose another brand">
          {face}
          <IconSelector size={16} aria-hidden="true" />
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>Brands of {merchant.name}</Menu.Label>
        {brands.map(({ id, name, active }) => (
          <Menu.Item
            key={id}
            rightSection={id === brand.id ? <IconCheck size={16} aria-label="open now" /> : null}
            onClick={() => navigate({ to: '/b/$brandId', params: { brandId: id } })}
          >
            {name}
            {!active && ' (inactive)'}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
