/*
 * Indexes a folder of notes and answers questions with one program, and prints a list of up to ten paths for each question:
 * node ask.ts Recallite|QMD|OpenClaw|FTS5 <folder of the package> <home folder> <notes> <GGUF model> <questions as a JSON file>
 * All settings are the program's defaults except the model, which is the same for all programs.
 */
import { execFile } from 'node:child_process'
import { cpSync, readFileSync, readdirSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { createRequire } from 'node:module'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'
import { basename, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { driverPath } from '../../run.ts'

const [name = '', source = '', home = '', notes = '', modelPath = '', questionsPath = ''] =
  process.argv.slice(2)
const limit = 10

type Ask = (question: string) => Promise<readonly { path: string }[]>

const importFrom = (file: string) => import(pathToFileURL(join(source, file)).href)

async function openModel() {
  const { createLlamaEmbeddings } = await import('@recallite/embeddings-llama')
  return createLlamaEmbeddings({ modelPath })
}

const openers: Record<string, () => Promise<Ask>> = {
  async Recallite() {
    const { createMemory } = await import('@recallite/core')
    const { openSqliteStore } = await import('@recallite/store-sqlite')
    const store = await openSqliteStore({ path: join(home, 'memory.sqlite') })
    const memory = createMemory({ store, models: [await openModel()], freshness: 'none' })
    await memory.index([notes])
    return async (question) => (await memory.search(question, { limit })).answer.results
  },

  /** Without query expansion and reranker, for which QMD would download two more models. */
  async QMD() {
    const { createStore } = await importFrom('dist/index.js')
    const config = { collections: { notes: { path: notes, pattern: '**/*.md' } } }
    const store = await createStore({ dbPath: join(home, 'qmd.sqlite'), config })
    await store.update()
    await store.embed()
    return async (query) => {
      const queries = ['lex', 'vec'].map((type) => ({ type, query: query.replaceAll('\n', ' ') }))
      const results: readonly { file: string }[] = await store.search({ queries, rerank: false, limit })
      return results.map(({ file }) => ({ path: file.replace(/^qmd:\/\/notes\//u, '') }))
    }
  },

  async OpenClaw() {
    const folder = join(home, '.openclaw')
    cpSync(notes, join(folder, 'workspace/memory'), { recursive: true })
    const remote = { baseUrl: await serveEmbeddings(), apiKey: 'none' }
    const embeddings = { provider: 'openai-compatible', model: basename(modelPath), remote }
    const cfg = { memory: { search: { ...embeddings, rememberAcrossConversations: false } } }
    writeFileSync(join(folder, 'openclaw.json'), JSON.stringify(cfg))
    const index = [join(source, 'openclaw.mjs'), 'memory', 'index', '--force']
    await promisify(execFile)(process.execPath, index)
    const { getMemorySearchManager } = await importFrom('dist/extensions/memory-core/runtime-api.js')
    const { manager, error } = await getMemorySearchManager({ cfg, agentId: 'main' })
    if (manager === null) throw new Error(error)
    return async (question) => {
      const results: readonly { path: string }[] = await manager.search(question, { maxResults: limit })
      return results.map(({ path }) => ({ path: path.replace(/^memory\//u, '') }))
    }
  },

  /** SQLite's own full-text search over whole notes: the words of the question joined by OR. */
  async FTS5() {
    const database = new (createRequire(import.meta.url)(driverPath))(':memory:')
    database.exec(`CREATE VIRTUAL TABLE note USING fts5(path UNINDEXED, text, tokenize = 'porter unicode61')`)
    const insert = database.prepare('INSERT INTO note VALUES (?, ?)')
    for (const path of readdirSync(notes)) insert.run(path, readFileSync(join(notes, path), 'utf8'))
    const search = database.prepare(`SELECT path FROM note WHERE note MATCH ? ORDER BY rank LIMIT ${limit}`)
    return async (question) => {
      const words = question.match(/[\p{L}\p{N}]+/gu) ?? []
      return words.length === 0 ? [] : search.all(words.map((word) => `"${word}"`).join(' OR '))
    }
  },
}

/** OpenClaw gets vectors from a service: this one, which implements OpenAI's protocol. */
async function serveEmbeddings() {
  const model = await openModel()
  const server = createServer(async (request, response) => {
    const { input } = (await json(request)) as { input: string | string[] }
    const vectors = await model.embed({ texts: [input].flat(), role: 'document' })
    const data = vectors.map((vector, index) => ({ object: 'embedding', index, embedding: [...vector] }))
    response.setHeader('content-type', 'application/json')
    response.end(
      JSON.stringify({
        object: 'list',
        model: basename(modelPath),
        data,
        usage: { prompt_tokens: 0, total_tokens: 0 },
      }),
    )
  })
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`
}

const ask = await openers[name]?.()
if (ask === undefined) throw new Error(`There is no program ${name}.`)
const questions: string[] = JSON.parse(readFileSync(questionsPath, 'utf8'))
const answers: string[][] = []
for (const question of questions) answers.push([...new Set((await ask(question)).map(({ path }) => path))])
writeFileSync(join(home, 'answers.json'), JSON.stringify(answers))
process.exit()
