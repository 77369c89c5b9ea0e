// Cutting a migration into statements: where a semicolon
// ends one, and where it only looks so.
import assert from 'node:assert/strict';
import test from 'node:test';
import { MIGRATIONS_DIR, readMigrations } from '../../../src/storage/schema/migrate.ts';
import { splitStatements, UnsplittableError } from '../../../src/storage/schema/split-statements.ts';

test('a statement ends at its semicolon, and the last statement may lack it', () => {
  assert.deepEqual(splitStatements('select 1; select 2 ;\n\nselect 3'), ['select 1', 'select 2', 'select 3']);
  assert.deepEqual(splitStatements(''), []);
  assert.deepEqual(splitStatements(' ;; -- nothing; at all\n;/* nor; here */'), []);
});

for (const [what, statement] of [
  ['a string', `select 'a;b', 'it''s; so', ''`],
  ['a string that ends in a backslash', `select 'a\\', 'b;c'`],
  ['a string with escapes', `select E'it\\'s; so', e'\\\\', ';'`],
  ['a quoted name', `select 1 as "a;b", 2 as "c"";d"`],
  ['a comment to the end of the line', `select 1 -- one; it's "one"\n + 1`],
  ['a comment between marks', `select 1 /* one; it's */ + 1`],
  ['dollar quotes', `create function f() returns int language sql as $$ select 1; select 2 $$`],
  ['dollar quotes with a tag', `do $body$ begin perform $$ a; $$; end $body$`],
  ['a name with a dollar in it', `select a$b$ from c$b$`],
] as const) {
  test(`a semicolon in ${what} ends no statement`, () => {
    assert.deepEqual(splitStatements(`${statement};${statement}`), [statement, statement]);
  });
}

test('comments before and between statements are not part of them', () => {
  const text = '-- The first; one.\nselect 1; -- done;\n-- The second.\nselect 2;\n-- The end;\n';
  assert.deepEqual(splitStatements(text), ['select 1', 'select 2']);
});

test('a text that cannot be split with certainty is refused, with its line', () => {
  for (const [text, message] of [
    [`select 1;\nselect 'open; select 2`, /line 2: '/],
    [`select "open; select 2`, /line 1: "/],
    ['select 1 /* open; select 2', /line 1: \/\*/],
    ['select /* nested /* deep; */ ; */ 2', /line 1: \/\*/],
    ['do $x$ open; $$; select 2', /line 1: \$x\$/],
    [
      'create function f() returns int begin atomic select 1; select 2; end',
      /line 1: a body in "begin atomic"/,
    ],
  ] as const) {
    assert.throws(
      () => splitStatements(text),
      (error) => error instanceof UnsplittableError && message.test(error.message),
      text,
    );
  }
});

test('splitting the migrations loses only comments and semicolons', () => {
  const bare = (text: string) =>
    text
      .replace(/--[^\n]*/g, '')
      .replace(/[\s;]+/g, ' ')
      .trim();
  for (const { name, text } of readMigrations(MIGRATIONS_DIR)) {
    const statements = splitStatements(text);
    assert.equal(bare(statements.join(';')), bare(text), name);
    for (const one of statements)
      assert.match(
        one,
        /^(create|alter|insert|update|delete|drop|select|with|do|analyze)\b/,
        `${name}: ${one}`,
      );
  }
});
