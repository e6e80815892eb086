// A server under test, spoken to line by line. Whatever it writes to its standard output must be a
// message of the protocol.

import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after } from 'node:test';

export const program = process.env.WHOSAID_MCP;

const directory = mkdtempSync(join(tmpdir(), 'whosaid-mcp-'));
process.on('exit', () => rmSync(directory, { recursive: true, force: true }));
let databases = 0;

// A place for a database, gone when the tests end.
export function newDatabase() {
  return join(directory, `db${++databases}`);
}

// What a case that failed left running would keep the tests from ending.
const running = new Set();
after(() => running.forEach((server) => server.kill('SIGKILL')));

export class Server {
  #messages = [];
  #waiting = [];
  #rest = '';
  #id = 0;

  constructor(database = newDatabase(), more = []) {
    this.database = database;
    this.process = spawn(program, ['--db', database, ...more]);
    running.add(this.process);
    this.log = '';
    this.process.stderr.on('data', (bytes) => (this.log += bytes));
    this.process.stdin.on('error', () => {});
    this.process.stdout.setEncoding('utf8').on('data', (text) => this.#read(text));
    this.exited = once(this.process, 'close').then(([code, signal]) => {
      running.delete(this.process);
      assert.equal(this.#rest, '', 'the last line is whole');
      this.#waiting.splice(0).forEach((tell) => tell(undefined));
      return { code, signal };
    });
  }

  #read(text) {
    const lines = (this.#rest + text).split('\n');
    this.#rest = lines.pop();
    for (const line of lines) {
      const message = JSON.parse(line);
      for (const each of [message].flat()) assert.equal(each.jsonrpc, '2.0');
      const tell = this.#waiting.shift();
      if (tell) tell(message);
      else this.#messages.push(message);
    }
  }

  // What has arrived without being asked for by next().
  get unread() {
    return this.#messages;
  }

  // A text or bytes, as they are.
  write(bytes) {
    this.process.stdin.write(bytes);
  }

  // The next message; undefined when the server has ended.
  async next() {
    if (this.#messages.length > 0) return this.#messages.shift();
    return new Promise((tell) => this.#waiting.push(tell));
  }

  // The answer to a line.
  async line(text) {
    this.write(text + '\n');
    return this.next();
  }

  async message(message) {
    return this.line(JSON.stringify({ jsonrpc: '2.0', ...message }));
  }

  // The answer to a request with an id of its own.
  async request(method, params) {
    const id = ++this.#id;
    const answer = await this.message({ id, method, params });
    assert.equal(answer.id, id);
    return answer;
  }

  async initialize(protocolVersion = '2025-11-25') {
    const params = { protocolVersion, capabilities: {}, clientInfo: { name: 'test', version: '1' } };
    const answer = await this.request('initialize', params);
    this.write('{"jsonrpc":"2.0","method":"notifications/initialized"}\n');
    return answer.result;
  }

  // The result of a tool.
  async call(name, args) {
    return (await this.request('tools/call', { name, arguments: args })).result;
  }

  // Closes the server's input and says how it ended.
  async end() {
    this.process.stdin.end();
    return this.exited;
  }
}

// Runs a case on a server of its own that has to end in good order.
export async function withServer(run, { version = '2025-11-25' } = {}) {
  const server = new Server();
  if (version) await server.initialize(version);
  await run(server);
  assert.deepEqual(await server.end(), { code: 0, signal: null });
  assert.deepEqual(server.unread, []);
}

export function assertError(answer, code, id) {
  assert.equal(answer.error?.code, code, JSON.stringify(answer));
  assert.ok(answer.error.message.length > 0);
  assert.deepEqual(answer.id, id);
}

// A refusal that a model can read: the error of the library, or what it says in its place.
export function refusalOf(result) {
  assert.equal(result.isError, true, JSON.stringify(result));
  assert.equal(result.content.length, 1);
  const body = JSON.parse(result.content[0].text);
  assert.equal(body.type, 'error');
  return body.error;
}
