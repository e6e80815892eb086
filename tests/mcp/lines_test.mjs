// What arrives on the line: broken, foreign, too large, at the wrong time.

import assert from 'node:assert/strict';
import test from 'node:test';
import { assertError, withServer } from './support.mjs';

const kParse = -32700;
const kRequest = -32600;
const kMethod = -32601;
const kParams = -32602;

async function stillThere(server) {
  assert.deepEqual((await server.request('ping')).result, {});
}

test('broken JSON is a parse error without an id, and the next line is read', () =>
  withServer(async (server) => {
    for (const line of ['{', '{"jsonrpc":"2.0","id":1,"method":"ping"', 'ping', '{} {}', '\u0000']) {
      assertError(await server.line(line), kParse, null);
      await stillThere(server);
    }
  }));

test('bytes that are not UTF-8 are a parse error', () =>
  withServer(async (server) => {
    const line = '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"search","arguments":{"query":"';
    server.write(Buffer.concat([Buffer.from(line), Buffer.from([0xff, 0xc0, 0x80]), Buffer.from('"}}}\n')]));
    assertError(await server.next(), kParse, null);
    await stillThere(server);
  }));

test('a line of 10 MB is refused and skipped', () =>
  withServer(async (server) => {
    const long = `{"jsonrpc":"2.0","id":1,"method":"ping","params":{"x":"${'x'.repeat(10_000_000)}"}}`;
    assertError(await server.line(long), kRequest, null);
    await stillThere(server);
  }));

test('millions of brackets are refused', () =>
  withServer(async (server) => {
    assertError(await server.line('['.repeat(4_000_000) + ']'.repeat(4_000_000)), kRequest, null);
    assertError(await server.line('['.repeat(8_000_000)), kParse, null);
    await stillThere(server);
  }));

test('what is no request is refused, with its id where it has one', () =>
  withServer(async (server) => {
    for (const line of ['7', '"ping"', 'null', 'true', '{}']) {
      assertError(await server.line(line), kRequest, null);
    }
    assertError(await server.line('{"id":1,"method":"ping"}'), kRequest, 1);
    assertError(await server.line('{"jsonrpc":"1.0","id":"a","method":"ping"}'), kRequest, 'a');
    assertError(await server.message({ id: 1 }), kRequest, 1);
    assertError(await server.message({ id: 1, method: 7 }), kRequest, 1);
    for (const id of [null, 1.5, {}, [], true]) {
      assertError(await server.message({ id, method: 'ping' }), kRequest, null);
    }
  }));

test('ids come back as they are', () =>
  withServer(async (server) => {
    for (const id of [0, -1, 9007199254740991, '', '1', 'ü"\\']) {
      assert.deepEqual(await server.message({ id, method: 'ping' }), { jsonrpc: '2.0', id, result: {} });
    }
  }));

test('unknown methods and wrong parameters have their own codes', () =>
  withServer(async (server) => {
    for (const method of ['tools/dance', 'resources/list', 'prompts/list', '', 'Ping', 'server/discover']) {
      assertError(await server.message({ id: 1, method }), kMethod, 1);
    }
    for (const params of [[], 'x', 7, null]) {
      assertError(await server.message({ id: 1, method: 'tools/list', params }), kParams, 1);
    }
    assertError(await server.message({ id: 1, method: 'tools/list', params: { cursor: 'x' } }), kParams, 1);
    const calls = [undefined, {}, { name: 7 }, { name: 'dance' }, { name: 'search', arguments: [] },
      { name: 'search', arguments: 'x' }, { name: 'search', arguments: null }];
    for (const params of calls) {
      assertError(await server.message({ id: 1, method: 'tools/call', params }), kParams, 1);
    }
  }));

