import { queryOf, rankedOf, runOf, suiteOf, type Respond } from './sample-run.js'

const kinds = ['direct', 'vague', 'absent']

const queries = Array.from({ length: 70 }, (_, index) => {
  const kind = kinds[index % 3] ?? ''
  const grades = kind === 'absent' ? {} : { [`note-${index}.md`]: 2, [`also-${index}.md`]: 1 }
  return queryOf({ id: `q${index}`, text: `Where is thing number ${index}?`, kind, grades })
})

/** A suite of one query that no strategy finds. */
export const mail = suiteOf([queryOf({ id: 'm1', text: 'Who wrote the letter?', kind: 'post' })], { name: 'mail' })

/** `keyword` finds direct questions, `vector` vague ones, fusions all; each ranks documents of its own below. */
export const respond: Respond = (query, strategy) => {
  const finds = strategy === 'keyword' ? ['direct'] : strategy === 'vector' ? ['vague'] : kinds
  const others = Array.from({ length: 12 }, (_, place) => `${strategy}-${place}.md`)
  const documents = finds.includes(query.kind) ? [`note-${query.id.slice(1)}.md`, ...others] : others
  const confidence = (Number(query.id.slice(1)) % 20) / 20
  const results = documents.slice(0, 6).map((document, index) => ({ document, tokens: 100 * (index + 1) }))
  return { documents, unfiltered: { limit: 6, confidence, results }, ranking: documents.slice(0, 10).map((document) => rankedOf(document)) }
}

/** 70 queries, direct, vague and unanswerable in turn, and the one of mail. */
export const sample = runOf([suiteOf(queries), mail], ['keyword', 'vector', 'convex', 'rrf'], respond)

/** Words that do not end, as in paths and in languages without spaces. */
export const endless = 'averylongwordwithoutanybreak/'.repeat(12)

const endlessQuery = queryOf({ id: endless, text: endless, kind: endless, grades: { [endless]: 1 } })

/** A run that holds them wherever it can. */
export const wide = runOf(
  [
    suiteOf([endlessQuery, queryOf({ id: 'q' }), queryOf({ id: 'f', grades: {}, foreign: endless })], {
      name: endless,
      description: endless,
    }),
  ],
  ['keyword', 'vector', endless],
  () => ({
    documents: [endless],
    degraded: [endless],
    unfiltered: { limit: 6, confidence: 0.97, results: [{ document: endless, tokens: 1 }] },
  }),
)
