import { describe, expect, it } from 'vitest'
import { readEntry } from './transcript-entry.js'

const read = (line: object) => readEntry(JSON.stringify(line))
const at = Date.parse('2026-02-11T10:00:00Z')
const timestamp = '2026-02-11T10:00:00.000Z'

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
