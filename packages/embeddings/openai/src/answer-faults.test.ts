import { EmbeddingError } from '@recallite/embeddings'
import { type Answer, answerJson, answerText } from '@recallite/test-kit'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createModel, dimensions, failureOf } from './__fixtures__/create-model.js'
import { embeddingList, type WireEmbedding } from './__fixtures__/documented-answers.js'
import { expectNoKey } from './__fixtures__/expect-no-key.js'
import { canaryKey, entriesFor, playOpenAI, vectorOf } from './__fixtures__/played-openai.js'
import { readEmbeddings } from './create-openai-embeddings.js'

const texts = ['zero', 'one', 'two', 'three']
const vectors = texts.map((text) => Float32Array.from(vectorOf(text, dimensions)))

/** The good vectors, but for those at these places. */
const allBut = (...places: number[]) =>
  vectors.map((vector, place) => (places.includes(place) ? undefined : vector))

/** An answer whose entry 2 has this for a vector. */
const withVector = (embedding: unknown): Answer =>
  playOpenAI((entries) => entries.with(2, { ...at(entries, 2), embedding }))

/** An answer whose entries have these indexes. */
const withIndexes = (...indexes: unknown[]): Answer =>
  playOpenAI((entries) => entries.map((entry, place) => ({ ...entry, index: indexes[place] })))

function at(entries: readonly WireEmbedding[], place: number): WireEmbedding {
  return entries[place] ?? { object: 'embedding', index: place, embedding: [] }
}

/** The JSON of a good answer with a change that `JSON.stringify` would not make. */
function written(change: (json: string) => string): Answer {
  const list = embeddingList(entriesFor({ model: '', input: texts, dimensions }))
  return answerText(change(JSON.stringify(list)))
}

