import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createMemory } from '@recallite/core'
import type { EmbeddingModel } from '@recallite/embeddings'
import { createOnnxEmbeddings } from '@recallite/embeddings-onnx'
import { openSqliteStore } from '@recallite/store-sqlite'
import { openSqliteRecords } from '@recallite/store-sqlite/records'
import { sharedFile, temporaryFolder } from '@recallite/test-kit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

/** A model next to the checkout, never in it; the test is skipped without it. */
const folder = sharedFile('models/e5-small-v2') ?? ''
/** Facts with a question each, facts without a question, and questions about unknown facts. */
const { asked, others, untold } = JSON.parse(
  readFileSync(new URL('./__fixtures__/told-facts.json', import.meta.url), 'utf8'),
) as { asked: [fact: string, question: string][]; others: string[]; untold: string[] }

/** Built before the tests, since a child process does not read TypeScript. */
const child = new URL('../../../packages/embeddings/onnx/dist/child.js', import.meta.url)

/** Queries a memory with these facts: the share of questions that are answered, or abstained on for unknown facts. */
async function ask(facts: readonly string[], questions: readonly string[], model: EmbeddingModel) {
  const home = temporaryFolder()
  const store = await openSqliteStore({ path: join(home, 'index.sqlite'), create: true })
  const records = await openSqliteRecords({ path: join(home, 'records.sqlite'), create: true })
  const memory = createMemory({ store, records, models: [model] })
  try {
    for (const fact of facts) await memory.records.remember(fact)
    const answers = []
    for (const question of questions) {
      const { results } = await memory.records.recall(question)
      answers.push(results.map(({ record }) => record.content))
    }
    return answers
  } finally {
    await memory.close()
  }
}

/** Groups of a number of facts with questions; a hundred are all of them and those without a question. */
function groupsOf(size: number) {
  if (size > asked.length)
    return [{ facts: [...asked.map(([fact]) => fact), ...others], told: asked, untold }]
  const count = Math.floor(asked.length / size)
  return Array.from({ length: count }, (_, group) => {
    const told = asked.slice(group * size, (group + 1) * size)
    const share = untold.filter((__, index) => index % count === group)
    return { facts: told.map(([fact]) => fact), told, untold: share }
  })
}

describe.skipIf(folder === '')('stored facts (needs e5-small-v2 next to the checkout)', () => {
  let model: EmbeddingModel
  let dispose: (() => Promise<void>) | undefined
  beforeAll(async () => {
    const { dispose: end, ...onnx } = await createOnnxEmbeddings({ modelPath: folder, child })
    dispose = end
    model = remembering(onnx)
  })
  afterAll(() => dispose?.())

  it.each([1, 3, 10, 100])('are found among %d, unlike most unknown facts', async (size) => {
    let [found, abstained, never] = [0, 0, 0]
    let count = 0
    for (const { facts, told, untold: questions } of groupsOf(size)) {
      const answers = await ask(facts, [...told.map(([, question]) => question), ...questions], model)
      found += told.filter(([fact], index) => answers[index]?.includes(fact)).length
      abstained += answers.slice(told.length).filter((results) => results.length === 0).length
      count += told.length
      never += questions.length
    }
    const said = `${found} of ${count} found, abstained on ${abstained} of ${never}`
    expect(found / count, said).toBeGreaterThanOrEqual(0.9)
    // Measured: 38 of 40 and 15 of 20 at 100; other processors may differ by a question.
    expect(abstained / never, said).toBeGreaterThanOrEqual(0.55)
  })
})

/** Embeds no text twice, since most memories here have the same facts. */
function remembering(model: EmbeddingModel): EmbeddingModel {
  const vectorsByText = new Map<string, Float32Array>()
  return {
    ...model,
    async embed(request) {
      const missing = [...new Set(request.texts)].filter((text) => !vectorsByText.has(text))
      const vectors = await model.embed({ ...request, texts: missing })
      for (const [index, text] of missing.entries())
        vectorsByText.set(text, vectors[index] ?? new Float32Array())
      return request.texts.map((text) => vectorsByText.get(text)?.slice() ?? new Float32Array())
    },
  }
}
