import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import type { RecordStore } from '@recallite/store/records'
import { StoreError } from '@recallite/store'
import { createRandom, type Random } from '@recallite/test-kit/random'
import { sampleChunk, sampleDocument } from './__fixtures__/samples.js'
import { casesOf, startPostgres } from '@recallite/test-kit'
import { findPrograms, run, serverOfGroup } from './__fixtures__/test-servers.js'
import { openPostgresStore, type PostgresStore } from './open-store.js'
import { openPostgresRecords } from './records/open-records.js'

const programs = findPrograms()
const calls = casesOf(1000, 300)
const tenants = ['amber', 'cobalt'] as const
type Tenant = (typeof tenants)[number]
const space = { provider: 'test', model: 'm', dimensions: 4, promptStyle: 'none' }
const documents = 6

const wordsOf = (tenant: Tenant, number: number) => `${tenant} harbour ${tenant}${number} shared${number}`
const keyOf = (text: string) => createHash('sha256').update(text).digest().subarray(0, 16).toString('hex')
const numbers = Array.from({ length: documents }, (_, number) => number)

/** Documents with vectors, and records, with the tenant's name in every text, id, path and key. */
async function fill(store: PostgresStore, records: RecordStore, tenant: Tenant): Promise<void> {
  const root = `of-${tenant}`
  await store.putRoot({ name: root, path: `/${tenant}` })
  await store.putSpace(space)
  const put = numbers.map((number) => {
    const text = wordsOf(tenant, number)
    const inputs = [{ prefix: '', from: 0, to: text.length }]
    const chunk = sampleChunk(`${tenant}-${number}`, text, { inputs })
    const document = { ...sampleDocument(`${tenant}${number}.md`, { owner: tenant }), root, language: tenant }
    return { document, chunks: [chunk] }
  })
  await store.writeDocuments({ put })
  const vectors = numbers.map((number) => ({
    key: keyOf(wordsOf(tenant, number)),
    vector: Float32Array.from([1, number, tenant.length, 1]),
  }))
  await store.putVectors(space, vectors.slice(1))
  await records.put(
    numbers.map((number) => ({
      id: `${tenant}-r${number}`,
      collection: tenant,
      content: wordsOf(tenant, number),
    })),
  )
}

interface Opened {
  readonly store: PostgresStore
  readonly records: RecordStore
}

/** A random call of a tenant, with names of either tenant. */
function randomCall(
  random: Random,
  { store, records }: Opened,
): readonly [name: string, call: () => Promise<unknown>] {
  const name = random.pick(tenants)
  const number = random.below(documents)
  const limit = 1 + random.below(50)
  const word = random.pick(['harbour', name, `${name}${number}`, `shared${number}`])
  const ids = numbers.map((one) => `${name}-${one}`)
  const vector = Float32Array.from({ length: 4 }, () => 1 + random.next())
  const filter = random.chance(0.5) ? ({ kind: 'root', names: [`of-${name}`] } as const) : undefined
  const query = { kind: 'word', stem: word } as const
  return random.pick<readonly [string, () => Promise<unknown>]>([
    ['listRoots', () => store.listRoots()],
    ['listDocuments', () => store.listDocuments(`of-${name}`)],
    ['listVersions', () => store.listVersions(`of-${name}`, { limit })],
    ['findDocument', () => store.findDocument({ root: `of-${name}`, path: `${name}${number}.md` })],
    ['readItems', () => store.readItems(ids)],
    ['readTermLists', () => store.readTermLists(ids)],
    ['findByWords', () => store.findByWords({ ...(random.chance(0.8) && { query }), limit, filter })],
    ['readCounts', () => store.readCounts({ queries: [query], forms: [word], prefixes: [name.slice(0, 3)] })],
    ['findByVector', () => store.findByVector({ space, vector, limit, filter })],
    ['scoreByVector', () => store.scoreByVector({ space, vector, ids })],
    ['readVectors', () => store.readVectors(space, { limit })],
    ['pendingTexts', () => store.pendingTexts(space, { limit })],
    ['chunksWithStems', () => store.vocabulary.chunksWithStems([word])],
    ['chunksWithForms', () => store.vocabulary.chunksWithForms([word])],
    ['formsWithPrefixes', () => store.vocabulary.formsWithPrefixes([name.slice(0, 3)])],
    ['formsContaining', () => store.vocabulary.formsContaining([name.slice(0, 3)])],
    ['otherForms', () => store.vocabulary.otherForms([name, 'SLA'])],
    ['status', () => store.status()],
    ['records.get', () => records.get(`${name}-r${number}`)],
    ['records.getAll', () => records.getAll(numbers.map((one) => `${name}-r${one}`))],
    ['records.list', () => records.list(random.chance(0.5) ? { collection: name } : {})],
    ['records.changes', () => records.changes({ after: 0, limit })],
    ['records.counts', () => records.counts()],
  ])
}

const asText = (value: unknown): string =>
  JSON.stringify(value, (_, each: unknown) => (each instanceof Map ? [...each] : each)) ?? ''

