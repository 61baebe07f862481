// Searches by words and by vector until it is killed. Arguments: URL, schema, whether vector search works. Prints `read` for each
// intact document, and `wrong` for any other.
import { openPostgresStore } from '@recallite/store-postgres'
import { chunksOfDocument, idsOf, sharedDocuments, space, untilDone, vectorOf, versionOf } from './fault-documents.js'

const [url = '', schema = '', hasVectors = 'no'] = process.argv.slice(2)
const store = await untilDone(() => openPostgresStore({ url, schema, connections: 2, connectTimeout: 2000 }))
process.stdout.write('ready\n')

const say = (line) => process.stdout.write(`${line}\n`)
const pick = (list) => list[Math.floor(Math.random() * list.length)]

/** Finds a document by its word, and checks that all its chunks have one version. */
async function readByWords(name) {
  const query = { kind: 'word', stem: `document${name}` }
  const { ids } = await untilDone(() => store.findByWords({ query, limit: 10 }))
  if (ids.length !== 0 && ids.length !== chunksOfDocument) say(`wrong ${name}: ${ids.length} chunks found`)
  const { items, damaged } = await untilDone(() => store.readItems(idsOf(name)))
  const versions = new Set(items.map(({ text }) => versionOf(text)))
  const isWhole = items.length === 0 || (items.length === chunksOfDocument && versions.size === 1)
  if (!isWhole || damaged.length > 0) say(`wrong ${name}: ${items.length} chunks, ${[...versions]}, ${damaged}`)
  return items
}

/** Searches with the vector of a text. */
async function readByVector({ id, text }) {
  const request = { space, vector: vectorOf(text) }
  const scores = await untilDone(() => store.scoreByVector({ ...request, ids: [id] }))
  const { items } = await untilDone(() => store.readItems([id]))
  // A shared document may have been replaced in the meantime.
  const isSame = items[0]?.text === text
  const score = scores.get(id)?.score ?? 1
  if (isSame && score < 0.999_99) say(`wrong vector of ${id}: ${score}`)
  const [best] = await untilDone(() => store.findByVector({ ...request, limit: 1 }))
  say(best?.id === id ? 'nearest' : 'other')
}

for (;;) {
  const everything = { kind: 'word', stem: pick(['harbour', 'part0', 'part1']) }
  const { ids } = await untilDone(() => store.findByWords({ query: everything, limit: 50 }))
  const found = ids.length === 0 ? 'shared0' : pick(ids).replace(/p\d$/u, '')
  const name = pick([found, `shared${Math.floor(Math.random() * sharedDocuments)}`])
  const items = await readByWords(name)
  if (items.length > 0 && hasVectors === 'yes') await readByVector(pick(items))
  say(`read ${items.length}`)
}
