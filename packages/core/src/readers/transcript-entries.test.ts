import { describe, expect, it } from 'vitest'
import { readEntry } from './read-session.js'

const at = Date.parse('2026-03-04T05:06:07Z')

const timestamp = '2026-03-04T05:06:07Z'

function messageOf(line: unknown) {
  return readEntry(JSON.stringify(line))?.message
}

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
    ['a plain chat in parts, in seconds', { role: 'user', content: [{ text: 'Hi' }], ts: at / 1000 }],
  ])('A20: reads a message of %s', (_, line) => {
    expect(readEntry(JSON.stringify(line))).toEqual({
      message: { speaker: 'User', text: 'Hi' },
      at,
      session: undefined,
    })
  })

  it('A20: leaves out what tools say, thoughts and pictures', () => {
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
    ['a line of meta data', { type: 'user', isMeta: true, message: { role: 'user', content: 'x' } }],
    ['a side chain', { type: 'user', isSidechain: true, message: { role: 'user', content: 'x' } }],
    ['a summary', { type: 'summary', summary: 'x' }],
    ['a call of a function', { type: 'response_item', payload: { type: 'function_call', arguments: 'x' } }],
    [
      'an event that repeats a message',
      { type: 'event_msg', payload: { type: 'user_message', message: 'x', role: 'user' } },
    ],
    [
      'a developer message',
      { type: 'response_item', payload: { type: 'message', role: 'developer', content: 'x' } },
    ],
    ['a blank message', { role: 'user', content: ' \n ' }],
    ['what a program put in', { role: 'user', content: '<environment_context>\nx\n</environment_context>' }],
    ['nothing', {}],
  ])('leaves out %s', (_, line) => {
    expect(readEntry(JSON.stringify(line))).toBeDefined()
    expect(messageOf(line)).toBeUndefined()
  })

  it.each(['', '{', 'null', '1', '[]', '"text"'])('calls %j broken', (line) => {
    expect(readEntry(line)).toBeUndefined()
  })

  it.each([
    [{ type: 'session', id: 'a' }, 'a'],
    [{ type: 'session_meta', payload: { id: 'b' } }, 'b'],
    [{ type: 'user', sessionId: 'c' }, 'c'],
    [{ type: 'message', id: 'no' }, undefined],
    [{ type: 'session', id: 7 }, undefined],
  ])('takes the name of the session from %j', (line, session) => {
    expect(readEntry(JSON.stringify(line))?.session).toBe(session)
  })

  it('gives only text that a store gives back as it is, and only times that are some', () => {
    const line = String.raw`{"role":"user","content":"a\u0000b\ud800c","timestamp":1e300}`
    expect(readEntry(line)).toMatchObject({ message: { text: 'a\uFFFDb\uFFFDc' }, at: undefined })
    expect(readEntry('{"role":"user","content":"a","timestamp":"soon"}')?.at).toBeUndefined()
  })
})
