// The official client of today, which begins without "initialize", and falls back on it.

import assert from 'node:assert/strict';
import test from 'node:test';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { newDatabase, program, refusalOf } from './support.mjs';

for (const [mode, version] of [['auto', '2026-07-28'], ['legacy', '2025-11-25']]) {
  test(`it remembers and recalls in ${version}`, async () => {
    const client = new Client({ name: 'test', version: '1' }, { versionNegotiation: { mode } });
    await client.connect(new StdioClientTransport({ command: program, args: ['--db', newDatabase()] }));
    assert.equal(client.getNegotiatedProtocolVersion(), version);
    assert.equal((await client.listTools()).tools.length, 7);
    const call = (name, args) => client.callTool({ name, arguments: args });
    await call('add_speaker', { name: 'Bob' });
    const stored = await call('remember', { speaker: 'Bob', content: 'The deadline moved to Tuesday' });
    assert.equal(stored.structuredContent.status, 'stored');
    const recalled = await call('recall', { query: 'deadline', speaker: 'Bob' });
    assert.match(recalled.content[0].text, /^- \[Bob, .*\] The deadline moved to Tuesday$/m);
    assert.equal(refusalOf(await call('search', { query: 'x', speaker: 'Carol' })).speaker, 'Carol');
    await client.close();
  });
}
