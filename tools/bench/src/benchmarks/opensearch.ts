/*
 * A store in OpenSearch as it grows, compared with the cluster itself: the same documents in bare bulk requests, and the same search in a
 * bare request. A proxy on loopback records what the store sends.
 */
import { once } from 'node:events'
import { createServer, request as send } from 'node:http'
import type { AddressInfo } from 'node:net'
import { assertResult } from '../benchmark-error.ts'
import { percentile, timeEach } from '../statistics.ts'
import { embeddedNotes, perFile, putVectors, sizeIn, toDocuments, writeVectorQuestions } from '../stores.ts'
import { prepareSearches } from './hybrid-search.ts'
import type { Benchmark } from '../benchmark.ts'
import type { NewDocument, Store } from '@recallite/store'

const dimensions = 384
const candidates = 100
const chunksPerDocument = 5
const documentsAtOnce = 400
/** The last documents are also written by bare bulk requests. */
const comparedCalls = 3
/** Each root has 1 % of the documents. */
const roots = 100
const nearestCount = 10

const shares = ['p50', 'p95']
const searches = ['by words', 'bare search by words', 'vectors', 'hybrid', 'vectors under a filter of 1 %']

/** Loading and searches of a new store after a warm-up. */
export const opensearch: Benchmark = {
  name: 'opensearch',
  what: 'loading and searching a store in OpenSearch, with a separate prefix',
  isByName: true,
  figures: [
    ...[
      'chunks per second',
      'the last 6,000 chunks, per second',
      'the same in bare bulk requests, per second',
      'vectors per second',
      'bytes per chunk',
    ].map((name) => ({ name, unit: 'count' as const })),
    ...searches.flatMap((search) =>
      shares.map((share) => ({ name: `${search}, ${share}`, unit: 'time' as const })),
    ),
    { name: 'recall@10', unit: 'share' },
    { name: 'recall@10 under a filter of 1 %', unit: 'share' },
  ],
  sizeOf: sizeIn('chunks'),
  async prepare({ files }, { url = '' }) {
    const { openOpenSearchStore } = await import('@recallite/store-opensearch')
    const node = new URL(url.replace('opensearch:', 'http:'))
    const proxy = await startProxy(node)
    const prefix = `recallite-bench-${process.pid}`
    console.error(`Remove the indexes afterwards: curl -X DELETE ${node.href}${prefix}-*`)
    const store = await openOpenSearchStore({ url: `opensearch://127.0.0.1:${proxy.port}/?prefix=${prefix}` })
    const data = embeddedNotes(perFile * files, dimensions)
    const loaded = await load(store, data, { proxy, node, prefix })
    const questions = await writeVectorQuestions(data)
    const { space } = data.embedded
    const [keyword, hybrid] = [
      await prepareSearches(store, questions, { space, mode: 'keyword' }),
      await prepareSearches(store, questions, { space, mode: 'hybrid' }),
    ]
    const filter = { kind: 'root' as const, names: ['root 7'] }
    const byVector = (within?: typeof filter) => () =>
      timeEach(questions, ({ vector }) =>
        store.findByVector({ space, vector, limit: candidates, ...(within && { filter: within }) }),
      )
    proxy.record()
    await keyword()
    const bodies = proxy.recorded('_search').filter((body) => body.includes('"termList"'))
    proxy.stop()
    const bare = () =>
      timeEach(bodies, (body) =>
        post(node, `/${prefix}-chunks/_search?allow_partial_search_results=false`, body),
      )
    const recall = await measureRecall(store, data, questions)
    const measured = [keyword, bare, byVector(), hybrid, byVector(filter)]
    return {
      async OpenSearch() {
        const times: number[][] = []
        for (const search of measured) {
          await search()
          times.push(await search())
        }
        const shareOf = [0.5, 0.95]
        const rows = searches.flatMap((search, at) =>
          shares.map((share, which) => [
            `${search}, ${share}`,
            percentile(times[at] ?? [], shareOf[which] ?? 0),
          ]),
        )
        return { ...Object.fromEntries(rows), ...loaded, ...recall }
      },
    }
  },
}

type Data = ReturnType<typeof embeddedNotes>

const rootOf = (document: number): string => `root ${document % roots}`

interface Place {
  readonly proxy: Awaited<ReturnType<typeof startProxy>>
  readonly node: URL
  readonly prefix: string
}

/** Writes all notes with their vectors. */
async function load(store: Store, { notes, embedded }: Data, { proxy, node, prefix }: Place) {
  await store.putSpace(embedded.space)
  for (let root = 0; root < roots; root += 1) await store.putRoot({ name: rootOf(root), path: `/${root}` })
  const calls = Math.ceil(notes.length / (chunksPerDocument * documentsAtOnce))
  const spent = { words: 0, vectors: 0, compared: 0 }
  let [written, put]: [number, NewDocument[]] = [0, []]
  const write = async () => {
    written += 1
    const isCompared = written > calls - comparedCalls
    if (isCompared) proxy.record()
    const start = performance.now()
    await store.writeDocuments({ put })
    const middle = performance.now()
    proxy.stop()
    const chunks = put.flatMap((document) => document.chunks)
    await putVectors(store, chunks, embedded)
    spent.words += middle - start
    spent.vectors += performance.now() - middle
    if (isCompared) spent.compared += middle - start
    put = []
  }
  for await (const document of toDocuments(notes, { chunksPerDocument, rootOf, vectorsPerChunk: 1 })) {
    if (put.push(document) === documentsAtOnce) await write()
  }
  if (put.length > 0) await write()
  const bulks = proxy.recorded('_bulk').filter((body) => body.includes(`${prefix}-chunks`))
  const compared = Math.min(calls, comparedCalls) * documentsAtOnce * chunksPerDocument
  const bare = await writeBare(node, prefix, bulks)
  const { bytes } = await store.status()

  return {
    'chunks per second': perSecond(notes.length, spent.words),
    'the last 6,000 chunks, per second': perSecond(compared, spent.compared),
    'the same in bare bulk requests, per second': perSecond(compared, bare),
    'vectors per second': perSecond(notes.length, spent.vectors),
    'bytes per chunk': Math.round(bytes / notes.length),
  }
}

