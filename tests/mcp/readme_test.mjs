// The configuration that the README shows starts a server.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import test from 'node:test';
import { Server, newDatabase } from './support.mjs';

test('what the README shows to clients works', async () => {
  const readme = readFileSync(process.env.WHOSAID_README, 'utf8');
  const [, shown] = readme.match(/^```json\n(\{\n  "mcpServers"[^]*?)^```$/m);
  const { command, args } = JSON.parse(shown).mcpServers.memory;
  assert.match(command, /whosaid_mcp$/);
  assert.equal(args[0], '--db');
  const server = new Server(newDatabase(), args.slice(2));
  await server.initialize();
  const { tools } = (await server.request('tools/list')).result;
  for (const { name } of tools) assert.ok(readme.includes('`' + name + '`'), name);
  assert.equal((await server.end()).code, 0);
});
