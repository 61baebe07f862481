import { describe, expect, it } from 'vitest'
import { notesFolder } from '../../__fixtures__/notes-folder.js'
import { openRecordMemory } from '../../records/__fixtures__/open-record-memory.js'
import { testMemory } from '../../__fixtures__/test-memory.js'
import { isVague } from '../time/topic.js'

const notes = {
  'log 2026.md': `# Log

## 2026-02-11

Met the plumber, paid the rent.

## Friday, 13 February

Cleaned the attic, wrote to the bank.
`,
  '2026-03-12.md': '# Garden\n\nPlanted beans.',
  '2026-03-10 Tuesday.md': '# Team\n\nThe budget of the roof was discussed.',
  'journal/17.03.2026.md': '# Garten\n\nBohnen gegossen.',
  'undated.md': '# Garden\n\nWhat I did last week and on 13 February 2026: beans, budget, roof.',
}

async function datedMemory() {
  const { memory } = await testMemory({ now: () => Date.parse('2026-03-18T12:00:00') })
  await memory.index([notesFolder(notes)])
  return async (query: string, options: Parameters<typeof memory.search>[1] = {}) => {
    const { answer } = await memory.search(query, options)
    return { ...answer, paths: answer.results.map(({ path }) => path) }
  }
}

describe('a time in a query', () => {
  it('lists its items in order if the query has no other topic', async () => {
    const ask = await datedMemory()
    for (const query of [
      'what did I do last week',
      'last week',
      'was ist letzte Woche passiert',
      '上周做了什么',
    ]) {
      const { paths, abstained, results } = await ask(query)
      expect([query, ...paths.slice(0, 2)]).toEqual([query, '2026-03-10 Tuesday.md', '2026-03-12.md'])
      expect([abstained, results[0]?.confidence]).toEqual([false, expect.closeTo(0.8)])
    }
  })

  it('does so for filters by date, and does not report them as a time', async () => {
    const ask = await datedMemory()
    const { paths, time, retrievers } = await ask('what happened', {
      since: '2026-03-10',
      until: '2026-03-17',
    })
    expect(paths).toEqual(['2026-03-10 Tuesday.md', '2026-03-12.md', 'journal/17.03.2026.md'])
    expect([time, retrievers['time']]).toEqual([null, 'ok'])
    expect((await ask('zeppelin', { since: '2026-03-10' })).paths).toEqual([])
  })

  it('finds the days of headings, with the year of the file', async () => {
    const ask = await datedMemory()
    for (const day of ['on 13 February 2026', 'on 11 February', 'on 2026-02-11'])
      expect((await ask(`what did I do ${day}`)).paths[0]).toBe('log 2026.md')
  })

  it('puts the notes of a single day first, whatever the words of others', async () => {
    const ask = await datedMemory()
    expect((await ask('beans in the garden yesterday', { threshold: 0 })).paths[0]).toBe(
      'journal/17.03.2026.md',
    )
    expect((await ask('beans in the garden yesterday', { threshold: 0, time: false })).paths[0]).not.toBe(
      'journal/17.03.2026.md',
    )
  })

  it('prefers, but does not list, items of that time if the query has a topic', async () => {
    const ask = await datedMemory()
    const { paths, retrievers } = await ask('budget of the roof last week', { threshold: 0 })
    expect([paths[0], retrievers['time']]).toEqual(['2026-03-10 Tuesday.md', 'ok'])
  })

  it('finds the day of a note by its name, its folders or its front matter, in any form', async () => {
    const { memory } = await testMemory({ now: () => Date.parse('2026-05-01T12:00:00') })
    const days = {
      '20260213.md': 'Sorted the cellar.',
      '2026-02-12 Thursday.md': 'Sorted the shed.',
      'diary/2026/03/14.md': 'Sorted the books.',
      'diary/16.03.2026.md': 'Sorted the tools.',
      'diary/a.md': '---\ndate: 2026-03-20\n---\nSorted the photos.',
      'diary/b.md': '---\ndate: March 24, 2026\n---\nSorted the letters.',
    }
    await memory.index([notesFolder(days)])
    for (const [said, since, path] of [
      ['13 February 2026', '2026-02-13', '20260213.md'],
      ['12 February 2026', '2026-02-12', '2026-02-12 Thursday.md'],
      ['2026-03-14', '2026-03-14', 'diary/2026/03/14.md'],
      ['16.03.2026', '2026-03-16', 'diary/16.03.2026.md'],
      ['20 March 2026', '2026-03-20', 'diary/a.md'],
      ['24 March 2026', '2026-03-24', 'diary/b.md'],
    ] as const) {
      const { results } = (await memory.search(`what did I do on ${said}`)).answer
      const filtered = (await memory.search('sorted', { since, until: since })).answer.results
      expect([said, results[0]?.path, filtered.map((found) => found.path)]).toEqual([said, path, [path]])
    }
  })

  it('respects other filters, and is no retriever without a time', async () => {
    const ask = await datedMemory()
    expect((await ask('what did I do last week', { paths: ['*Tuesday*'] })).paths).toEqual([
      '2026-03-10 Tuesday.md',
    ])
    expect(Object.keys((await ask('beans')).retrievers)).toEqual(['keyword', 'vector'])
    expect((await ask('what happened in 1999')).paths).toEqual([])
  })

  it('lists records by their dates', async () => {
    const { memory } = await openRecordMemory()
    for (const month of [5, 3, 1])
      await memory.remember(`Bought tea number ${month}.`, { occurredAt: Date.UTC(2025, month, 15) })
    const { results } = await memory.recall('what happened between March and July 2025')
    expect(results.map(({ record }) => record.content).slice(0, 2)).toEqual([
      'Bought tea number 3.',
      'Bought tea number 5.',
    ])
  })
})

it.each(
  `what did I do | what happened | my notes | show me everything | was ist passiert | was habe ich gemacht |
qu'est-ce qui s'est passé | 做了什么 | 我的笔记 | 何をした | の出来事 | what have I been working on`.split(
    ' | ',
  ),
)('vague: %s', (text) => expect(isVague(text.trim())).toBe(true))

it.each(['meetings', 'what did I pay for rent', 'Treffen', 'réunion', '会议', '会議の記録', 'JWT'])(
  'not vague: %s',
  (text) => expect(isVague(text)).toBe(false),
)