const perSecond = (chunks: number, time: number) => Math.round((1000 * chunks) / time)

/** Sends recorded bulk requests to new indexes with the same mappings; resolves to the time in milliseconds. */
async function writeBare(node: URL, prefix: string, bulks: readonly string[]): Promise<number> {
  for (const part of ['chunks', 'texts']) {
    const answer = await fetch(new URL(`/${prefix}-${part}`, node))
    const [{ mappings, settings }] = Object.values(
      (await answer.json()) as Record<
        string,
        { mappings: object; settings: { index: { analysis: object } } }
      >,
    ) as [{ mappings: object; settings: { index: { analysis: object } } }]
    const { analysis } = settings.index
    const aliases = { [`${prefix}-bare-${part}-writers`]: {} }
    const body = JSON.stringify({
      mappings,
      aliases,
      settings: { analysis, refresh_interval: '-1', auto_expand_replicas: '0-1' },
    })
    await fetch(new URL(`/${prefix}-bare-${part}`, node), { method: 'PUT', headers: json, body })
  }
  const start = performance.now()
  for (const bulk of bulks) {
    const answer = await post(
      node,
      '/_bulk',
      bulk.replaceAll(`"_index":"${prefix}-`, `"_index":"${prefix}-bare-`),
    )
    assertResult(!(answer as { errors: boolean }).errors, 'A bare bulk request failed.')
  }
  await post(node, `/${prefix}-bare-chunks,${prefix}-bare-texts/_refresh`, '')
  return performance.now() - start
}

const json = { 'content-type': 'application/json' }

async function post(node: URL, path: string, body: string): Promise<unknown> {
  const answer = await fetch(new URL(path, node), { method: 'POST', headers: json, body })
  return answer.json()
}

/** The shares of the nearest chunks that are found, of all chunks and of those of one root. */
async function measureRecall(
  store: Store,
  { embedded: { vectors, space } }: Data,
  questions: readonly { readonly vector: Float32Array }[],
) {
  const number = 7
  const isInRoot = (chunk: number) => Math.floor(chunk / chunksPerDocument) % roots === number
  const filter = { kind: 'root' as const, names: [rootOf(number)] }
  const found = { all: 0, filtered: 0 }
  for (const { vector } of questions) {
    const similarities = cosines(vector, vectors)
    const nearest = (passes: (chunk: number) => boolean) =>
      [...similarities.keys()]
        .filter(passes)
        .toSorted((a, b) => (similarities[b] ?? 0) - (similarities[a] ?? 0))
        .slice(0, nearestCount)
        .map(String)
    const all = await store.findByVector({ space, vector, limit: nearestCount })
    const filtered = await store.findByVector({ space, vector, limit: nearestCount, filter })
    found.all += new Set(nearest(() => true)).intersection(new Set(all.map(({ id }) => id))).size
    found.filtered += new Set(nearest(isInRoot)).intersection(new Set(filtered.map(({ id }) => id))).size
  }
  const max = nearestCount * questions.length
  return { 'recall@10': found.all / max, 'recall@10 under a filter of 1 %': found.filtered / max }
}

function cosines(vector: Float32Array, vectors: readonly Float32Array[]): Float64Array {
  const length = Math.hypot(...vector)
  return Float64Array.from(vectors, (other) => {
    let [sum, square] = [0, 0]
    for (let at = 0; at < other.length; at += 1) {
      const value = other[at] ?? 0
      sum += value * (vector[at] ?? 0)
      square += value * value
    }
    return sum / (length * Math.sqrt(square))
  })
}

/** Forwards requests to a node, and records the bodies of some. */
async function startProxy(node: URL) {
  const requests: { readonly path: string; readonly body: string }[] = []
  let isRecording = false
  const server = createServer((given, answer) => {
    const parts: Buffer[] = []
    given.on('data', (part: Buffer) => parts.push(part))
    given.on('end', () => {
      const body = Buffer.concat(parts)
      if (isRecording) requests.push({ path: given.url ?? '', body: body.toString() })
      const { method, headers, url: path } = given
      const forwarded = send({ host: node.hostname, port: node.port, path, method, headers }, (reply) => {
        answer.writeHead(reply.statusCode ?? 500, reply.headers)
        reply.pipe(answer)
      })
      forwarded.end(body)
    })
  })
  server.listen(0, '127.0.0.1').unref()
  await once(server, 'listening')
  return {
    port: (server.address() as AddressInfo).port,
    record: () => void (isRecording = true),
    stop: () => void (isRecording = false),
    recorded: (ending: string) =>
      requests.flatMap(({ path, body }) => (path.split('?')[0]?.endsWith(ending) ? [body] : [])),
  }
}
