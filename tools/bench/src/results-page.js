import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { drawScale } from './draw-scale.js'
import { renderPeerRun } from './peers/render-peers.js'
import { renderRecall } from './recall/render-recall.js'
import { renderPostgres } from './render-postgres.js'
import { renderScale } from './render-scale.js'
import { renderShards } from './shards/render-shards.js'

const folder = new URL('../results/', import.meta.url)
const page = new URL('../RESULTS.md', import.meta.url)

/**
 * The rows that are committed.
 * @param {'scale' | 'peers' | 'recall' | 'shards' | 'postgres'} name
 * @returns {any[]}
 */
export function readRows(name) {
  const file = new URL(`${name}.json`, folder)
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : []
}

/**
 * Keeps rows and writes the page of all that is kept.
 * @param {'scale' | 'peers' | 'recall' | 'shards' | 'postgres'} name
 * @param {readonly unknown[]} rows
 */
export function keepRows(name, rows) {
  mkdirSync(folder, { recursive: true })
  writeFileSync(new URL(`${name}.json`, folder), `${JSON.stringify(rows, null, 2)}\n`)
  const scale = readRows('scale')
  writeFileSync(new URL('scale.svg', folder), drawScale(scale))
  writeFileSync(
    page,
    [
      renderScale(scale),
      ...peerSection(readRows('peers')),
      ...recallSection(readRows('recall')),
      ...shardSection(readRows('shards')),
      ...postgresSection(readRows('postgres')),
    ].join('\n'),
  )
}

/** @param {readonly import('./peers/render-peers.js').PeerRun[]} runs */
function peerSection(runs) {
  if (runs.length === 0) return []
  return [
    `# Side by side with other programs and libraries

Written by \`pnpm bench:peers\`; the raw rows are in [results/peers.json](results/peers.json). What is measured: [README](README.md).
`,
    ...runs.map((run) => `${renderPeerRun(run)}\n`),
  ]
}

/** @param {readonly import('./recall/render-recall.js').MeasuredCodes[]} measured */
function recallSection(measured) {
  if (measured.length === 0) return []
  return [
    `# What the codes of vectors cost

Written by \`pnpm bench:recall\`; the rows are in [results/recall.json](results/recall.json). The ten nearest chunks that are found for questions of a set and for
its own vectors, and nDCG@10 of a search without settings by codes and where every vector is compared. Sets with fewer than 4,096 vectors are searched exactly.
\`all-sets\` has the documents of several sets in one index, and at most 50 questions of each.

${renderRecall(measured)}
`,
  ]
}

/** @param {readonly import('./shards/render-shards.js').ShardRow[]} rows */
function shardSection(rows) {
  if (rows.length === 0) return []
  return [
    `# Documents divided among several stores

Written by \`pnpm bench:shards\`; the rows are in [results/shards.json](results/shards.json). A simulation: SQLite stores that are asked in turn, where the slowest of each round counts, as if each were a
machine of its own, without a network. Twelve words and a synthetic vector of 384 numbers, 50 candidates of each retriever. The program ends with an error if the candidates by words are
not those of one index, in the same order; how often those by vector are is in the table.

${renderShards(rows)}
`,
  ]
}

/** @param {readonly import('./render-postgres.js').PostgresRow[]} rows */
function postgresSection(rows) {
  if (rows.length === 0) return []
  return [
    `# A store in PostgreSQL

Written by \`pnpm bench:postgres\`; the rows are in [results/postgres.json](results/postgres.json). A search by twelve words and a synthetic vector of 384 numbers that is ready, six results with
snippets; the same by words alone; 100 candidates by vector under a filter that 1 % of 100,000 chunks pass. The server runs on the same machine.

${renderPostgres(rows)}
`,
  ]
}