const firstNumber = /(?<="embedding":\[)[^,]+/

describe('an answer in any order', () => {
  it.each([
    ['reversed', playOpenAI((entries) => entries.toReversed())],
    ['shuffled', playOpenAI((entries) => [2, 0, 3, 1].map((place) => at(entries, place)))],
  ])('is put in order by its indexes: %s', async (_, answer) => {
    const { model } = await createModel(answer)
    expect(await model.embed({ texts, role: 'document' })).toEqual(vectors)
  })
})

const faults: readonly (readonly [name: string, answer: Answer, carried: unknown])[] = [
  ['an entry is missing', playOpenAI((entries) => entries.toSpliced(1, 1)), allBut(1)],
  ['the first half is missing', playOpenAI((entries) => entries.slice(2)), allBut(0, 1)],
  [
    'the last half is missing, or was it another one?',
    playOpenAI((entries) => entries.slice(0, 2)),
    undefined,
  ],
  [
    'an entry is missing and the others are numbered anew',
    playOpenAI((entries) => entries.slice(1).map((entry, index) => ({ ...entry, index }))),
    undefined,
  ],
  ['an index is there twice', withIndexes(0, 1, 1, 3), allBut(1, 2)],
  ['all indexes are the same', withIndexes(0, 0, 0, 0), undefined],
  ['there is an entry twice', playOpenAI((entries) => [...entries, at(entries, 2)]), allBut(2)],
  ['indexes count from one', withIndexes(1, 2, 3, 4), undefined],
  ['an index is negative', withIndexes(-1, 1, 2, 3), undefined],
  ['an index is a fraction', withIndexes(0, 1, 1.5, 3), undefined],
  ['an index is text', withIndexes('0', 1, 2, 3), undefined],
  ['there are no indexes', withIndexes(), undefined],
  [
    'there is one vector too many',
    playOpenAI((entries) => [...entries, { ...at(entries, 0), index: 4 }]),
    undefined,
  ],
  ['a vector is too short', withVector([1, 2, 3]), allBut(2)],
  ['a vector is too long', withVector(Array(9).fill(1)), allBut(2)],
  ['a vector is empty', withVector([]), allBut(2)],
  [
    'all vectors have another length',
    playOpenAI((entries) => entries.map((entry) => ({ ...entry, embedding: [1, 2] }))),
    undefined,
  ],
  ['a vector is missing', withVector(undefined), allBut(2)],
  ['a vector is null', withVector(null), allBut(2)],
  ['a vector is base64', withVector('AACAPwAAAEAAAEBAAACAQAAAoEAAAMBAAADgQAAAAEE='), allBut(2)],
  ['a vector is an object', withVector({ 0: 1, length: 8 }), allBut(2)],
  ['a vector is a list of vectors', withVector([Array(8).fill(1)]), allBut(2)],
  ['a vector has null in it', withVector([1, null, 1, 1, 1, 1, 1, 1]), allBut(2)],
  ['a vector has numbers as text', withVector(['1', 1, 1, 1, 1, 1, 1, 1]), allBut(2)],
  ['a vector has "NaN" in it', withVector(['NaN', 1, 1, 1, 1, 1, 1, 1]), allBut(2)],
  ['a vector has true in it', withVector([true, 1, 1, 1, 1, 1, 1, 1]), allBut(2)],
  ['a vector is all zero', withVector(Array(8).fill(0)), allBut(2)],
  ['a vector is too small for its kind of number', withVector(Array(8).fill(1e-60)), allBut(2)],
  ['a vector is too large for its kind of number', withVector([1e39, 1, 1, 1, 1, 1, 1, 1]), allBut(2)],
  ['a vector has 1e999 in it', written((json) => json.replace(firstNumber, '1e999')), allBut(0)],
  ['a vector has NaN in it', written((json) => json.replace(firstNumber, 'NaN')), undefined],
  ['it is cut', written((json) => json.slice(0, -20)), undefined],
  [
    'it is HTML',
    answerText(`<html>${canaryKey}</html>`, { headers: { 'content-type': 'text/html' } }),
    undefined,
  ],
  ['it is HTML that says it is JSON', answerText(`<html>${canaryKey}</html>`), undefined],
  ['it is empty', answerText(''), undefined],
  ['it is nothing, of no length', answerText('', { headers: { 'content-length': '0' } }), undefined],
  ['it has no content', answerText('', { status: 204 }), undefined],
  ['it is null', answerJson(null), undefined],
  ['it is a number', answerJson(1), undefined],
  ['it is an error', answerJson({ error: { message: canaryKey } }), undefined],
  ['it is a list of vectors', answerJson(vectors.map((vector) => [...vector])), undefined],
  ['it is that of another API', answerJson({ embeddings: [[1, 2]] }), undefined],
  ['data is an object', answerJson({ data: { 0: { index: 0, embedding: [1] } } }), undefined],
  ['data holds null', answerJson(embeddingList([null, null, null, null])), undefined],
  ['data is empty', answerJson(embeddingList([])), undefined],
]

describe('an answer with a fault gives no wrong vector, and the right ones in the error', () => {
  it.each(faults)('%s', async (_, answer, carried) => {
    const { model } = await createModel(answer)
    const failure = await failureOf(model.embed({ texts, role: 'document' }))
    expect(failure).toMatchObject({ code: 'EMBEDDING_RESPONSE_INVALID', isRetryable: false })
    expect((failure as EmbeddingError).vectors).toEqual(carried)
    expectNoKey(failure, canaryKey)
  })
})

describe('readEmbeddings', () => {
  const source = 'openai/x at host'
  const embedding = fc.oneof(
    fc.array(fc.oneof(fc.double(), fc.constantFrom(null, '1', 0)), { minLength: 1, maxLength: 3 }),
    fc.constantFrom(null, 'AAAA', [1, 1]),
  )
  const entry = fc.record({
    index: fc.oneof(fc.integer({ min: -1, max: 4 }), fc.constantFrom('0', null)),
    embedding,
  })

  it('gives a good vector from the entry of that index, or says that there is none', () => {
    fc.assert(
      fc.property(fc.array(entry, { maxLength: 6 }), fc.integer({ min: 1, max: 4 }), (data, count) => {
        const found = readOrFail(() => readEmbeddings({ data }, { count, dimensions: 2, source }))
        expect(found.length).toBeLessThanOrEqual(count)
        for (const [place, vector] of found.entries()) {
          if (vector === undefined) continue
          expect(vector.every(Number.isFinite) && vector.some((value) => value !== 0)).toBe(true)
          const entries = data.filter(({ index }) => index === place)
          expect(entries.map((each) => Float32Array.from(each.embedding as number[]))).toEqual([vector])
        }
      }),
    )
  })
})

function readOrFail(read: () => Float32Array[]): readonly (Float32Array | undefined)[] {
  try {
    return read()
  } catch (error) {
    if (!EmbeddingError.isInstance(error) || error.code !== 'EMBEDDING_RESPONSE_INVALID') throw error
    return error.vectors ?? []
  }
}
