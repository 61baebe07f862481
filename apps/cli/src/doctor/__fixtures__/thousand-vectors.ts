import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { createMemory, backendFor, type Memory } from '@recallite/core'
import type { EmbeddingModel } from '@recallite/embeddings'
import { openSqliteStore } from '@recallite/store-sqlite'
import { temporaryFolder } from '@recallite/test-kit'
import { vectorOf } from '../../embedding/__fixtures__/text-vector.js'
import { repairDatabase } from '../repair.js'

const [documents, sections, length, pageSize] = [125, 8, 384, 8192] as const

/** How many vectors there are. */
export const vectorCount = documents * sections

const words = ['harbour', 'tide', 'ledger', 'anchor', 'copper', 'lantern', 'meadow', 'signal', 'timber', 'winter']

function sectionText(document: number, section: number): string {
  const seed = document * sections + section
  const text = Array.from({ length: 95 }, (_, place) => `${words[(seed * 7 + place * place) % words.length]}${(seed + place) % 97}`)
  return `## Section ${section} of ${document}\n\nThe sign of this part is mark${seed}. ${text.join(' ')}.\n`
}

/** A model that is the same on every machine, and counts the texts of documents that it embeds. */
function createCountingModel() {
  const embedded: string[] = []
  const model: EmbeddingModel = {
    identity: { provider: 'test', model: 'counting', dimensions: length, promptStyle: 'plain' },
    maxBatchItems: 100,
    maxBatchTokens: 1_000_000,
    async embed({ texts, role }) {
      if (role === 'document') embedded.push(...texts)
      return texts.map((text) => Float32Array.from(vectorOf(text, { length })))
    },
  }
  return { model, embedded }
}

/** The numbers of a vector as they stand in the file. */
function bytesOf(text: string): Buffer {
  const vector = Float32Array.from(vectorOf(text, { length }))
  const size = Math.sqrt(vector.reduce((sum, value) => sum + value * value, 0))
  return Buffer.from(vector.map((value) => value / size).buffer)
}

const questions = ['mark17', 'mark523 harbour', 'lantern tide copper', 'Section 3 of 77'] as const

/** What is searched for and found: every result with its text and score. */
async function answersOf(memory: Memory) {
  const answers = []
  for (const question of questions) {
    const { answer } = await memory.search(question, { threshold: 0, limit: 5 })
    const found = answer.results.map(({ id, text, fusedScore }) => [id, text, fusedScore.toFixed(5)])
    answers.push({ question, found, mode: answer.mode, degraded: answer.degraded })
  }
  return answers
}

async function withMemory<Result>(
  path: string,
  work: (memory: Memory, embedded: readonly string[]) => Promise<Result>,
): Promise<Result> {
  const { model, embedded } = createCountingModel()
  const store = await openSqliteStore({ path })
  const memory = createMemory({ store, models: [backendFor(model)], freshness: 'none' })
  try {
    return await work(memory, embedded)
  } finally {
    await memory.close()
  }
}

/** What came of one run. */
export interface FlipOutcome {
  readonly at: number
  /** Whether the damage was found. */
  readonly isFound: boolean
  readonly embedded: number
  /** How many vectors the page holds that was hit. */
  readonly onPage: number
  readonly isSame: boolean
  readonly failures: readonly string[]
}

/** A folder that is indexed into a database of a thousand vectors, and what is done to copies of that. */
export async function thousandVectors() {
  const folder = temporaryFolder()
  const notes = join(folder, 'notes')
  mkdirSync(notes)
  for (let document = 0; document < documents; document += 1) {
    const parts = Array.from({ length: sections }, (_, section) => sectionText(document, section))
    writeFileSync(join(notes, `${document}.md`), `# Document ${document}\n\n${parts.join('\n')}`)
  }
  const path = join(folder, 'good', 'memory.sqlite')
  const { texts, answers } = await withMemory(path, async (memory, embedded) => {
    await memory.index([notes])
    return { texts: embedded.filter((text) => text.includes('The sign of this part')), answers: await answersOf(memory) }
  })
  const good = readFileSync(path)
  const places = texts.map((text) => good.indexOf(bytesOf(text)))
  const pages = places.map((place) => Math.floor(place / pageSize))

  /** Flips one bit of a copy, repairs it as the doctor does, indexes, and searches. */
  async function flip(at: number, bit: number): Promise<FlipOutcome> {
    const copy = join(temporaryFolder(), 'copy', 'memory.sqlite')
    mkdirSync(dirname(copy))
    const bytes = Buffer.from(good)
    bytes[at] = (bytes[at] ?? 0) ^ (1 << bit)
    writeFileSync(copy, bytes)
    const place = { path: copy, connection: { path: copy, vectorExtension: undefined } }
    const signal = new AbortController().signal
    const outcomes = await repairDatabase({ flags: { db: copy }, place, chunking: undefined, signal })
    const failures = outcomes.flatMap(({ state, detail, cause }) => (state === 'failed' ? [`${detail}: ${cause}`] : []))
    return withMemory(copy, async (memory, embedded) => {
      await memory.sync()
      const isSame = JSON.stringify(await answersOf(memory)) === JSON.stringify(answers)
      const onPage = pages.filter((page) => page === Math.floor(at / pageSize)).length
      return { at, isFound: outcomes.length > 1, embedded: embedded.length, onPage, isSame, failures }
    })
  }

  return { size: good.length, texts, places, answers, flip }
}

/** Numbers from 0 to 1 that are the same every time. */
export function seededNumbers(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}
