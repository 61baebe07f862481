import { describe, expect, it } from 'vitest'
import { readEntry } from './transcript-entry.js'

const at = Date.parse('2026-03-04T05:06:07Z')

const timestamp = '2026-03-04T05:06:07Z'

function messageOf(line: unknown) {
  return readEntry(JSON.stringify(line))?.message
}

const read = (line: object) => readEntry(JSON.stringify(line))

describe('readEntry, of Gemini CLI', () => {
  it.each([
    [
      { id: 'a', timestamp, type: 'user', content: [{ text: 'When?' }] },
      { speaker: 'User', text: 'When?' },
    ],
    [
      { id: 'a', timestamp, type: 'user', content: 'When?' },
      { speaker: 'User', text: 'When?' },
    ],
    [
      {
        id: 'a',
        timestamp,
        type: 'user',
        content: [{ text: '@a.md When?' }, { text: 'A file' }],
        displayContent: '@a.md When?',
      },
      { speaker: 'User', text: '@a.md When?' },
    ],
    [
      {
        id: 'a',
        timestamp,
        type: 'gemini',
        content: [{ text: 'hm', thought: true }, { text: 'On Friday.' }],
        model: 'm',
      },
      { speaker: 'Assistant', text: 'On Friday.' },
    ],
  ])('reads the message %j', (line, message) => {
    expect(read(line)).toEqual({ message, at, session: undefined, id: 'a', rewindTo: undefined })
  })

  it.each([
    { id: 'a', timestamp, type: 'info', content: 'Update available' },
    { id: 'a', timestamp, type: 'error', content: 'Quota' },
    {
      id: 'a',
      timestamp,
      type: 'gemini',
      content: '',
      toolCalls: [{ name: 'read_file', args: { text: 'x' } }],
    },
    { id: 'a', timestamp, type: 'user', content: [{ text: '<session_context>\nx\n</session_context>' }] },
  ])('leaves out %j', (line) => expect(read(line)?.message).toBeUndefined())

  it('reads the name of the session, a withdrawal, and a document with all messages', () => {
    expect(read({ sessionId: 's', projectHash: 'p', startTime: timestamp, kind: 'main' })).toMatchObject({
      session: 's',
    })
    expect(read({ $rewindTo: 'a' })).toMatchObject({ rewindTo: 'a' })
    const messages = [{ id: 'a', timestamp, type: 'user', content: 'Hi' }]
    const all = [{ message: { speaker: 'User', text: 'Hi' }, at, id: 'a' }]
    expect(read({ $set: { messages } })).toMatchObject({ all })
    expect(read({ sessionId: 's', messages })).toMatchObject({ session: 's', all })
    expect(read({ $set: { lastUpdated: timestamp } })?.message).toBeUndefined()
  })
})

describe('readEntry', () => {
  it.each<[string, unknown]>([
    [
      'OpenClaw',
      { type: 'message', message: { role: 'user', content: [{ type: 'text', text: 'Hi' }] }, timestamp },
    ],
    [
      'OpenClaw, by the message',
      { type: 'message', message: { role: 'user', content: 'Hi', timestamp: at } },
    ],
    ['Claude Code', { type: 'user', message: { role: 'user', content: 'Hi' }, timestamp, isMeta: false }],
    [
      'Codex',
      {
        type: 'response_item',
        payload: { type: 'message', role: 'user', content: [{ type: 'input_text', text: 'Hi' }] },
        timestamp,
      },
    ],
    ['a plain chat', { role: 'user', content: 'Hi', timestamp }],
    ['a plain chat, time in seconds', { role: 'user', content: [{ text: 'Hi' }], ts: at / 1000 }],
  ])('A20: reads a message of %s', (_, line) => {
    expect(readEntry(JSON.stringify(line))).toEqual({
      message: { speaker: 'User', text: 'Hi' },
      at,
      session: undefined,
    })
  })

  it('A20: leaves out output of tools, thoughts and pictures', () => {
    const content = [
      { type: 'thinking', thinking: 'hm', text: 'hm' },
      { type: 'text', text: 'One\r\n' },
      { type: 'toolCall', name: 'x', arguments: { text: 'no' } },
      { type: 'tool_use', name: 'x', input: {}, text: 'no' },
      { type: 'tool_result', content: [{ type: 'text', text: 'no' }] },
      { type: 'image', source: {} },
      { type: 'output_text', text: ' two\n' },
    ]
    expect(messageOf({ role: 'assistant', content })).toEqual({ speaker: 'Assistant', text: 'One\n\n two' })
  })

  it.each<[string, unknown]>([
    ['a system message', { role: 'system', content: 'x' }],
    ['a tool result of OpenClaw', { type: 'message', message: { role: 'toolResult', content: 'x' } }],
    [
      'a tool result of Claude Code',
      { message: { role: 'user', content: [{ type: 'tool_result', content: 'x' }] } },
    ],
    ['a line of metadata', { type: 'user', isMeta: true, message: { role: 'user', content: 'x' } }],
    ['a side chain', { type: 'user', isSidechain: true, message: { role: 'user', content: 'x' } }],
    ['a summary', { type: 'summary', summary: 'x' }],
    [
      'a request that repeats messages',
      { type: 'api-request-blob', message: { role: 'user', content: 'x' } },
    ],
    ['a function call', { type: 'response_item', payload: { type: 'function_call', arguments: 'x' } }],
    [
      'an event that repeats a message',
      { type: 'event_msg', payload: { type: 'user_message', message: 'x', role: 'user' } },
    ],
    [
      'a developer message',
      { type: 'response_item', payload: { type: 'message', role: 'developer', content: 'x' } },
    ],
    ['a blank message', { role: 'user', content: ' \n ' }],
    ['a text of a program', { role: 'user', content: '<environment_context>\nx\n</environment_context>' }],
    ['nothing', {}],
  ])('leaves out %s', (_, line) => {
    expect(readEntry(JSON.stringify(line))).toBeDefined()
    expect(messageOf(line)).toBeUndefined()
  })

  it.each(['', '{', 'null', '1', '[]', '"text"'])('treats %j as broken', (line) => {
    expect(readEntry(line)).toBeUndefined()
  })

  it.each([
    [{ type: 'session', id: 'a' }, 'a'],
    [{ type: 'session_meta', payload: { id: 'b' } }, 'b'],
    [{ type: 'user', sessionId: 'c' }, 'c'],
    [{ type: 'message', id: 'no' }, undefined],
    [{ type: 'session', id: 7 }, undefined],
  ])('reads the name of the session from %j', (line, session) => {
    expect(readEntry(JSON.stringify(line))?.session).toBe(session)
  })

  it('returns only text that a store returns unchanged, and only valid times', () => {
    const line = String.raw`{"role":"user","content":"a\u0000b\ud800c","timestamp":1e300}`
    expect(readEntry(line)).toMatchObject({ message: { text: 'a\uFFFDb\uFFFDc' }, at: undefined })
    expect(readEntry('{"role":"user","content":"a","timestamp":"soon"}')?.at).toBeUndefined()
  })
})
