import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createHashingModel } from './__fixtures__/hashing-model.js'
import { checked, unitVector } from './checked.js'
import { embeddingModelConformance } from './conformance.js'
import { decorate, type EmbeddingModel } from './embedding-model.js'

function answering(vectors: (count: number) => unknown[]): EmbeddingModel {
  const model = createHashingModel()
  return checked(decorate(model, async ({ texts }) => vectors(texts.length) as Float32Array[]))
}

const good = new Float32Array(8).fill(1)
const ask = (model: EmbeddingModel, texts: string[]) => model.embed({ texts, role: 'document' })

describe('checked', () => {
  it.each([
    ['too few vectors', [good], /answered 2 texts with 1 vectors/],
    ['too many vectors', [good, good, good], /answered 2 texts with 3 vectors/],
    [
      'a short vector',
      [good, new Float32Array(7).fill(1)],
      /text 1 of 2 with a vector of 7 instead of 8 numbers/,
    ],
    [
      'not a number',
      [Float32Array.of(1, NaN, 1, 1, 1, 1, 1, 1), good],
      /text 0 of 2 with a vector that is not finite/,
    ],
    ['infinity', [good, new Float32Array(8).fill(Infinity)], /text 1 of 2 with a vector that is not finite/],
    ['zeros', [good, new Float32Array(8)], /text 1 of 2 with a vector that is all zero/],
    [
      'plain arrays',
      [good, [1, 1, 1, 1, 1, 1, 1, 1]],
      /text 1 of 2 with something that is not a Float32Array/,
    ],
    ['holes', [good, undefined], /text 1 of 2 with something that is not a Float32Array/],
  ])('rejects an answer with %s', async (_, vectors, message) => {
    await expect(
      ask(
        answering(() => vectors),
        ['a', 'b'],
      ),
    ).rejects.toMatchObject({
      code: 'EMBEDDING_RESPONSE_INVALID',
      isRetryable: false,
      message: expect.stringMatching(message),
    })
  })

  const zeros = new Float32Array(8)
  it.each<[string, unknown[], unknown]>([
    ['retain their position', [zeros, good, undefined, good], [undefined, good, undefined, good]],
    [
      'retain it before holes',
      Object.assign([good, good], { length: 4 }),
      [good, good, undefined, undefined],
    ],
    ['are missing if all are bad', [zeros, zeros, zeros, zeros], undefined],
    ['cannot be assigned to a text if one is missing', [good, good, good], undefined],
    ['cannot be assigned to a text if there is one too many', [good, good, good, good, good], undefined],
  ])('the usable vectors of a rejected answer %s', async (_, vectors, expected) => {
    const answer = ask(
      answering(() => vectors),
      ['a', 'b', 'c', 'd'],
    )
    await expect(answer).rejects.toMatchObject({ code: 'EMBEDDING_RESPONSE_INVALID', vectors: expected })
  })

  it.each(['', ' \n\t', '\u3000'])('rejects the blank text %j without calling the model', async (blank) => {
    const model = createHashingModel()
    await expect(ask(checked(model), ['a', blank, ''])).rejects.toMatchObject({
      code: 'EMBEDDING_REQUEST_INVALID',
      message: expect.stringContaining('Text 1 of 3'),
    })
    expect(model.requests).toEqual([])
  })

  it('does not call the model without texts', async () => {
    const model = answering(() => [good])
    expect(await ask(model, [])).toEqual([])
  })
})

describe('checked fulfils the contract', () => {
  it.each(embeddingModelConformance(async () => checked(createHashingModel())))('$name', async ({ run }) => {
    await expect(run()).resolves.toBeUndefined()
  })
})

describe('unitVector', () => {
  it('has length 1 and the direction of the vector', () => {
    fc.assert(
      fc.property(
        fc.float32Array({ minLength: 1, maxLength: 5, noNaN: true, noDefaultInfinity: true }),
        (given) => {
          const length = Math.hypot(...given)
          fc.pre(length > 0)
          const unit = unitVector(given)
          expect(Math.hypot(...unit)).toBeCloseTo(1, 5)
          expect([...unit]).toEqual([...given].map((value) => expect.closeTo(value / length, 5)))
        },
      ),
    )
  })

  it('leaves a zero vector unchanged', () => {
    expect(unitVector(new Float32Array(3))).toEqual(new Float32Array(3))
  })
})
