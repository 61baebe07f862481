import { EmbeddingError, type EmbeddingModel } from '@recallite/embeddings'
import { openSqliteStore } from '@recallite/store-sqlite'
import { describe, expect, it } from 'vitest'
import { createConceptModel } from '../../__fixtures__/concept-model.js'
import { notesFolder } from '../../__fixtures__/notes-folder.js'
import { indexedMemory, testMemory } from '../../__fixtures__/test-memory.js'
import { readCalibration } from './calibration.js'
import { measureModel } from './measure-model.js'
import { calibrationPairs } from './pairs.js'

/** The concept model with other vectors. */
function modelOf(vectorOf: (text: string) => number[], name = 'bent'): EmbeddingModel {
  const { model } = createConceptModel({ name })
  return { ...model, embed: async ({ texts }) => texts.map((text) => Float32Array.from(vectorOf(text))) }
}

const alike = modelOf((text) => [1, 0, 0, 0, 0, 0, text.length * 1e-4])
const notes = {
  'car.md': 'The automobile needs tyres.',
  'sea.md': 'A boat on the ocean.',
  'tax.md': 'Money is due.',
}

describe('the constant pairs', () => {
  it('are 24 or more in Latin, and several in each of six other scripts, all different', () => {
    expect(calibrationPairs.Latin.length).toBeGreaterThanOrEqual(24)
    const others = Object.entries(calibrationPairs).filter(([script]) => script !== 'Latin')
    expect(others).toHaveLength(6)
    for (const [, pairs] of others) expect(pairs.length).toBeGreaterThanOrEqual(8)
    const texts = Object.values(calibrationPairs).flat(2)
    expect(new Set(texts).size).toBe(texts.length)
  })
})

describe('the calibration of a model', () => {
  it('is the mean cosine of mismatched and of true pairs', async () => {
    const { Latin } = await measureModel(createConceptModel().model, undefined)
    // A passage has a cosine of .45 / √(.45² + .89²) to the question of each fifth pair, and 0 to the others.
    const same = 0.45 / Math.hypot(0.45, 0.89)
    const matching = calibrationPairs.Latin.flatMap((_, a) =>
      calibrationPairs.Latin.flatMap((__, b) => (a === b ? [] : [a % 5 === b % 5 ? same : 0])),
    )
    expect(Latin?.related).toBeCloseTo(same, 5)
    expect(Latin?.floor).toBeCloseTo(matching.reduce((sum, value) => sum + value, 0) / matching.length, 5)
  })

  it('has no script if all vectors of a model are equal', async () => {
    const scripts = await measureModel(alike, undefined)
    expect(Object.values(scripts)).toEqual(Object.keys(calibrationPairs).map(() => null))
  })

  it('omits a script without vectors, and measures the others', async () => {
    const { model } = createConceptModel()
    const latinOnly: EmbeddingModel = {
      ...model,
      async embed(request) {
        if (request.texts.every((text) => !/[^\p{Script=Latin}\p{Script=Common}]/u.test(text)))
          return model.embed(request)
        throw new EmbeddingError('EMBEDDING_RESPONSE_INVALID', 'a vector is all zero')
      },
    }
    const { Latin, ...others } = await measureModel(latinOnly, undefined)
    expect(Latin).not.toBeNull()
    expect(new Set(Object.values(others))).toEqual(new Set([null]))
  })

  it('treats distant vectors that do not separate the pairs as those of a model of spelling', async () => {
    const digits = (text: string) =>
      [...Array(7).keys()].map((slot) =>
        Math.sin(text.length * 7 + (text.codePointAt(slot) ?? 0) * (slot + 1)),
      )
    const { Latin } = await measureModel(modelOf(digits), undefined)
    expect(Latin?.related).toBeCloseTo((Latin?.floor ?? Number.NaN) + 0.35, 10)
  })
})

describe('a memory', () => {
  it('calibrates its space once', async () => {
    const store = await openSqliteStore({ path: ':memory:' })
    const { model } = createConceptModel()
    const batchSizes: number[] = []
    const counting = {
      ...model,
      embed: (request: Parameters<typeof model.embed>[0]) => (
        batchSizes.push(request.texts.length),
        model.embed(request)
      ),
    }
    const { memory } = await testMemory({ store, models: [counting] })
    const read = async () => {
      const [space] = await store.listSpaces()
      return space && readCalibration(store, space)
    }
    await memory.index([notesFolder(notes)])
    const first = await read()
    expect(Object.keys(first?.scripts ?? {})).toContain('Latin')
    const requests = batchSizes.length
    await memory.sync()
    expect(batchSizes).toHaveLength(requests)
    await memory.index([notesFolder({ 'd.md': 'A vehicle.' })])
    expect(await read()).toEqual(first)
    // One more request than the canary and the texts: the pairs are not embedded again.
    expect(batchSizes.length - requests).toBeLessThan(4)
  })

  it('ignores the vectors of a model that cannot read a script, and reports it', async () => {
    const { memory } = await indexedMemory(notes, { models: [alike] })
    const { answer } = await memory.search('automobile tyres')
    expect([answer.mode, answer.retrievers.vector]).toEqual(['keyword', 'off'])
    expect(answer.degraded).toEqual([
      {
        retriever: 'vector',
        reason: expect.stringMatching(/^test\/bent cannot compare texts in Latin script/),
      },
    ])
    const words = await testMemory({})
    await words.memory.index([notesFolder(notes)])
    const byWords = (await words.memory.search('automobile tyres')).answer
    expect(answer.results.map(({ path, confidence }) => [path, confidence])).toEqual(
      byWords.results.map(({ path, confidence }) => [path, confidence]),
    )
    expect((await memory.status()).unreadableScripts).toContain('Latin')
  })

  it('reports no scripts before it is calibrated', async () => {
    const { memory } = await testMemory({})
    expect((await memory.status()).unreadableScripts).toBeNull()
  })
})
