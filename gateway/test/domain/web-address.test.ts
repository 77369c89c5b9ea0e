// What web-address.ts promises (contract 3 and 5): no address of ours or of a private network passes, in any notation,
// and honest addresses do.

import assert from 'node:assert/strict';
import test from 'node:test';
import { isLinkLocalAddress, isPublicAddress } from '@tollgate/provider-kit/http/addresses';
import fc from 'fast-check';
import {
  addressInCidrs,
  checkEndpoint,
  checkNotificationUrl,
  checkRedirectUrl,
  parseCidrs,
} from '../../src/domain/web-address.ts';

const strict = (url: string) => checkNotificationUrl(url, { allowInsecure: false });

test('valid addresses are accepted', () => {
  for (const url of [
    'https://shop.example',
    'https://shop.example:8443/hook?a=b&c=%20#x',
    'HTTPS://Shop.Example/',
    'https://bücher.example/zurück',
    'https://8.8.8.8/',
    'https://[2606:4700::1111]/',
    'https://127.0.0.1.example/',
    'https://notlocalhost/',
    'https://localhost.example/',
    'https://shop.example/mail@home',
  ]) {
    assert.equal(checkRedirectUrl(url), null, url);
    assert.equal(strict(url), null, url);
  }
  assert.equal(checkRedirectUrl('http://localhost:3000/back'), null);
});

test('an address that is not absolute http(s) is refused for both uses', () => {
  for (const url of [
    '',
    'shop.example',
    '//shop.example',
    '/back',
    'https:shop.example',
    'https:/shop.example',
    'https:///shop.example',
    'https://',
    'https://?a',
    'https://:443/',
    'https://shop.example:99999/',
    'https://exa mple/',
    'https://a..b\\c/',
    ' https://shop.example',
    'https://shop.example/\n',
    'https:\\\\shop.example',
    'https://1.2.3.4.5/',
    'https://[::1',
    'https://[fe80::1%25eth0]/',
    'javascript:alert(1)',
    'data:text/html,x',
    'ftp://shop.example/',
    'file:///etc/passwd',
  ]) {
    assert.match(checkRedirectUrl(url) ?? 'passed', /^must /, url);
    assert.match(strict(url) ?? 'passed', /^must /, url);
    assert.match(checkNotificationUrl(url, { allowInsecure: true }) ?? 'passed', /^must /, url);
  }
});

test('an address with credentials is refused with that reason', () => {
  for (const url of [
    'https://user@shop.example',
    'https://user:pw@shop.example/',
    'https://@shop.example',
    'https://a%40b@x.example',
  ]) {
    assert.match(checkRedirectUrl(url) ?? 'passed', /password/, url);
    assert.match(checkNotificationUrl(url, { allowInsecure: true }) ?? 'passed', /password/, url);
  }
});

test('a notification address is https and public unless insecure ones are allowed', () => {
  for (const host of [
    '127.0.0.1',
    '127.1',
    '2130706433',
    '0x7f000001',
    '0x7f.1',
    '0177.0.0.1',
    '017700000001',
    '①②⑦.0.0.1',
    '127。0。0。1',
    '１２７.0.0.1',
    '127.0.0.1.',
    '%31%32%37.0.0.1',
    '0.0.0.0',
    '0',
    '10.1.2.3',
    '172.31.255.255',
    '192.168.0.1',
    '169.254.169.254',
    '100.64.0.1',
    '198.18.0.1',
    '203.0.113.9',
    '224.0.0.1',
    '255.255.255.255',
    '[::1]',
    '[::]',
    '[0:0:0:0:0:0:0:1]',
    '[::ffff:127.0.0.1]',
    '[::ffff:7f00:1]',
    '[::ffff:0:10.0.0.1]',
    '[::127.0.0.1]',
    '[64:ff9b::10.0.0.1]',
    '[64:ff9b:1::8.8.8.8]',
    '[2002:7f00:1::]',
    '[fe80::1]',
    '[fc00::1]',
    '[fd12:3456::1]',
    '[ff02::1]',
    '[2001:db8::1]',
    'localhost',
    'LOCALHOST',
    'localhost.',
    'a.localhost',
    'a.b.LocalHost.',
    'ｌｏｃａｌｈｏｓｔ',
  ]) {
    assert.match(strict(`https://${host}/hook`) ?? 'passed', /must not point to/, host);
    assert.match(strict(`https://${host}:8443`) ?? 'passed', /must not point to/, host);
    assert.equal(checkNotificationUrl(`http://${host}:8080/hook`, { allowInsecure: true }), null, host);
  }
  assert.match(strict('http://shop.example/hook')!, /https/);
});

