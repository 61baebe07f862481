import { describe, expect, it } from 'vitest'
import type { PageAnswer, PageData, PageQuery } from '../encode-page-data.js'
import { type QueryFilter, queryItems, selectQueries } from './select-queries.js'

function answer(rank: number | null): PageAnswer {
  return { rank, ranking: [], others: [], shown: null, passage: null, milliseconds: null, degraded: [] }
}

function query(id: string, ranks: readonly (number | null)[], fields: Partial<PageQuery> = {}): PageQuery {
  return {
    id,
    text: `About ${id}`,
    kind: 'direct',
    expected: [],
    relevant: 1,
    answers: ranks.map(answer),
    ...fields,
  }
}

function system(name: string) {
  return { name, run: 0, retriever: null }
}

const data: PageData = {
  strings: [],
  chunks: [],
  hitDepth: 6,
  suites: [
    {
      title: 'notes',
      systems: [system('convex'), system('rrf')],
      queries: [
        query('both', [1, 6]),
        query('one', [7, 2], { text: 'Straße ＡＢＣ und Garten', kind: 'vague' }),
        query('neither', [null, 9]),
        query('nothing', [null, null], { relevant: 0 }),
      ],
    },
    { title: 'mail', systems: [system('rrf')], queries: [query('both', [3])] },
  ],
}

const everything: QueryFilter = { search: '', suite: '', kind: '', outcome: 'any', system: '' }

function select(filter: Partial<QueryFilter>): string[] {
  const selected = selectQueries(queryItems(data), { ...everything, ...filter }, data.hitDepth)
  return selected.map(({ suite, query: { id } }) => `${suite.title}/${id}`)
}

describe('selectQueries', () => {
  it.each<[Partial<QueryFilter>, string[]]>([
    [{}, ['notes/both', 'notes/one', 'notes/neither', 'notes/nothing', 'mail/both']],
    [{ suite: 'mail' }, ['mail/both']],
    [{ kind: 'vague' }, ['notes/one']],
    [{ search: 'garten STRASSE' }, []],
    [{ search: ' garten straße abc ' }, ['notes/one']],
    [{ search: 'neither' }, ['notes/neither']],
    [{ outcome: 'found', system: 'convex' }, ['notes/both']],
    [{ outcome: 'missed', system: 'convex' }, ['notes/one', 'notes/neither']],
    [{ outcome: 'found', system: 'rrf' }, ['notes/both', 'notes/one', 'mail/both']],
    [{ outcome: 'disagree' }, ['notes/one']],
    [{ outcome: 'unanswerable' }, ['notes/nothing']],
    [{ outcome: 'found', system: 'rrf', suite: 'notes', search: 'about', kind: 'direct' }, ['notes/both']],
  ])('by %j lets through %j', (filter, expected) => {
    expect(select(filter)).toEqual(expected)
  })
})
