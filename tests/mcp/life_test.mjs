// How a server ends, and what is there afterwards.

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import test from 'node:test';
import { Server, newDatabase, program, withServer } from './support.mjs';

test('what was acknowledged survives kill -9', async () => {
  const database = newDatabase();
  const told = ['The crate is in the cellar', 'Nobody has the key to the north door', 'Tom feeds the cat'];
  for (const content of told) {
    const server = new Server(database);
    await server.initialize();
    await server.call('add_speaker', { name: 'Bob' });
    const stored = await server.call('remember', { speaker: 'Bob', content });
    assert.equal(stored.structuredContent.status, 'stored');
    server.process.kill('SIGKILL');
    assert.equal((await server.exited).signal, 'SIGKILL');
  }
  const server = new Server(database);
  await server.initialize();
  const { memories } = (await server.call('by_speaker', { speaker: 'Bob' })).structuredContent;
  assert.deepEqual(memories.map((memory) => memory.content), [...told].reverse());
  assert.equal((await server.end()).code, 0);
});

test('the end of the input ends the server, after a last line without an end', async () => {
  const server = new Server();
  await server.initialize();
  server.process.stdin.end('{"jsonrpc":"2.0","id":7,"method":"ping"}');
  assert.deepEqual(await server.next(), { jsonrpc: '2.0', id: 7, result: {} });
  assert.deepEqual(await server.exited, { code: 0, signal: null });
  assert.equal(server.log, '');
});

for (const signal of ['SIGTERM', 'SIGINT']) {
  test(`${signal} ends the server in good order`, async () => {
    const server = new Server();
    await server.initialize();
    server.process.kill(signal);
    assert.deepEqual(await server.exited, { code: 0, signal: null });
  });
}

test('SIGTERM ends a server whose client does not read', async () => {
  const server = new Server();
  await server.initialize();
  server.process.stdout.pause();
  const many = Array.from({ length: 2000 }, (_, id) => JSON.stringify({ jsonrpc: '2.0', id, method: 'tools/list' }));
  server.write(many.join('\n') + '\n');
  await new Promise((done) => server.process.stdin.write('\n', done));
  server.process.kill('SIGTERM');
  const code = await new Promise((tell) => server.process.once('exit', tell));
  assert.equal(code, 0);
  server.process.stdout.destroy();
});

test('a client that goes away ends the server', async () => {
  const server = new Server();
  await server.initialize();
  server.process.stdout.destroy();
  server.write('{"jsonrpc":"2.0","id":1,"method":"ping"}\n');
  const code = await new Promise((tell) => server.process.once('exit', tell));
  assert.equal(code, 0);
});

test('a database that is open elsewhere is refused on standard error', () =>
  withServer(async (server) => {
    const second = new Server(server.database);
    assert.equal((await second.exited).code, 1);
    assert.equal(JSON.parse(second.log).error.type, 'overloaded_error');
    assert.deepEqual(second.unread, []);
  }));

test('stores of one database know nothing of each other', async () => {
  const database = newDatabase();
  for (const store of ['alice', 'bob']) {
    const server = new Server(database, ['--store', store]);
    await server.initialize();
    assert.equal((await server.call('list_speakers')).structuredContent.count, 0);
    await server.call('add_speaker', { name: 'Tom' });
    assert.equal((await server.end()).code, 0);
  }
});

test('without a database there is no server, and nothing on standard output', () => {
  for (const args of [[], ['--db'], ['--db', '/dev/null'], ['--db', newDatabase(), '--store', ' ']]) {
    const { status, stdout, stderr } = spawnSync(program, args, { encoding: 'utf8', input: '' });
    assert.notEqual(status, 0);
    assert.equal(stdout, '');
    assert.notEqual(stderr, '');
  }
});

test('closed standard streams do no harm to the database', async () => {
  const database = newDatabase();
  for (const closed of ['<&-', '>&-', '<&- >&- 2>&-']) {
    const { status } = spawnSync('sh', ['-c', `exec "$0" --db "$1" ${closed}`, program, database], {
      input: '{"jsonrpc":"2.0","id":1,"method":"ping"}\n',
      timeout: 30_000,
    });
    assert.equal(status, 0, closed);
  }
  const server = new Server(database);
  await server.initialize();
  assert.equal((await server.end()).code, 0);
});
