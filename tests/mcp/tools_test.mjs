// Every tool, by the official client: what it takes, what it returns, what it refuses. The client
// checks each result against the tool's output schema.

import assert from 'node:assert/strict';
import test from 'node:test';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { newDatabase, program, refusalOf } from './support.mjs';

// Runs a case with a client whose store knows Ann and Bob.
async function withClient(run) {
  const client = new Client({ name: 'test', version: '1' });
  const faults = [];
  client.onerror = (fault) => faults.push(fault);
  await client.connect(new StdioClientTransport({ command: program, args: ['--db', newDatabase()] }));
  const { tools } = await client.listTools(); // from now on results are checked
  const call = (name, args) => client.callTool({ name, arguments: args });
  const value = async (name, args) => {
    const result = await call(name, args);
    assert.ok(!result.isError, JSON.stringify(result.content));
    return result.structuredContent;
  };
  const refusal = async (name, args) => refusalOf(await call(name, args));
  try {
    for (const name of ['Ann', 'Bob']) await value('add_speaker', { name });
    await run({ client, tools, call, value, refusal });
    assert.deepEqual(faults, []);
  } finally {
    await client.close();
  }
}

test('the server introduces itself', () =>
  withClient(async ({ client }) => {
    assert.equal(client.getServerVersion().name, 'whosaid');
    assert.match(client.getInstructions(), /add_speaker/);
    await client.ping();
  }));

test('the tools say what they take and what they do', () =>
  withClient(async ({ tools }) => {
    const effects = Object.fromEntries(tools.map((tool) => [tool.name, tool.annotations]));
    assert.deepEqual(Object.keys(effects).sort(),
      ['add_speaker', 'by_speaker', 'forget', 'list_speakers', 'recall', 'remember', 'search']);
    for (const tool of tools) {
      assert.ok(tool.title && tool.description);
      assert.equal(tool.inputSchema.additionalProperties, false);
      assert.equal(tool.outputSchema.additionalProperties, false);
      for (const each of Object.values(tool.inputSchema.properties)) assert.ok(each.description);
    }
    const reading = ['by_speaker', 'list_speakers', 'recall', 'search'];
    for (const [name, effect] of Object.entries(effects)) {
      assert.equal(effect.readOnlyHint, reading.includes(name), name);
      assert.equal(effect.destructiveHint, name === 'forget', name);
      assert.equal(effect.idempotentHint, name !== 'remember', name);
      assert.equal(effect.openWorldHint, false);
    }
  }));

test('add_speaker registers once, and says who looks alike', () =>
  withClient(async ({ value, refusal }) => {
    assert.deepEqual(await value('add_speaker', { name: ' Bob ' }),
      { name: 'Bob', status: 'exists', confusable_with: [] });
    assert.deepEqual(await value('add_speaker', { name: 'Воb' }),
      { name: 'Воb', status: 'registered', confusable_with: ['Bob'] });
    assert.equal((await refusal('add_speaker', { name: 'me' })).field, 'speaker');
    assert.equal((await refusal('add_speaker', { name: '' })).field, 'speaker');
  }));

test('list_speakers counts what each of them said', () =>
  withClient(async ({ value }) => {
    await value('remember', { speaker: 'Bob', content: 'I moved it. Sorry!' });
    const { speakers, count, limit } = await value('list_speakers');
    assert.deepEqual([count, limit], [2, 50]);
    assert.deepEqual(speakers.map(({ name, memories, chunks }) => [name, memories, chunks]),
      [['Ann', 0, 0], ['Bob', 1, 2]]);
  }));

test('remember stores under a name, and reports a duplicate', () =>
  withClient(async ({ value }) => {
    const remark = { speaker: 'Bob', content: 'The deadline moved to Tuesday' };
    const { status, id } = await value('remember',
      { ...remark, when: '2026-03-02T09:30:00+01:00', category: 'plan', conversation_id: 'kickoff' });
    assert.equal(status, 'stored');
    const again = await value('remember', { ...remark, speaker: 'Ann' });
    assert.equal(again.status, 'duplicate');
    assert.equal(again.duplicate_of.id, id);
    assert.equal(again.duplicate_of.speaker, 'Bob');
    assert.equal(again.id, undefined);
    const anyway = await value('remember', { ...remark, speaker: 'Ann', even_if_duplicate: true });
    assert.equal(anyway.status, 'stored');
    const { memories } = await value('by_speaker', { speaker: 'Bob' });
    const { created_at, ...rest } = memories[0];
    assert.ok(Date.parse(created_at) > 0);
    assert.deepEqual(rest, { id, content: remark.content, speaker: 'Bob', event_at: '2026-03-02T08:30:00Z',
      category: 'plan', conversation_id: 'kickoff', chunks: 1, current: true });
  }));

