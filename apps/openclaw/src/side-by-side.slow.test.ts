import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { createLlamaEmbeddings } from '@recallite/embeddings-llama'
import { runProcess, sharedFile, startServer, temporaryFolder } from '@recallite/test-kit'
import { describe, expect, it, onTestFinished } from 'vitest'
import { openclawProgram, openclawVariables, pluginPack, runOpenclaw } from './__fixtures__/real-openclaw.js'

/*
 * Both engines in the same OpenClaw, called by the same function of its SDK, with the same model: RECALLITE_SIDE_BY_SIDE has the names of
 * sets next to the checkout, such as `basic-memory-bench gbrain-world`, and RECALLITE_SIDE_BY_SIDE_QUERIES the maximum of questions of each.
 * The table is printed.
 */
const sets = (process.env['RECALLITE_SIDE_BY_SIDE'] ?? '').split(' ').filter((name) => name !== '')
const queries = Number(process.env['RECALLITE_SIDE_BY_SIDE_QUERIES'] ?? 10_000)
const modelPath = sharedFile('models/all-MiniLM-L6-v2.q8_0.gguf')
const isThere = openclawProgram !== '' && pluginPack !== undefined && modelPath !== undefined
const hours = 3_600_000

interface Measured {
  readonly engine: string
  readonly hit: number
  readonly ndcg: number
  readonly seconds: number
  readonly p50: number
  readonly bytes: number
  readonly requests: number
}

/** A service with the API of OpenAI that embeds with a GGUF model. */
async function serveModel(file: string) {
  const child = new URL('../../../packages/embeddings/llama/dist/child.js', import.meta.url)
  const model = await createLlamaEmbeddings({ modelPath: file, child })
  onTestFinished(() => model.dispose?.())
  return startServer(async ({ body }, response) => {
    const { input, encoding_format: format } = JSON.parse(body) as Record<string, string | string[]>
    const vectors = await model.embed({ texts: [input ?? []].flat(), role: 'document' })
    const data = vectors.map((vector, index) => {
      const bytes = Buffer.from(vector.buffer, vector.byteOffset, vector.byteLength)
      return {
        object: 'embedding',
        index,
        embedding: format === 'base64' ? bytes.toString('base64') : [...vector],
      }
    })
    response.setHeader('content-type', 'application/json')
    const usage = { prompt_tokens: 1, total_tokens: 1 }
    response.end(JSON.stringify({ object: 'list', data, model: 'minilm', usage }))
  })
}

/** Sets up an OpenClaw with one of the engines, and returns its configuration. */
async function prepare(home: string, { engine, url }: { engine: string; url: string }): Promise<object> {
  const remote = { baseUrl: `${url}/v1`, apiKey: 'k' }
  const search = {
    provider: 'openai-compatible',
    model: 'minilm',
    remote,
    rememberAcrossConversations: false,
  }
  const file = join(home, 'openclaw.json')
  const workspace = join(home, 'workspace')
  writeFileSync(file, JSON.stringify({ agents: { defaults: { workspace } }, memory: { search } }))
  if (engine === 'recallite') {
    await runOpenclaw(home, ['plugins', 'install', pluginPack ?? '', '--accept-capabilities', '--force'])
    // The provider, which npm installs with the plugin once both are published.
    const provider = join(home, '.recallite/providers/node_modules/@recallite/embeddings-openai')
    mkdirSync(dirname(provider), { recursive: true })
    symlinkSync(fileURLToPath(new URL('../../../packages/embeddings/openai', import.meta.url)), provider)
    writeFileSync(join(home, '.recallite/providers/package.json'), '{}')
  }
  return JSON.parse(readFileSync(file, 'utf8')) as object
}

async function measure(set: string, engine: 'openclaw' | 'recallite'): Promise<Measured> {
  const home = temporaryFolder()
  const service = await serveModel(modelPath ?? '')
  const cfg = await prepare(home, { engine, url: service.url })
  const database = engine === 'recallite' ? 'state/recallite' : 'state/agents/main/agent'
  const task = {
    openclaw: dirname(openclawProgram),
    home,
    set: sharedFile(`data/${set}`),
    queries,
    cfg,
    database,
  }
  const host = fileURLToPath(new URL('./__fixtures__/measure-engine.js', import.meta.url))
  const { stdout, stderr } = await runProcess([host, JSON.stringify(task)], { env: openclawVariables(home) })
  const [, row] = /^RESULT (.*)$/mu.exec(stdout) ?? []
  if (row === undefined) throw new Error(`${stdout}\n${stderr}`)
  return { ...(JSON.parse(row) as Measured), requests: service.requests.length }
}

describe.skipIf(!isThere || sets.length === 0)('next to the memory of OpenClaw', () => {
  it.each(sets)('the plugin answers %s better', { timeout: 2 * hours }, async (set) => {
    const theirs = await measure(set, 'openclaw')
    const ours = await measure(set, 'recallite')
    process.stdout.write([theirs, ours].map((row) => `${toRow(set, row)}\n`).join(''))
    expect([theirs.engine, ours.engine]).toEqual(['openclaw', 'recallite'])
    expect(ours.ndcg).toBeGreaterThan(theirs.ndcg)
    expect(ours.bytes).toBeLessThan(theirs.bytes)
  })
})

/** A row of the table: set, engine, hit@6, nDCG@10, requests, seconds of the first index, p50 of a search in ms, megabytes. */
function toRow(set: string, { engine, hit, ndcg, requests, seconds, p50, bytes }: Measured): string {
  const numbers = [
    hit.toFixed(3),
    ndcg.toFixed(3),
    requests,
    seconds.toFixed(1),
    p50.toFixed(0),
    (bytes / 1e6).toFixed(1),
  ]
  return `| ${[set, engine, ...numbers].join(' | ')} |`
}
