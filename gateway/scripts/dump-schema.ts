// Writes gateway/migrations/schema.sql from a fresh database with every migration applied (`npm run schema:dump`).
// test/storage/schema/migrate.test.ts fails until it was run after a new migration.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { connectPostgres } from '../src/storage/database/connect.ts';
import { MIGRATIONS_DIR } from '../src/storage/schema/migrate.ts';
import { dumpSchema } from '../src/storage/schema/schema-dump.ts';
import { createTestDatabase } from '../test/stage/harness-database.ts';

const path = join(MIGRATIONS_DIR, 'schema.sql');
const database = await createTestDatabase();
const sql = connectPostgres(database.databaseUrl, { max: 1 });
writeFileSync(path, await dumpSchema(sql));
await sql.end();
process.stdout.write(`${path} written\n`);