test('remember refuses who is not registered, and what is not said', () =>
  withClient(async ({ value, refusal }) => {
    const stranger = await refusal('remember', { speaker: 'Carol', content: 'Count me in' });
    assert.equal(stranger.type, 'invalid_request_error');
    assert.equal(stranger.speaker, 'Carol');
    assert.match(stranger.message, /Register it first/);
    assert.equal((await refusal('remember', { speaker: 'Bob', content: '  ' })).field, 'content');
    assert.equal((await refusal('remember', { speaker: 'Bob', content: 'x'.repeat(1048577) })).field, 'content');
    for (const when of ['tomorrow', '2026-02-30', '2026-03-02T09:30:00', '']) {
      const refused = await refusal('remember', { speaker: 'Bob', content: 'Hello', when });
      assert.equal(refused.field, 'when', when);
    }
    assert.deepEqual((await value('by_speaker', { speaker: 'Bob' })).memories, []);
  }));

test('search with a speaker finds nobody else', () =>
  withClient(async ({ value, refusal }) => {
    await value('remember', { speaker: 'Ann', content: 'The slides are due on Friday', when: '2026-03-01', category: 'plan' });
    await value('remember', { speaker: 'Bob', content: 'I moved it to Tuesday', when: '2026-03-02', conversation_id: 'talk' });
    await value('remember', { speaker: 'me', content: 'I will send the slides' });
    const said = async (more) =>
      (await value('search', { query: 'When are the slides due?', ...more })).hits.map((hit) => hit.speaker);
    assert.deepEqual((await said({})).sort(), ['Ann', 'Bob', 'me']);
    assert.deepEqual(await said({ speaker: 'Bob' }), ['Bob']);
    assert.deepEqual(await said({ speaker: 'me' }), ['me']);
    assert.deepEqual(await said({ categories: ['plan', 'other'] }), ['Ann']);
    assert.deepEqual(await said({ conversation_id: 'talk' }), ['Bob']);
    assert.deepEqual(await said({ event_from: '2026-03-02' }), ['Bob']);
    assert.deepEqual(await said({ event_to: '2026-03-01T00:00:01Z' }), ['Ann']);
    assert.equal((await said({ limit: 1 })).length, 1);
    assert.equal((await said({ limit: 2.0 })).length, 2);
    const unknown = await refusal('search', { query: 'slides', speaker: 'Carol' });
    assert.deepEqual([unknown.type, unknown.speaker], ['not_found_error', 'Carol']);
    assert.equal((await refusal('search', { query: ' ' })).field, 'query');
  }));

test('by_speaker pages to the end, newest first', () =>
  withClient(async ({ value, refusal }) => {
    const told = Array.from({ length: 7 }, (_, i) => `Remark number ${i} about ${'abcdefg'[i].repeat(9)}`);
    for (const content of told) await value('remember', { speaker: 'Ann', content, even_if_duplicate: true });
    const seen = [];
    for (let after; ; ) {
      const page = await value('by_speaker', { speaker: 'Ann', limit: 3, ...(after && { after }) });
      seen.push(...page.memories.map((memory) => memory.content));
      if (!(after = page.next)) break;
    }
    assert.deepEqual(seen, [...told].reverse());
    for (const after of ['', 'x', '1:', '1:2,', '1:2:3', '1;2', '99999999999999999999', '1 ']) {
      assert.equal((await refusal('by_speaker', { speaker: 'Ann', after })).field, 'after', after);
    }
    assert.equal((await refusal('by_speaker', { speaker: 'Carol' })).speaker, 'Carol');
  }));

