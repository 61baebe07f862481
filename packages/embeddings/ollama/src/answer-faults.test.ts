import type { EmbeddingError } from '@recallite/embeddings'
import { answerJson, answerText, type Answer } from '@recallite/test-kit'
import { describe, expect, it } from 'vitest'
import { createModel, failureOf, unreadable } from './__fixtures__/create-model.js'
import { answerOf, vectorOf } from './__fixtures__/played-ollama.js'

const texts = ['zero', 'one', 'two', 'three']
const good = texts.map((text) => vectorOf(text, 8))

/** The good vectors, but for those at these places. */
const allBut = (...places: number[]) =>
  good.map((vector, place) => (places.includes(place) ? undefined : Float32Array.from(vector)))

const withVectors = (embeddings: readonly unknown[]): Answer => answerJson(answerOf('x', embeddings))
/** A good answer but for text 2, which has this for a vector. */
const withVector = (vector: unknown): Answer => withVectors([good[0], good[1], vector, good[3]])

/** The JSON of a good answer with a change that `JSON.stringify` would not make. */
const written = (change: (json: string) => string): Answer =>
  answerText(change(JSON.stringify(answerOf('x', good))))

const firstNumber = /(?<="embeddings":\[\[)[^,]+/
const html = { headers: { 'content-type': 'text/html' } }

const faults: readonly (readonly [name: string, answer: Answer, carried: unknown])[] = [
  ['a vector is missing at the end', withVectors(good.slice(0, 3)), undefined],
  ['there are no vectors', withVectors([]), undefined],
  ['there is one vector too many', withVectors([...good, good[0]]), undefined],
  ['a vector is too short', withVector([1, 2, 3]), allBut(2)],
  ['a vector is too long', withVector(Array(9).fill(1)), allBut(2)],
  ['a vector is empty', withVector([]), allBut(2)],
  ['all vectors have another length', withVectors(good.map(() => [1, 2])), undefined],
  ['a vector is null', withVector(null), allBut(2)],
  ['a vector is text', withVector('AACAPwAAAEA='), allBut(2)],
  ['a vector is an object', withVector({ 0: 1, length: 8 }), allBut(2)],
  ['a vector has null in it', withVector([1, null, 1, 1, 1, 1, 1, 1]), allBut(2)],
  ['a vector has numbers as text', withVector(['1', 1, 1, 1, 1, 1, 1, 1]), allBut(2)],
  ['a vector has "NaN" in it', withVector(['NaN', 1, 1, 1, 1, 1, 1, 1]), allBut(2)],
  ['a vector is all zero', withVector(Array(8).fill(0)), allBut(2)],
  ['a vector is too large for its kind of number', withVector([1e39, 1, 1, 1, 1, 1, 1, 1]), allBut(2)],
  ['two vectors are bad', withVectors([null, good[1], [], good[3]]), allBut(0, 2)],
  ['a vector has 1e999 in it', written((json) => json.replace(firstNumber, '1e999')), allBut(0)],
  ['a vector has NaN in it', written((json) => json.replace(firstNumber, 'NaN')), undefined],
  ['it is cut', written((json) => json.slice(0, -20)), undefined],
  ['it is HTML', answerText('<html></html>', html), undefined],
  ['it is empty', answerText(''), undefined],
  ['it has no content', answerText('', { status: 204 }), undefined],
  ['it is null', answerJson(null), undefined],
  ['it is that of the older API', answerJson({ embedding: good[0] }), undefined],
  ['it is that of another API', answerJson({ data: [{ index: 0, embedding: good[0] }] }), undefined],
  ['it is an error', answerJson({ error: 'out of memory' }), undefined],
  ['the embeddings are an object', answerJson(answerOf('x', { 0: [1] } as never)), undefined],
]

describe('an answer with a fault gives no wrong vector, and the right ones in the error', () => {
  it.each(faults)('%s', async (_, answer, carried) => {
    const { model, server } = await createModel(answer)
    const failure = await failureOf(model.embed({ texts, role: 'document' }))
    expect(failure).toMatchObject(unreadable)
    expect((failure as EmbeddingError).vectors).toEqual(carried)
    expect(String(failure)).toMatch(/^[^\n]+\.$/)
    expect(server.requests).toHaveLength(1)
  })
})