/** Makes random calls as one tenant; returns those whose answers contain data of the other one, and the number of answers per call. */
async function probe(opened: Opened, tenant: Tenant, seed: number) {
  const other = tenants.find((name) => name !== tenant) ?? 'amber'
  const marks = [other, ...numbers.map((number) => keyOf(wordsOf(other, number)))]
  const random = createRandom(seed, tenant)
  const answered = new Map<string, number>()
  const leaked: string[] = []
  for (let left = calls / 2; left > 0; left -= 1) {
    const [name, call] = randomCall(random, opened)
    try {
      const text = asText(await call())
      answered.set(name, (answered.get(name) ?? 0) + 1)
      if (marks.some((mark) => text.includes(mark))) leaked.push(`${name}: ${text}`)
      if (text.includes(tenant)) answered.set('own', (answered.get('own') ?? 0) + 1)
    } catch (error) {
      if (!StoreError.isInstance(error)) throw error
      expect(error.code).toMatch(/^STORE_(?:NO_VECTOR_SEARCH|UNKNOWN_ROOT)$/u)
      expect(error.message).not.toContain(`/${other}`)
    }
  }
  return { leaked, answered }
}

async function expectApart(opened: Opened, tenant: Tenant): Promise<void> {
  const { leaked, answered } = await probe(opened, tenant, 4711)
  expect(leaked).toEqual([])
  // The tenant finds its own data by every kind of call that does not need pgvector.
  expect(answered.get('own')).toBeGreaterThan(calls / 8)
  expect(answered.size).toBeGreaterThan(18)
}

async function openAs(
  url: string,
  schema: string,
  isReadOnly = false,
): Promise<Opened & { close(): Promise<void> }> {
  const options = { url, schema, isReadOnly, connections: 2 }
  const store = await openPostgresStore(options)
  const records = await openPostgresRecords(options)
  return { store, records, close: async () => void (await Promise.all([store.close(), records.close()])) }
}

const asRole = (url: string, role: string): string => url.replace('//me:', `//${role}:`)

/** A role may see a row if it may see the rows that it refers to. */
const policiesOf = (s: string, tenant: Tenant, root: number): string[] => {
  const rules = {
    root: `id = ${root}`,
    document: `root_id = ${root}`,
    document_field: `document_id IN (SELECT id FROM ${s}.document)`,
    chunk: `document_id IN (SELECT id FROM ${s}.document)`,
    chunk_words: `chunk_id IN (SELECT id FROM ${s}.chunk)`,
    input: `chunk_id IN (SELECT id FROM ${s}.chunk)`,
    posting: `chunk IN (SELECT id FROM ${s}.chunk)`,
    word: `key IN (SELECT word FROM ${s}.posting)`,
    vector: `text_hash IN (SELECT text_hash FROM ${s}.input)`,
    unused_text: 'false',
    note: 'false',
    record_entry: `collection = '${tenant}'`,
    record_use: `id IN (SELECT id FROM ${s}.record_entry)`,
  }
  return Object.entries(rules).flatMap(([table, rule]) => [
    `ALTER TABLE ${s}.${table} ENABLE ROW LEVEL SECURITY`,
    `CREATE POLICY of_${tenant} ON ${s}.${table} FOR SELECT TO ${tenant} USING (${rule})`,
  ])
}

describe.skipIf(programs === undefined)('two tenants of one server', () => {
  const server = serverOfGroup(() => startPostgres(programs ?? ''))

  it(`see nothing of each other in schemas of their own roles, in ${calls} random calls and by SQL`, async () => {
    const url = (tenant: Tenant) => asRole(server.url, tenant)
    for (const tenant of tenants)
      await run(
        server.url,
        `CREATE ROLE ${tenant} LOGIN PASSWORD 'hunter2'; GRANT CREATE ON DATABASE postgres TO ${tenant}`,
      )
    for (const tenant of tenants) {
      const own = await openAs(url(tenant), `s_${tenant}`)
      await fill(own.store, own.records, tenant)
      await own.close()
    }
    for (const tenant of tenants) {
      const own = await openAs(url(tenant), `s_${tenant}`)
      await expectApart(own, tenant)
      await own.close()
      const other = tenants.find((name) => name !== tenant) ?? 'amber'
      for (const isReadOnly of [true, false])
        await expect(openAs(url(tenant), `s_${other}`, isReadOnly)).rejects.toMatchObject({
          code: expect.stringMatching(/^STORE_/u),
        })
      for (const table of ['document', 'chunk', 'record_entry', 'note'])
        await expect(run(url(tenant), `SELECT * FROM s_${other}.${table}`)).rejects.toMatchObject({
          code: '42501',
        })
    }
  })

  it(`see nothing of each other in one schema with policies for rows, in ${calls} random calls`, async () => {
    const all = await openAs(server.url, 'together')
    for (const tenant of tenants) await fill(all.store, all.records, tenant)
    const roots = await run<{ id: number; name: string }>(server.url, 'SELECT id, name FROM together.root')
    for (const tenant of tenants) {
      const role = `CREATE ROLE reader_${tenant} LOGIN PASSWORD 'hunter2'; GRANT USAGE ON SCHEMA together TO reader_${tenant}; GRANT SELECT ON ALL TABLES IN SCHEMA together TO reader_${tenant}`
      await run(server.url, role)
      const root = roots.find(({ name }) => name === `of-${tenant}`)?.id ?? 0
      const policies = policiesOf('together', tenant, root).map((sql) =>
        sql.replace(` TO ${tenant} `, ` TO reader_${tenant} `),
      )
      await run(server.url, policies.join(';'))
    }
    for (const tenant of tenants) {
      const reader = await openAs(asRole(server.url, `reader_${tenant}`), 'together', true)
      await expectApart(reader, tenant)
      await expect(reader.store.writeDocuments({ put: [] })).rejects.toMatchObject({
        code: 'STORE_READ_ONLY',
      })
      await reader.close()
    }
    await all.close()
  })
})