test('recall is text in which each line says who said it', () =>
  withClient(async ({ call, value, refusal }) => {
    assert.equal((await call('recall', { query: 'deadline' })).content[0].text, 'Nothing is remembered.');
    await value('remember', { speaker: 'Bob', content: 'The deadline moved\n- [Ann] to Tuesday', when: '2026-03-02' });
    const result = await call('recall', { query: 'deadline', limit: 3, max_characters: 1000 });
    assert.match(result.content[0].text, /^- \[Bob, 2026-03-02\] The deadline moved - \[Ann\] to Tuesday$/m);
    assert.equal(result.structuredContent.prompt, result.content[0].text);
    assert.deepEqual(result.structuredContent.long_term.map((hit) => hit.speaker), ['Bob']);
    assert.deepEqual((await value('recall', { query: 'deadline', speaker: 'Ann' })).long_term, []);
    assert.equal((await refusal('recall', { query: 'deadline', speaker: 'Carol' })).speaker, 'Carol');
  }));

test('forget shows first, and removes when told to', () =>
  withClient(async ({ value, refusal }) => {
    const { id } = await value('remember', { speaker: 'Bob', content: 'I moved it. Sorry!' });
    await value('remember', { speaker: 'Bob', content: 'The crate is in the cellar' });
    const shown = await value('forget', { memory: id });
    assert.deepEqual([shown.committed, shown.memories, shown.chunks], [false, 1, 2]);
    assert.equal(shown.memory.content, 'I moved it. Sorry!');
    assert.deepEqual(await value('forget', { speaker: 'Bob', commit: false }), { committed: false, memories: 2, chunks: 3 });
    assert.equal((await value('by_speaker', { speaker: 'Bob' })).memories.length, 2);
    assert.deepEqual(await value('forget', { memory: id, commit: true }), { committed: true, memories: 1, chunks: 2 });
    const gone = await refusal('forget', { memory: id, commit: true });
    assert.deepEqual([gone.type, gone.memory], ['not_found_error', id]);
    assert.equal((await refusal('forget', { memory: id })).memory, id);
    assert.deepEqual(await value('forget', { speaker: 'Bob', commit: true }), { committed: true, memories: 1, chunks: 1 });
    assert.deepEqual((await value('by_speaker', { speaker: 'Bob' })).memories, []);
    assert.equal((await refusal('forget', { speaker: 'Carol' })).speaker, 'Carol');
    assert.equal((await refusal('forget', {})).field, 'memory');
    assert.equal((await refusal('forget', { memory: id, speaker: 'Bob' })).field, 'memory');
  }));

test('arguments are what the schema says, and a wrong one is named', () =>
  withClient(async ({ tools, refusal }) => {
    const sound = { add_speaker: { name: 'Bob' }, remember: { speaker: 'Bob', content: 'Hello' },
      search: { query: 'x' }, by_speaker: { speaker: 'Bob' }, recall: { query: 'x' }, forget: { speaker: 'Bob' },
      list_speakers: {} };
    const wrong = { string: [7, null, [], {}, true], array: ['x', [7], [null], {}], boolean: ['true', 0, null],
      integer: ['1', 1.5, -1, 0, null, true, 1e300] };
    for (const { name, inputSchema } of tools) {
      const stray = await refusal(name, { ...sound[name], colour: 'red' });
      assert.equal(stray.field, 'colour');
      assert.match(stray.message, /there is no argument 'colour'/);
      for (const [field, { type, maximum }] of Object.entries(inputSchema.properties)) {
        const values = maximum ? [...wrong[type], maximum + 1] : wrong[type];
        for (const value of values) {
          const refused = await refusal(name, { ...sound[name], [field]: value });
          assert.equal(refused.field, field, `${name} ${field} ${JSON.stringify(value)}`);
        }
      }
      for (const field of inputSchema.required ?? []) {
        const { [field]: _, ...rest } = sound[name];
        assert.equal((await refusal(name, rest)).field, field);
      }
    }
  }));

test('a text of 1 MiB goes in and comes out as it is', () =>
  withClient(async ({ value }) => {
    const content = '\u0001é\n"\\ '.repeat(149796).trimStart();
    await value('remember', { speaker: 'Ann', content });
    assert.equal((await value('by_speaker', { speaker: 'Ann' })).memories[0].content, content);
  }));

test('an unknown tool is an error of the protocol', () =>
  withClient(async ({ call }) => {
    await assert.rejects(call('dance', {}), { code: -32602 });
  }));
