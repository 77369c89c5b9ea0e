// Which passwords people may choose: common, short or personal ones are refused with the reason, good ones are
// accepted.
import assert from 'node:assert/strict';
import test from 'node:test';
import { PASSWORD_MAX, passwordFault } from '../../../src/domain/access/password-rules.ts';

const OWNER = {
  email: 'anna.lindqvist@harbour-coffee.example',
  name: 'Anna Lindqvist',
  merchantName: 'Harbour Coffee',
  brandNames: ['Harbour Coffee', 'Lagoon Teas'],
};

test('a password has at least twelve characters, counted as people count them', () => {
  assert.match(passwordFault('xk7#pQ2vLm9', OWNER)!, /at least 12 characters; this one has 11/);
  assert.equal(passwordFault('xk7#pQ2vLm9w', OWNER), null);
  assert.match(passwordFault('🦦🦩🦚🦜🦢🐙', OWNER)!, /this one has 6/);
  assert.equal(passwordFault('🦦🦩🦚🦜🦢🐙🦑🦐🐬🐳🦈🐊', OWNER), null);
  assert.match(passwordFault('kZ'.repeat(200), OWNER)!, new RegExp(`at most ${PASSWORD_MAX}`));
});

test('common passwords of that length are refused, also with digits and signs for letters', () => {
  for (const password of [
    'password1234',
    'Password2024!',
    'P@ssw0rd2024',
    'passwordpassword',
    'qwertyuiop123',
    'Qwertzuiop12!',
    '1q2w3e4r5t6y',
    '123456789012',
    'abcdefghijkl',
    'zyxwvutsrqpo',
    'aaaaaaaaaaaa',
    'abcabcabcabc',
    'iloveyou1234',
    'Welcome2026!!',
    'Summer2026!!!',
    'admin12345678',
    'letmein123456',
    'changeme12345',
    'correct horse battery staple',
    'tollgate-portal',
    '1qaz2wsx3edc',
    'Monkey123456!',
  ]) {
    assert.notEqual(passwordFault(password, OWNER), null, password);
  }
});

test('a word with digits added, or repeated, is refused whatever the word', () => {
  for (const password of [
    'zeppelin1234',
    '2026!wombat!',
    'Marmalade#99',
    'самовар12345',
    'gneiss7gneiss7',
    'newyorkyankees',
    'Liverpool2024',
    '147258369147',
    'q1w2e3r4t5y6',
  ]) {
    assert.notEqual(passwordFault(password, OWNER), null, password);
  }
  assert.match(passwordFault('zeppelin1234', OWNER)!, /a single word with digits/);
  assert.match(passwordFault('gneiss7gneiss7', OWNER)!, /a short text that is repeated/);
  assert.equal(passwordFault('zeppelin-gravel-9', OWNER), null);
});

test('a password made of the name of the person or company is refused with that reason', () => {
  for (const password of [
    'annalindqvist',
    'Lindqvist2026!',
    'harbourcoffee1',
    'Anna@harbour-coffee',
    'lagoonteas12',
  ]) {
    assert.match(passwordFault(password, OWNER)!, /your name, your e-mail address or your company/, password);
  }
});

test('an unguessable password is accepted', () => {
  for (const password of [
    'brass otter lamp quartz',
    'velvet anchor prism moth',
    'T9f!vq2Lz8#r',
    'mein Fahrrad quietscht leise',
    'пурпурный самовар летит',
    '一起去看海吧今天天气很好',
    'anna rides nine grumpy camels',
  ]) {
    assert.equal(passwordFault(password, OWNER), null, password);
  }
});
