// Searches by words and by vector until it is killed, and compares each answer with the texts. Argument: URL. Prints `read` and the
// document for each read, `partial` if a search finds only some chunks of it, and `wrong` for a mixed document, text or score.
import { createKeywordScorer, decodeTermList, neededCounts } from '@recallite/keyword/ranking'
import { openOpenSearchStore } from '@recallite/store-opensearch'
import { chunksOf, cosine, pause, readId, say, sharedDocuments, space, termListOf, textOf, untilDone, vectorOf } from './fault-documents.ts'

const [url = ''] = process.argv.slice(2)
const store = await untilDone(() => openOpenSearchStore({ url }))
say('ready')

const pick = (list) => list[Math.floor(Math.random() * list.length)]
const isNear = (one, other) => Math.abs(one - other) <= 1e-6

/** Says `wrong` if chunks of one document come from several versions. */
function checkVersions(answer, ids) {
  const chunks = Map.groupBy(ids, (id) => readId(id).name)
  for (const [name, own] of chunks) {
    const versions = new Set(own.map((id) => readId(id).version))
    if (versions.size > 1) say('wrong', `${answer} mixes versions of ${name}: ${[...versions]}`)
  }
}

/** Finds chunks by the words of a document, and checks their scores, order and texts. */
async function readByWords(name) {
  const [one, other] = [pick(fillers), pick(fillers)]
  const pair = { feature: { kind: 'pair', stems: [one, other] }, weight: 0.5, isContentTerm: false }
  const terms = [termOf(`document${name}`, 2), termOf('harbour', 1), termOf(one, 1), pair]
  const counts = await untilDone(() => store.readCounts(neededCounts(terms)))
  const parts = [`document${name}`, one].map((stem) => ({ kind: 'word', stem }))
  const request = { query: { kind: 'any', parts }, limit: 40, ranking: { terms, counts } }
  const { ids, termLists } = await untilDone(() => store.findByWords(request))
  checkVersions('a search', ids)
  const found = ids.filter((id) => readId(id).name === name)
  if (found.length > 0 && found.length < chunksOf(name, readId(found[0]).version)) say('partial', name, found.length)
  checkScores({ ids, termLists: termLists ?? (await untilDone(() => store.readTermLists(ids))) }, terms, counts)
  const { items, damaged } = await untilDone(() => store.readItems(ids))
  const own = items.filter(({ locator }) => locator.path === `${name}.md`)
  checkVersions('reading', own.map(({ id }) => id))
  for (const { id, text } of items) if (text !== textOf(id)) say('wrong', `the text of ${id}: ${text}`)
  if (damaged.length > 0) say('wrong', `damaged: ${JSON.stringify(damaged)}`)
  return own
}

const termOf = (stem, weight) => ({ feature: { kind: 'word', stem }, weight, isContentTerm: true })

const fillers = Array.from({ length: 50 }, (_, number) => `word${number}`)

function checkScores({ ids, termLists }, terms, counts) {
  const { bm25 } = createKeywordScorer(terms, counts)
  const scores = new Map(termLists.map(({ id, termList }) => [id, bm25(decodeTermList(termList))]))
  let last = Infinity
  for (const id of ids) {
    const expected = bm25(termListOf(textOf(id)))
    const score = scores.get(id)
    // A document may have been replaced before its term lists were read.
    if (score !== undefined && !isNear(score, expected)) say('wrong', `the score of ${id}: ${score}, not ${expected}`)
    if (expected > last + 1e-6) say('wrong', `the order of ${id}`)
    last = expected
  }
}

/** Searches with the vector of a chunk. */
async function readByVector({ text }) {
  const request = { space, vector: vectorOf(text) }
  const found = await untilDone(() => store.findByVector({ ...request, limit: 10 }))
  const exact = await untilDone(() => store.scoreByVector({ ...request, ids: found.map(({ id }) => id) }))
  const scores = [...found, ...[...exact].map(([id, { score }]) => ({ id, score }))]
  for (const { id, score } of scores) {
    const expected = cosine(request.vector, vectorOf(textOf(id)))
    if (!isNear(score, expected)) say('wrong', `the similarity of ${id}: ${score}, not ${expected}`)
  }
}

for (;;) {
  const { ids } = await untilDone(() => store.findByWords({ query: { kind: 'word', stem: pick(fillers) }, limit: 50 }))
  const names = [pick(ids)].flatMap((id) => (id === undefined ? [] : [readId(id).name]))
  const name = pick([...names, `shared${Math.floor(Math.random() * sharedDocuments)}`])
  const items = await readByWords(name)
  if (items.length > 0) await readByVector(pick(items))
  say('read', name, items.length)
  await pause()
}
