import { appendFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { notesFolder } from '../__fixtures__/notes-folder.js'
import { localDay } from '../days.js'
import { testMemory } from '../__fixtures__/test-memory.js'
import { readDocument } from './read-document.js'
import type { SourceDocument } from './source-document.js'

async function readLines(content: string | Uint8Array): Promise<SourceDocument> {
  const path = notesFolder({ 's.jsonl': content })
  const source = await readDocument({ path, kind: 'sessions' }, 's.jsonl')
  if (!('text' in source)) throw new Error(source.reason)
  return source
}

const said = (role: string, content: unknown, more: object = {}) =>
  JSON.stringify({ type: 'message', message: { role, content }, ...more })

describe('readSession', () => {
  it('A20: returns the text of a session, with date, title and counts', async () => {
    const lines = [
      JSON.stringify({ type: 'session', id: 'abc' }),
      said('user', `# Plan\nof ${'x'.repeat(100)}`, { timestamp: '2026-01-02T12:00:00Z' }),
      said('toolResult', 'noise', { timestamp: '2026-01-05T12:00:00Z' }),
      said('assistant', [{ type: 'text', text: 'Yes.\n\n---\n\n# Done' }], {
        timestamp: '2026-01-03T12:00:00Z',
      }),
    ]
    const { text, format, facts } = await readLines(`${lines.join('\n')}\n`)
    expect(text).toBe(`User: # Plan\nof ${'x'.repeat(100)}\n\nAssistant: Yes.\n\n---\n\n# Done\n`)
    expect(format).toBe('text')
    expect(facts).toEqual({
      title: '# Plan',
      metadata: { session: 'abc', messages: 2 },
      date: localDay(Date.parse('2026-01-03T12:00:00Z')),
    })
  })

  it('A20: returns the first lines of turns, which end when the speaker changes', async () => {
    const lines = [
      said('user', 'When do we meet?\nAt the harbour?'),
      said('assistant', 'Let me look.'),
      said('toolResult', 'noise'),
      said('assistant', 'Next Friday.'),
      said('user', 'Good.'),
    ]
    const { text, turns } = await readLines(lines.join('\n'))
    const written = text.split('\n')
    expect(turns?.map((line) => written[line - 1])).toEqual([
      'User: When do we meet?',
      'Assistant: Let me look.',
      'User: Good.',
    ])
  })

  it('A20: finds an answer by the question before it, as an exact turn', async () => {
    const folder = notesFolder({
      's.jsonl': [
        said('user', 'Good morning, what is new today?'),
        said('assistant', 'The corridor lamp flickers after rain, and the printer is out of paper again.'),
        said('user', 'Which day did the dentist offer for the appointment?'),
        said('assistant', 'Yes, next Friday.'),
        said('user', 'Good.'),
      ].join('\n'),
    })
    const { memory } = await testMemory({ sources: [{ kind: 'sessions', folder }] })
    await memory.sync()
    const { answer } = await memory.search('dentist appointment', { threshold: 0 })
    const found = answer.results.map(({ text, startLine, endLine }) => [text, startLine, endLine])
    // In text order, because the ranks do not matter here.
    expect(found.toSorted(([, a = 0], [, b = 0]) => Number(a) - Number(b))).toEqual([
      ['User: Which day did the dentist offer for the appointment?', 5, 5],
      ['Assistant: Yes, next Friday.', 7, 7],
    ])
  })

  it('cuts a long title, and has no title or date if there is none', async () => {
    const { facts } = await readLines(said('user', `\n ${'word '.repeat(30)}`))
    expect(facts?.title).toBe(`${'word '.repeat(16).trim()}…`)
    const silent = await readLines('')
    expect(silent).toMatchObject({
      text: '',
      facts: { title: null, date: undefined, metadata: { messages: 0 } },
    })
  })

  it('A20: skips and counts broken lines, and reads a last line only once it is complete', async () => {
    const whole = said('user', 'whole')
    const content = `{broken\n\n[]\n${whole}\n{"role":"user","con`
    const { text, facts } = await readLines(content)
    expect(text).toBe('User: whole\n')
    expect(facts?.metadata).toEqual({ messages: 1, brokenLines: 3 })
    expect((await readLines(`\xff\n${whole}`)).facts?.metadata).toEqual({
      messages: 1,
      brokenLines: 1,
    })
    const bytes = Buffer.concat([Buffer.from([0xff, 0x00, 0x0a]), Buffer.from(whole)])
    expect((await readLines(bytes)).facts?.metadata).toEqual({
      messages: 1,
      brokenLines: 1,
    })
  })

  it('A20: reads a transcript larger than any note, most of which is output of tools', async () => {
    const folder = notesFolder({ 's.jsonl': `${said('user', 'first')}\n` })
    const file = join(folder, 's.jsonl')
    const noise = `${said('toolResult', 'n'.repeat(1_000_000))}\n`
    for (let count = 0; count < 12; count++) appendFileSync(file, noise)
    appendFileSync(file, said('assistant', 'last'))
    const source = await readDocument({ path: folder, kind: 'sessions' }, 's.jsonl')
    expect(source).toMatchObject({ text: 'User: first\n\nAssistant: last\n' })
  })

  it('A20: keeps the newest half of a text that is too long, with its line numbers', async () => {
    const messages = Array.from({ length: 24 }, (_, number) =>
      said('user', `message ${number}\n${'m'.repeat(1_000_000)}`),
    )
    const { text, turns, facts } = await readLines(messages.slice(0, 11).join('\n'))
    const lines = text.split('\n')
    expect(lines.filter((line) => line.startsWith('User: '))).toEqual(
      [6, 7, 8, 9, 10].map((number) => `User: message ${number}`),
    )
    // Each message takes three lines, one of them empty.
    expect([lines.indexOf('User: message 6'), turns, facts?.title]).toEqual([18, [19], 'message 0'])
    expect(facts?.metadata).toEqual({ messages: 5, omittedMessages: 6 })
    const longer = await readLines(messages.slice(0, 12).join('\n'))
    expect(longer.text.startsWith(text)).toBe(true)
    const longest = await readLines(messages.join('\n'))
    expect(longest.text.split('\n').indexOf('User: message 23')).toBe(69)
    expect(Buffer.byteLength(longest.text)).toBeLessThan(10 * 1024 * 1024)
  })

  it('A20: refuses a transcript with one message that is too long', async () => {
    const path = notesFolder({ 's.jsonl': said('user', 'm'.repeat(11_000_000)) })
    expect(await readDocument({ path, kind: 'sessions' }, 's.jsonl')).toEqual({
      reason: 'its text is longer than 10 MB',
      isGone: true,
    })
  })

  it('A20: replaces secrets, also in the title, without changing the numbers of lines', async () => {
    const key = ['-----BEGIN RSA ', 'PRIVATE KEY-----\nMIIEabc\nabc\n-----END RSA ', 'PRIVATE KEY-----'].join(
      '',
    )
    const content = `The password is hunter2!\n${key}\nKeep it.`
    const { text, facts } = await readLines([said('user', content), said('assistant', 'Done.')].join('\n'))
    expect(text).toBe('User: The password is [secret]\n[secret]\n\n\n\nKeep it.\n\nAssistant: Done.\n')
    expect(facts?.title).toBe('The password is [secret]')
  })

  it('A20: reads sessions of Gemini CLI, whose lines repeat, replace and withdraw messages, and its older documents', async () => {
    const say = (id: string, type: string, text: string) => ({
      id,
      timestamp: '2026-02-11T10:00:00Z',
      type,
      content: [{ text }],
    })
    const lines = [
      { sessionId: 's', projectHash: 'p', startTime: '2026-02-11T10:00:00Z' },
      say('1', 'user', 'Which day?'),
      say('2', 'gemini', 'Let me'),
      say('2', 'gemini', 'Let me look.'),
      { $set: { lastUpdated: '2026-02-11T10:00:00Z' } },
      say('3', 'user', 'Wrong question'),
      { $rewindTo: '3' },
      say('4', 'user', 'Which hour?'),
    ]
    const whole = 'User: Which day?\n\nAssistant: Let me look.\n\nUser: Which hour?\n'
    const written = lines.map((line) => JSON.stringify(line))
    const { text, facts } = await readLines(written.join('\n'))
    expect([text, facts?.metadata]).toEqual([whole, { session: 's', messages: 3 }])
    const all = { $set: { messages: [say('5', 'user', 'Only this.')] } }
    expect((await readLines([...written, JSON.stringify(all)].join('\n'))).text).toBe('User: Only this.\n')
    const path = notesFolder({
      'session-1.json': JSON.stringify({ sessionId: 's', messages: [lines[1], lines[3], lines[7]] }, null, 2),
    })
    expect(await readDocument({ path, kind: 'sessions' }, 'session-1.json')).toMatchObject({ text: whole })
  })

  it('A20: finds all messages of user and assistant, in order, and no output of tools', async () => {
    const text = fc.string({ unit: 'binary' }).filter((part) => part.trim() !== '')
    const line = fc.oneof(
      fc
        .tuple(fc.constantFrom('user', 'assistant'), text)
        .map(([role, content]) => ({ role, content, isSaid: true })),
      fc
        .tuple(fc.constantFrom('system', 'tool', 'toolResult'), text)
        .map(([role, content]) => ({ role, content, isSaid: false })),
    )
    await fc.assert(
      fc.asyncProperty(
        fc.array(line, { maxLength: 12 }),
        fc.constantFrom('\n', '\r\n'),
        async (lines, end) => {
          const marked = lines.map((each, index) => ({
            ...each,
            mark: `${each.isSaid ? 'said' : 'NOISE'}${index};`,
          }))
          const written = marked.map(({ role, content, mark }) =>
            JSON.stringify({ role, content: `${mark}\n${content}\n${mark}` }),
          )
          const read = await readLines(written.join(end))
          expect(read.text).not.toContain('NOISE')
          let from = 0
          for (const { content, mark, isSaid } of marked) {
            if (!isSaid) continue
            const whole = `${mark}\n${content}\n${mark}`
            const clean = whole.replaceAll('\r\n', '\n').replaceAll('\0', '\uFFFD').toWellFormed()
            const at = read.text.indexOf(clean, from)
            expect(at).toBeGreaterThanOrEqual(from)
            from = at + 1
          }
          expect(read.facts?.metadata.messages).toBe(marked.filter(({ isSaid }) => isSaid).length)
        },
      ),
      { numRuns: 60 },
    )
  })
})
