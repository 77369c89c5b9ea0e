// The schema as text, read from the catalogue: the content of gateway/migrations/schema.sql, for people to read and for
// a test to compare (drift). `npm run schema:dump` writes it. It is the same on every PostgreSQL from 15 on: version 18
// also lists "not null" as constraints, which it leaves out because the columns show them already.

import type { Sql } from '../database/database.ts';

const HEAD = `-- The schema after all migrations, as the database describes it. Made by \`npm run schema:dump\`; not to be edited.
`;

/** The set of month tables differs from day to day (make-months.ts). */
const OF_A_MONTH = '_[0-9]{4}_[0-9]{2}$';

export async function dumpSchema(sql: Sql): Promise<string> {
  const tables = await sql<
    {
      oid: number;
      name: string;
      partition_key: string | null;
      parent: string | null;
      bound: string | null;
      options: string | null;
    }[]
  >`
    select c.oid::int8::int as oid, c.relname as name,
      case when c.relkind = 'p' then pg_get_partkeydef(c.oid) end as partition_key,
      (select i.inhparent::regclass::text from pg_inherits i where i.inhrelid = c.oid) as parent,
      pg_get_expr(c.relpartbound, c.oid) as bound,
      array_to_string(c.reloptions, ', ') as options
    from pg_class c
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and c.relname <> 'schema_migrations'
      and not (c.relispartition and c.relname ~ ${OF_A_MONTH})
      and not exists (select 1 from pg_depend d where d.objid = c.oid and d.deptype = 'e')
    order by c.relname collate "C"`;
  const columns = await sql<{ table: number; line: string }[]>`
    select a.attrelid::int8::int as table,
      quote_ident(a.attname) || ' ' || format_type(a.atttypid, a.atttypmod)
        || case when a.attnotnull then ' not null' else '' end
        || case when a.attidentity <> '' then ' generated as identity' else '' end
        || case when d.adbin is null then ''
             when a.attgenerated <> '' then ' generated always as (' || pg_get_expr(d.adbin, d.adrelid) || ') stored'
             else ' default ' || pg_get_expr(d.adbin, d.adrelid) end as line
    from pg_attribute a left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
    where a.attnum > 0 and not a.attisdropped
    order by a.attrelid, a.attnum`;
  const constraints = await sql<{ table: number; line: string }[]>`
    select conrelid::int8::int as table, 'constraint ' || quote_ident(conname) || ' ' || pg_get_constraintdef(oid) as line
    from pg_constraint where contype <> 'n' and contype <> 't' and conparentid = 0
    order by conrelid, position(contype in 'pucxf'), conname collate "C"`;
  const indexes = await sql<{ table: number; line: string }[]>`
    select indrelid::int8::int as table, pg_get_indexdef(indexrelid) as line
    from pg_index i join pg_class c on c.oid = i.indexrelid
    where not exists (select 1 from pg_constraint k where k.conindid = i.indexrelid and k.contype in ('p', 'u', 'x'))
      and not c.relispartition
    order by indrelid, c.relname collate "C"`;
  const functions = await sql<{ text: string }[]>`
    select pg_get_functiondef(p.oid) as text from pg_proc p
    where p.pronamespace = 'public'::regnamespace and p.prokind in ('f', 'p')
      and not exists (select 1 from pg_depend d where d.objid = p.oid and d.deptype = 'e')
    order by p.proname collate "C", pg_get_function_identity_arguments(p.oid) collate "C"`;

  const views = await sql<{ name: string; text: string }[]>`
    select c.relname as name, pg_get_viewdef(c.oid) as text from pg_class c
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'v'
      and not exists (select 1 from pg_depend d where d.objid = c.oid and d.deptype = 'e')
    order by c.relname collate "C"`;

  const of = (rows: readonly { table: number; line: string }[], oid: number) =>
    rows.filter((row) => row.table === oid).map((row) => row.line);
  const parts = tables.map((table) => {
    const lines = [...of(columns, table.oid), ...of(constraints, table.oid)].map((line) => `  ${line}`);
    const tail = [
      table.parent === null ? '' : ` partition of ${table.parent} ${table.bound}`,
      table.partition_key === null ? '' : ` partition by ${table.partition_key}`,
      table.options === null ? '' : ` with (${table.options})`,
    ].join('');
    const own = of(indexes, table.oid).map((line) => `${line};\n`);
    return `create table ${table.name} (\n${lines.join(',\n')}\n)${tail};\n${own.join('')}`;
  });
  const shown = views.map(({ name, text }) => `create view ${name} as\n${text}\n`);
  return [HEAD, ...parts, ...shown, ...functions.map(({ text }) => `${text.trim()};\n`)].join('\n');
}
