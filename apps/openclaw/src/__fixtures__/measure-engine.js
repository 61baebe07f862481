/*
 * Measures the memory engine of an OpenClaw over a set of documents and questions, in a separate process, and prints the result as
 * JSON. Argument: `{openclaw, home, set, queries, cfg, database}`.
 */
import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'

const { openclaw, home, set, queries, cfg, database } = JSON.parse(process.argv[2] ?? '')
const lines = (name) => readFileSync(join(set, name), 'utf8').trim().split('\n')
// An id may be a URL, and a path has no two slashes in a row.
const fileOf = (id) => `memory/${String(id).replaceAll(/[^\w./-]|\/(?=\/)/gu, '_')}.md`

writeDocuments()
const { getActiveMemorySearchManager } = await import(
  pathToFileURL(join(openclaw, 'dist/plugin-sdk/memory-host-search.js')).href
)
const { manager, error } = await getActiveMemorySearchManager({ cfg, agentId: 'main' })
if (!manager) throw new Error(error)
const begin = performance.now()
await manager.sync({ reason: 'measure', force: true })
const seconds = (performance.now() - begin) / 1000
const { engine = 'openclaw' } = manager.status().custom ?? {}
const result = { engine, seconds, ...(await askQuestions()), bytes: bytesOf(join(home, database)) }
process.stdout.write(`\nRESULT ${JSON.stringify(result)}\n`, () => process.exit(0))

function writeDocuments() {
  for (const { id, title, text } of lines('corpus.jsonl').map((line) => JSON.parse(line))) {
    const file = join(home, 'workspace', fileOf(id))
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, `${title ? `# ${title}\n\n` : ''}${text}\n`)
  }
}

/** The grades of each question's documents, by their files. */
function readGrades() {
  const grades = new Map()
  for (const [query, id, grade] of lines('qrels.tsv').map((line) => line.split('\t'))) {
    if (Number(grade) > 0) grades.set(query, (grades.get(query) ?? new Map()).set(fileOf(id), Number(grade)))
  }
  return grades
}

async function askQuestions() {
  const grades = readGrades()
  const all = lines('queries.jsonl').map((line) => JSON.parse(line))
  const judged = all.filter(({ id }) => grades.has(String(id))).slice(0, queries)
  const rows = []
  for (const { id, text } of judged) {
    const start = performance.now()
    const found = await manager.search(text, { maxResults: 10 })
    const time = performance.now() - start
    const relevant = grades.get(String(id))
    const gained = [...new Set(found.map(({ path }) => path))].map((path) => relevant.get(path) ?? 0)
    const best = [...relevant.values()].toSorted((a, b) => b - a)
    const isHit = found.slice(0, 6).some(({ path }) => relevant.has(path))
    rows.push({ time, hit: isHit ? 1 : 0, ndcg: dcg(gained) / dcg(best) })
  }
  const times = rows.map(({ time }) => time).toSorted((a, b) => a - b)
  return { hit: mean(rows, 'hit'), ndcg: mean(rows, 'ndcg'), p50: times[Math.floor(times.length / 2)] }
}

function dcg(list) {
  return list.slice(0, 10).reduce((sum, grade, index) => sum + grade / Math.log2(index + 2), 0)
}

function mean(rows, name) {
  return rows.reduce((sum, row) => sum + row[name], 0) / rows.length
}

function bytesOf(folder) {
  const files = readdirSync(folder).filter((name) => /\.sqlite(?:-wal)?$/u.test(name))
  return files.reduce((sum, name) => sum + statSync(join(folder, name)).size, 0)
}
