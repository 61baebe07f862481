// Compares a store with the acknowledged writes, and prints differences as JSON. Arguments: URL, schema. Input: lines of
// a name, a space and a version.
import { readFileSync } from 'node:fs'
import { openPostgresStore } from '@recallite/store-postgres'
import { chunksOfDocument, cosine, documentOf, idsOf, space, textOf, vectorsOf, versionOf } from './fault-documents.js'

const [url = '', schema = ''] = process.argv.slice(2)
const acknowledged = readFileSync(0, 'utf8').split('\n').filter(Boolean).map((line) => line.split(' '))
const store = await openPostgresStore({ url, schema, statementTimeout: 120_000 })
const documents = await store.listDocuments('notes')
const names = documents.map(({ path }) => path.replace(/\.md$/u, ''))
const versions = new Map()
const broken = []

for (let from = 0; from < names.length; from += 200) {
  const part = names.slice(from, from + 200)
  const { items } = await store.readItems(part.flatMap(idsOf))
  for (const name of part) {
    const own = items.filter(({ locator }) => locator.path === `${name}.md`)
    const version = versionOf(own[0]?.text ?? '')
    versions.set(name, version)
    const isWhole = own.length === chunksOfDocument && own.every(({ text }, index) => text === textOf(name, index, version))
    if (!isWhole) broken.push(name)
  }
}

const expected = acknowledged.flatMap(([name, version]) => vectorsOf(documentOf(name, version)))
const vectors = new Map()
for (let after; after !== null; ) {
  const page = await store.readVectors(space, { limit: 500, after })
  for (const { key, vector } of page.vectors) vectors.set(key, vector)
  after = page.next
}
const isRight = ({ key, vector }) => vectors.has(key) && cosine(vectors.get(key), vector) > 0.999_99
const pending = await store.pendingTexts(space, { limit: 1000 })
const wrongPending = pending.filter(({ key }) => expected.some((one) => one.key === key))
const { chunks } = await store.status()
const isOwn = ([name]) => !name.startsWith('shared')

process.stdout.write(
  JSON.stringify({
    documents: names.length,
    chunks,
    vectors: vectors.size,
    pending: pending.length,
    lost: acknowledged.filter(([name]) => !versions.has(name)).map(([name]) => name),
    // The number of documents written once that were not acknowledged.
    unacknowledged: names.filter((name) => isOwn([name])).length - new Set(acknowledged.filter(isOwn).map(([name]) => name)).size,
    doubled: names.length - new Set(names).size,
    broken,
    wrongVectors: expected.filter((one) => !isRight(one)).length,
    wrongPending: wrongPending.length,
    extraChunks: chunks - names.length * chunksOfDocument,
    damages: await store.maintenance.verify(),
  }),
)
await store.close()