test('notifications and answers are never answered', () =>
  withServer(async (server) => {
    const silent = [
      { method: 'notifications/initialized' },
      { method: 'notifications/cancelled', params: { requestId: 1 } },
      { method: 'notifications/dance' },
      { method: 'notifications/dance', params: [] },
      { method: 'tools/call', params: { name: 'add_speaker', arguments: { name: 'Bob' } } },
      { id: 1, result: {} },
      { id: 1, error: { code: 1, message: 'x' } },
    ];
    for (const message of silent) server.write(JSON.stringify({ jsonrpc: '2.0', ...message }) + '\n');
    server.write('\n  \r\n');
    await stillThere(server);
    assert.equal((await server.call('list_speakers')).structuredContent.count, 0);
  }));

test('lines may end in CR LF, come in pieces, or come together', () =>
  withServer(async (server) => {
    server.write('{"jsonrpc":"2.0","id":1,');
    await new Promise((done) => setImmediate(done));
    server.write('"method":"ping"}\r\n{"jsonrpc":"2.0","id":2,"method":"ping"}\n');
    assert.equal((await server.next()).id, 1);
    assert.equal((await server.next()).id, 2);
  }));

test('before initialize there is only ping', () =>
  withServer(
    async (server) => {
      for (const method of ['tools/list', 'tools/call', 'server/discover', 'dance']) {
        assertError(await server.message({ id: 1, method }), kRequest, 1);
      }
      await stillThere(server);
      const sound = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'x', version: '1' } };
      const broken = [undefined, { ...sound, protocolVersion: 20251125 }, { ...sound, capabilities: [] },
        { ...sound, clientInfo: undefined }, { ...sound, clientInfo: { name: 'x' } }];
      for (const params of broken) {
        assertError(await server.message({ id: 1, method: 'initialize', params }), kParams, 1);
      }
      assert.equal((await server.initialize()).protocolVersion, '2025-11-25');
      assertError(await server.message({ id: 1, method: 'initialize', params: sound }), kRequest, 1);
    },
    { version: null },
  ));

test('a known version is agreed on, and the latest one in the place of another', async () => {
  const agreed = { '2025-11-25': '2025-11-25', '2025-06-18': '2025-06-18', '2025-03-26': '2025-03-26',
    '2024-11-05': '2024-11-05', '1999-01-01': '2025-11-25', '2026-07-28': '2025-11-25', '': '2025-11-25' };
  for (const [asked, answered] of Object.entries(agreed)) {
    await withServer(
      async (server) => {
        const result = await server.initialize(asked);
        assert.equal(result.protocolVersion, answered);
        assert.equal(result.serverInfo.name, 'whosaid');
        assert.deepEqual(result.capabilities, { tools: {} });
        const { tools } = (await server.request('tools/list')).result;
        assert.equal(tools.every((tool) => 'outputSchema' in tool), answered >= '2025-06-18');
        assert.equal(tools.every((tool) => 'annotations' in tool), answered >= '2025-03-26');
        assert.equal('structuredContent' in (await server.call('list_speakers')), answered >= '2025-06-18');
      },
      { version: null },
    );
  }
});

test('only the version that has batches takes them', async () => {
  const ping = (id) => ({ jsonrpc: '2.0', id, method: 'ping' });
  for (const version of ['2025-11-25', '2025-06-18', '2024-11-05']) {
    await withServer(async (server) => assertError(await server.line(JSON.stringify([ping(1)])), kRequest, null), {
      version,
    });
  }
  await withServer(
    async (server) => {
      const notice = { jsonrpc: '2.0', method: 'notifications/dance' };
      const answers = await server.line(JSON.stringify([ping(1), notice, 7, ping('b'), { ...ping(3), method: 'x' }]));
      assert.equal(answers.length, 4);
      assert.deepEqual([answers[0].id, answers[2].id], [1, 'b']);
      assertError(answers[1], kRequest, null);
      assertError(answers[3], kMethod, 3);
      server.write(JSON.stringify([notice]) + '\n');
      assertError(await server.line('[]'), kRequest, null);
      assertError(await server.line(JSON.stringify(Array(101).fill(ping(1)))), kRequest, null);
      const [again] = await server.line(JSON.stringify([{ ...ping(4), method: 'initialize' }]));
      assertError(again, kRequest, 4);
    },
    { version: '2025-03-26' },
  );
});
