import { describe, expect, it } from 'vitest'
import { failureOf } from '../__fixtures__/failure-of.js'
import { jsonLines, writeFiles } from '../__fixtures__/suite-folder.js'
import { addQuery } from './add-query.js'
import { ofFiles, readSuite } from './read-suite.js'

const question = { id: 'q', text: 'glass', kind: 'direct', relevant: [{ record: 'cup' }] }

/** A suite of two records and a session, with these lines of queries. */
function suiteWith(queries: readonly unknown[], files: Readonly<Record<string, string>> = {}): string {
  return writeFiles({
    'suite.yaml':
      'name: robot\ncorpus:\n  records: records.jsonl\n  sessions: sessions.jsonl\nat: 2026-07-01T09:00:00Z\n',
    'records.jsonl': jsonLines([
      { id: 'cup', content: 'Glass breaks at 9 N.', session: 'drill', context: { place: [1, 2] } },
      { id: 'lamp', content: 'The lamp flickers.', confidence: 0.4 },
    ]),
    'sessions.jsonl': jsonLines([{ kind: 'session', id: 'drill', startedAt: '2026-02-27T13:00:00Z' }]),
    'queries.jsonl': jsonLines(queries),
    ...files,
  })
}

describe('a suite of records', () => {
  it('is read with its records, its sessions and the options of each query', () => {
    const options = {
      collection: 'default',
      filter: { place: { $exists: true } },
      spatial: { target: [1, 2], field: 'place', maxDistance: 3 },
      decay: { halfLifeDays: 30 },
      boost: { filter: { place: 1 }, factor: 1.5 },
      minConfidence: 0.5,
      limit: 20,
    }
    const relevant = [
      { record: 'cup', grade: 2 },
      { record: 'lamp', grade: 0 },
    ]
    const asked = { ...question, options, relevant, at: '2026-06-24' }
    const replay = { ...question, id: 'r', text: '', options: { session: 'drill' } }
    const { name, corpus, queries } = readSuite(suiteWith([asked, replay]))
    expect([name, corpus.kind]).toEqual(['robot', 'records'])
    expect(corpus).toMatchObject({ records: [{ id: 'cup' }, { id: 'lamp' }], sessions: [{ id: 'drill' }] })
    const { decay: _, spatial: __, ...same } = options
    expect(queries.map(({ recall }) => recall)).toEqual([
      {
        ...same,
        spatial: { position: [1, 2], field: 'place', maxDistance: 3 },
        decay: { halfLife: 30 },
        at: Date.parse('2026-06-24'),
      },
      { session: 'drill', at: Date.parse('2026-07-01T09:00:00Z') },
    ])
    expect(queries[0]?.grades).toEqual(
      new Map([
        ['cup', 2],
        ['lamp', 0],
      ]),
    )
  })

  it('may consist of a blank query that replays a session, not of one that asks nothing', () => {
    const blank = { ...question, text: '' }
    expect(readSuite(suiteWith([{ ...blank, options: { session: 'drill' } }])).queries).toHaveLength(1)
    expect(failureOf(() => readSuite(suiteWith([blank])))).toMatchObject({ code: 'SUITE_EMPTY' })
  })

  it.each([
    ['an unknown option', { options: { colection: 'x' } }, 'SUITE_MALFORMED'],
    ['an option of another type', { options: { limit: 'ten' } }, 'SUITE_MALFORMED'],
    ['a place without coordinates', { options: { spatial: { field: 'place' } } }, 'SUITE_MALFORMED'],
    ['a time that is none', { at: 'tomorrow' }, 'SUITE_MALFORMED'],
    ['no list of answers', { relevant: 'cup' }, 'SUITE_MALFORMED'],
    ['an answer that is no object', { relevant: ['cup'] }, 'SUITE_MALFORMED'],
    ['an unknown record', { relevant: [{ record: 'mug' }] }, 'SUITE_UNKNOWN_ID'],
    ['a record twice', { relevant: [{ record: 'cup' }, { record: 'cup' }] }, 'SUITE_DUPLICATE'],
  ])('is refused for a query with %s, by its line', (_, wrong, code) => {
    const folder = suiteWith([question, { ...question, id: 'wrong', ...wrong }])
    expect(failureOf(() => readSuite(folder))).toMatchObject({ code, line: 2 })
  })

  it('is refused for records that no store takes, by their line', () => {
    const wrong = [
      { id: 'cup', content: 'x' },
      { id: 'lamp', content: ' ' },
    ]
    const folder = suiteWith([question], { 'records.jsonl': jsonLines(wrong) })
    expect(failureOf(() => readSuite(folder))).toMatchObject({ code: 'SUITE_MALFORMED', line: 2 })
    const empty = suiteWith([question], { 'records.jsonl': '\n' })
    expect(failureOf(() => readSuite(empty))).toMatchObject({ code: 'SUITE_EMPTY' })
  })

  it('is refused by commands about files', async () => {
    const folder = suiteWith([question])
    expect(failureOf(() => ofFiles([readSuite(folder)], 'sweep'))).toMatchObject({ name: 'UsageError' })
    const added = addQuery(folder, { text: 'lamp', kind: '', note: '', expected: ['records.jsonl'] })
    await expect(added).rejects.toMatchObject({ code: 'SUITE_MALFORMED' })
  })
})