test('an address is public if the internet can reach it', () => {
  for (const ip of [
    '1.1.1.1',
    '8.8.8.8',
    '100.63.255.255',
    '100.128.0.0',
    '172.15.0.1',
    '172.32.0.1',
    '198.17.255.255',
    '198.20.0.0',
    '223.255.255.255',
    '2606:4700::1111',
    '2a00:1450:4001:81b::200e',
    '::ffff:8.8.8.8',
    '64:ff9b::8.8.8.8',
    '2002:808:808::1',
    '2001:0:808:808:0:0:f7f7:f7f7',
  ]) {
    assert.equal(isPublicAddress(ip), true, ip);
  }
  for (const ip of [
    ...[
      '0.0.0.0',
      '0.255.255.255',
      '10.0.0.0',
      '10.255.255.255',
      '100.64.0.0',
      '100.127.255.255',
      '127.0.0.1',
    ],
    ...[
      '127.255.255.255',
      '169.254.0.1',
      '172.16.0.0',
      '172.31.255.255',
      '192.0.0.8',
      '192.0.2.1',
      '192.88.99.1',
    ],
    ...['192.168.255.255', '198.18.0.0', '198.19.255.255', '198.51.100.1', '203.0.113.255', '224.0.0.1'],
    ...['239.255.255.255', '240.0.0.1', '255.255.255.255'],
    ...[
      '::',
      '::1',
      '::8.8.8.8',
      '::ffff:10.0.0.1',
      '::ffff:0:8.8.8.8',
      '64:ff9b::127.0.0.1',
      '64:ff9b:1::808:808',
    ],
    ...[
      '100::1',
      '2001::1',
      '2001:0:808:808::f5ff:fffe',
      '2001:0:a00:1:0:0:f7f7:f7f7',
      '2001:2::1',
      '2001:20::1',
    ],
    ...['2001:db8::1', '2002:a00:1::', '2002:7f00:1::', '2002:c0a8:101::1', '3fff::1', '4000::1', '5f00::1'],
    ...['fc00::1', 'fdff::1', 'fe80::1', 'febf::1', 'fec0::1', 'ff02::1', 'ff0e::1'],
    ...[
      '',
      'shop.example',
      '1.1.1',
      '1.1.1.1 ',
      '0x8.8.8.8',
      '010.8.8.8',
      'fe80::1%eth0',
      '8.8.8.8/32',
      '1.1.1.256',
    ],
  ]) {
    assert.equal(isPublicAddress(ip), false, ip);
  }
});

test('addresses inside a cloud are not public, in every notation', () => {
  for (const [ip, what] of [
    ['168.63.129.16', 'the wire server of Azure'],
    ['::ffff:168.63.129.16', 'the same, mapped'],
    ['::ffff:a83f:8110', 'the same, mapped, in hex'],
    ['64:ff9b::a83f:8110', 'the same, through NAT64'],
    ['2002:a83f:8110::1', 'the same, through 6to4'],
    ['2001:0:808:808:0:0:57c0:7eef', 'the same, as a Teredo client'],
    ['2001:0:a83f:8110:0:0:f7f7:f7f7', 'the same, as a Teredo server'],
    ['::a83f:8110', 'the same, IPv4-compatible'],
    ['169.254.169.254', 'metadata of AWS, Google, Azure, Oracle, DigitalOcean, Hetzner, OpenStack'],
    ['64:ff9b::a9fe:a9fe', 'the same, through NAT64'],
    ['2002:a9fe:a9fe::', 'the same, through 6to4'],
    ['169.254.170.2', 'credentials of a container of AWS'],
    ['169.254.170.23', 'credentials of a pod of AWS'],
    ['169.254.169.253', 'DNS of AWS'],
    ['169.254.0.23', 'metadata of Tencent'],
    ['169.254.42.42', 'metadata of Scaleway'],
    ['100.100.100.200', 'metadata of Alibaba'],
    ['192.0.0.192', 'metadata of Oracle Classic'],
    ['161.26.0.10', 'DNS of IBM'],
    ['166.11.255.255', 'service endpoints of IBM'],
    ['fd00:ec2::254', 'metadata of AWS'],
    ['fd00:ec2::23', 'credentials of a pod of AWS'],
    ['fd20:ce::254', 'metadata of Google'],
    ['fd00:c1::a9fe:a9fe', 'metadata of Oracle'],
    ['fd00:42::42', 'metadata of Scaleway'],
    ['fe80::a9fe:a9fe', 'metadata of OpenStack'],
  ] as const) {
    assert.equal(isPublicAddress(ip), false, `${ip}: ${what}`);
    const host = ip.includes(':') ? `[${ip}]` : ip;
    assert.match(strict(`https://${host}/hook`) ?? 'passed', /must not point to/, `${ip}: ${what}`);
  }
  assert.match(strict('https://0xa83f8110/') ?? 'passed', /must not point to/);
  assert.match(strict('https://2822734096/') ?? 'passed', /must not point to/);
  // Their neighbours are ordinary addresses.
  for (const ip of [
    '168.63.129.15',
    '168.63.129.17',
    '161.25.255.255',
    '161.27.0.0',
    '166.7.0.1',
    '166.12.0.0',
  ])
    assert.equal(isPublicAddress(ip), true, ip);
});

