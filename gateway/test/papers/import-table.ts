// The import table of ARCHITECTURE, for tidy.test.ts.

const EMBEDDED_POSTGRES = '@tollgate/embedded-postgres';
/** It stands below the domain, so every folder may import it. */
export const PROVIDER_KIT = '@tollgate/provider-kit';
/**
 * Which of our files and packages a file may import; the longest matching key counts. A name with a slash at its end is
 * a folder and all in it. `type ` in front: only types, which leave nothing at run time. Only domain has a list for
 * packages from outside.
 */
export const MAY_IMPORT: Readonly<Record<string, readonly string[]>> = {
  'domain/': ['domain/'],
  'storage/': ['domain/', 'storage/'],
  // Callers import only its types: the packages behind it load only where traces go somewhere.
  'tracing/': ['tracing/'],
  'providers/': ['domain/', 'providers/', 'type process/config.ts'],
  'network/': ['network/', 'type process/mail-settings.ts'],
  'actions/': [
    'domain/',
    'storage/',
    'actions/',
    'type network/send-mail.ts',
    'type providers/provider-health.ts',
    'type process/config.ts',
    'type tracing/tracing.ts',
  ],
  'worker/': [
    'domain/',
    'storage/',
    'actions/',
    'network/',
    'worker/',
    'type process/config.ts',
    'type tracing/tracing.ts',
  ],
  'http/': [
    'domain/',
    'storage/',
    'actions/',
    'http/',
    'demo/fill-sample.ts',
    'type process/config.ts',
    'type tracing/tracing.ts',
  ],
  // The demo merchant and a made-up month. Only the gateway's start and one call of the portal need them.
  'demo/': ['domain/', 'storage/', 'actions/', 'demo/', 'type process/config.ts'],
  'process/config.ts': [
    'process/environment-reader.ts',
    'process/mail-settings.ts',
    'process/secret-strength.ts',
    'storage/wire/address.ts',
  ],
  'process/mail-settings.ts': [],
  'process/environment-reader.ts': ['process/secrets-in-files.ts'],
  'process/secrets-in-files.ts': ['storage/wire/regular-file.ts'],
  'process/secret-strength.ts': [],
  'process/run-as.ts': ['process/data-dir.ts', EMBEDDED_POSTGRES, 'type process/config.ts'],
  'process/log.ts': ['process/log-output.ts', 'type tracing/tracing.ts'],
  'process/log-output.ts': [],
  'process/build.ts': [],
  'process/data-dir.ts': [],
  'process/start-block.ts': [],
  'process/usage.ts': ['process/operator/operator-commands.ts'],
  // They call a running gateway, so they need neither database nor keys.
  'process/operator/': [
    'process/operator/',
    'process/environment-reader.ts',
    'storage/wire/regular-file.ts',
    'domain/keys/operator-scopes.ts',
  ],
  'process/end-by-signals.ts': [],
  'process/doctor/': [
    'domain/',
    'storage/',
    'http/',
    'process/',
    'network/send-mail.ts',
    'providers/load-packages.ts',
    'type process/config.ts',
  ],
  'process/copy-watch.ts': ['storage/'],
  'process/restore-report.ts': ['actions/', 'process/gateway.ts', 'type process/config.ts'],
  'process/migrate-plan.ts': ['storage/'],
  'process/check-provider-arguments.ts': [],
  'process/check-provider.ts': [
    'actions/',
    'process/check-provider-arguments.ts',
    'process/gateway.ts',
    'type process/config.ts',
  ],
  'process/verify.ts': ['actions/audit/', 'actions/ledger/', 'type storage/database/database.ts'],
  'process/keys-rotate.ts': ['storage/', 'process/'],
  'process/archive-arguments.ts': ['domain/archive/'],
  'process/archive.ts': ['actions/archive/', 'domain/', 'storage/database/', 'process/'],
  'process/user-name.ts': [],
  'process/close-arguments.ts': [],
  'process/close.ts': ['actions/month-end/', 'domain/', 'storage/', 'process/'],
  // Mounts the test shop, which gets an address and two secrets and knows nothing else of the gateway.
  'process/shop.ts': ['type process/config.ts', '../../shop/'],
  'process/secrets.ts': ['process/config.ts', 'process/data-dir.ts', 'storage/wire/regular-file.ts'],
  'process/database-server.ts': [
    'storage/',
    'process/data-dir.ts',
    EMBEDDED_POSTGRES,
    'type process/config.ts',
  ],
  'process/descriptors.ts': [],
  'process/listen.ts': [
    'process/descriptors.ts',
    'storage/database/database.ts',
    'process/waiting-server.ts',
    'type process/config.ts',
    'type process/gateway.ts',
  ],
  'process/waiting-server.ts': ['process/descriptors.ts', 'http/', 'type process/config.ts'],
  // The wiring.
  'process/gateway.ts': [''],
  'process/start.ts': [''],
  'process/commands.ts': [''],
  'main.ts': ['process/commands.ts'],
};

/** Folders of callers, which never import each other. Shared code belongs in http/ itself, or in an action. */
export const CALLERS = ['v3', 'v2', 'payments', 'cashier', 'portal', 'operator', 'sandbox'];
/** These may import all callers. `staff` has the calls that operators and the portal both have. */
export const KNOW_ALL_CALLERS = ['http/routes.ts', 'http/app.ts', 'http/staff/'];
/** A provider is a folder; only these know them. */
export const PROVIDER_KEEPERS = ['providers/registry.ts', 'providers/built-in.ts'];

export const DOMAIN_FROM_OUTSIDE = [
  'node:crypto',
  'card-validator',
  '@scure/base',
  'any-ascii',
  'culori/fn',
  'i18n-iso-countries/index.js',
  'ibantools',
  'ipaddr.js',
  'libphonenumber-js/mobile',
  'lru-cache',
  'saxes',
];
