// From 2026-07-28 on each request names its version, and nothing begins with "initialize".

import assert from 'node:assert/strict';
import test from 'node:test';
import { assertError, withServer } from './support.mjs';

const version = '2026-07-28';
const meta = {
  'io.modelcontextprotocol/protocolVersion': version,
  'io.modelcontextprotocol/clientCapabilities': {},
};
const unstarted = { version: null };

test('a server says what it speaks', () =>
  withServer(async (server) => {
    const { result } = await server.request('server/discover', { _meta: meta });
    assert.deepEqual(result.supportedVersions, [version]);
    assert.deepEqual(result.capabilities, { tools: {} });
    assert.equal(result.resultType, 'complete');
    assert.equal(result._meta['io.modelcontextprotocol/serverInfo'].name, 'whosaid');
  }, unstarted));

test('tools are listed and called without a beginning', () =>
  withServer(async (server) => {
    const listed = (await server.request('tools/list', { _meta: meta })).result;
    assert.equal(listed.tools.length, 7);
    assert.equal(listed.resultType, 'complete');
    assert.equal(listed.cacheScope, 'public');
    assert.ok(listed.ttlMs > 0);
    const call = { name: 'add_speaker', arguments: { name: 'Bob' }, _meta: meta };
    const { result } = await server.request('tools/call', call);
    assert.equal(result.resultType, 'complete');
    assert.equal(result.structuredContent.name, 'Bob');
    assertError(await server.message({ id: 1, method: 'tools/list' }), -32600, 1);
  }, unstarted));

test('another version is refused with those that are known', () =>
  withServer(async (server) => {
    for (const requested of ['2099-01-01', '2025-11-25', '']) {
      const _meta = { ...meta, 'io.modelcontextprotocol/protocolVersion': requested };
      const answer = await server.message({ id: 1, method: 'tools/list', params: { _meta } });
      assertError(answer, -32022, 1);
      assert.deepEqual(answer.error.data, { supported: [version], requested });
    }
  }, unstarted));

test('what each request has to say must be there', () =>
  withServer(async (server) => {
    const wrong = [7, { ...meta, 'io.modelcontextprotocol/protocolVersion': 7 },
      { ...meta, 'io.modelcontextprotocol/clientCapabilities': undefined },
      { ...meta, 'io.modelcontextprotocol/clientCapabilities': [] }];
    for (const _meta of wrong) {
      assertError(await server.message({ id: 1, method: 'tools/list', params: { _meta } }), -32602, 1);
    }
    assertError(await server.message({ id: 1, method: 'ping', params: { _meta: meta } }), -32601, 1);
  }, unstarted));