test('an address that contains an IPv4 address is public if the IPv4 address is', () => {
  const hex = (bytes: readonly number[]) =>
    [0, 2].map((i) => ((bytes[i]! << 8) | bytes[i + 1]!).toString(16)).join(':');
  const ipv4 = fc.tuple(fc.nat(255), fc.nat(255), fc.nat(255), fc.nat(255));
  fc.assert(
    fc.property(ipv4, (bytes) => {
      const expected = isPublicAddress(bytes.join('.'));
      const flipped = hex(bytes.map((byte) => byte ^ 0xff));
      for (const ip of [
        `::ffff:${hex(bytes)}`,
        `64:ff9b::${hex(bytes)}`,
        `2002:${hex(bytes)}::1`,
        `2001:0:808:808:0:0:${flipped}`,
        `2001:0:${hex(bytes)}:0:0:f7f7:f7f7`,
      ]) {
        assert.equal(isPublicAddress(ip), expected, ip);
      }
    }),
    { numRuns: 500 },
  );
});

test('the source-IP list accepts ranges, single addresses and IPv4-mapped addresses', () => {
  const cidrs = parseCidrs(['10.0.0.0/8', '203.0.113.7', '2001:db8::/32', '::ffff:192.168.0.0/112']);
  for (const ip of ['10.255.0.1', '203.0.113.7', '2001:db8:ffff::1', '::ffff:10.0.0.1', '192.168.200.1']) {
    assert.equal(addressInCidrs(ip, cidrs), true, ip);
  }
  for (const ip of ['11.0.0.1', '203.0.113.8', '2001:db9::1', '192.169.0.1', '::1', '', 'x', '10.0.0']) {
    assert.equal(addressInCidrs(ip, cidrs), false, ip);
  }
  assert.equal(addressInCidrs('10.0.0.1', []), false);
  assert.equal(addressInCidrs('198.51.100.1', parseCidrs(['0.0.0.0/0'])), true);
  assert.equal(addressInCidrs('2001:db8::1', parseCidrs(['0.0.0.0/0'])), false);
  assert.equal(addressInCidrs('2001:db8::1', parseCidrs(['::/0'])), true);
});

test('the refusal of a list names each entry that is no range', () => {
  for (const entry of [
    '',
    'x',
    '10.0.0.0/33',
    '10.0.0/8',
    '2001:db8::/129',
    '10.0.0.0/',
    '10.0.0.0/8/8',
    '::ffff:1.2.3.4/95',
    '0x0a.0.0.1',
    ' 10.0.0.1',
  ]) {
    assert.throws(
      () => parseCidrs(['10.0.0.0/8', entry]),
      new RegExp(`^RangeError: "${entry.replaceAll('.', '\\.')}"`),
      entry,
    );
  }
});

test('an endpoint is scheme, host and port, and is never link-local even where private addresses are allowed', () => {
  const free = (url: string) => checkEndpoint(url, { allowInsecure: true });
  const secure = (url: string) => checkEndpoint(url, { allowInsecure: false });
  for (const url of ['https://adyen.example', 'https://adyen.example:8443', 'https://adyen.example/']) {
    assert.deepEqual([free(url), secure(url)], [null, null], url);
  }
  for (const url of [
    'http://127.0.0.1:4010',
    'http://localhost:4010',
    'http://[::1]:4010',
    'https://10.0.0.1',
  ]) {
    assert.equal(free(url), null, url);
    assert.notEqual(secure(url), null, url);
  }
  for (const url of [
    'http://169.254.169.254',
    'http://169.254.0.1:80',
    'http://2852039166',
    'http://0xa9fea9fe',
    'http://0xa9.254.0xa9fe',
    'http://0251.0376.0251.0376',
    'http://169.254.43518',
    'http://①⑥⑨.254.169.254',
    'http://169.254.169.254.',
    'http://[fe80::1]',
    'http://[febf:ffff::1]',
    'http://[::ffff:169.254.169.254]',
    'http://[::ffff:a9fe:a9fe]',
    'http://[::169.254.169.254]',
    'http://[64:ff9b::a9fe:a9fe]',
    'http://[64:ff9b:1::a9fe:a9fe]',
    'http://[::ffff:0:169.254.169.254]',
    'http://[2002:a9fe:a9fe::1]',
  ]) {
    assert.equal(free(url), 'must not be a link-local address', url);
    assert.equal(secure(url), 'must not be a link-local address', url);
  }
  for (const url of [
    'http://127.0.0.1/v72',
    'http://127.0.0.1//',
    'http://127.0.0.1?a=b',
    'http://127.0.0.1/?',
    'http://127.0.0.1#x',
    'http://user@127.0.0.1',
    'http://user:password@127.0.0.1',
    'ftp://127.0.0.1',
    '127.0.0.1:4010',
    '//127.0.0.1',
    '',
  ]) {
    assert.notEqual(free(url), null, url);
  }
});

test('a resolved address is recognised as link-local in every spelling of the system', () => {
  for (const ip of ['169.254.169.254', 'fe80::1', 'fe80::1%eth0', '::ffff:169.254.1.1', '::169.254.1.1']) {
    assert.ok(isLinkLocalAddress(ip), ip);
  }
  for (const ip of [
    '10.0.0.1',
    '169.253.1.1',
    '127.0.0.1',
    '::1',
    'fec0::1',
    '2606:4700::1111',
    'shop.example',
  ]) {
    assert.ok(!isLinkLocalAddress(ip), ip);
  }
});
