import { describe, expect, it } from 'vitest'
import { createHostedModel } from './__fixtures__/hosted-model.js'
import { type HostedNetwork, vectorsOfAnswer } from './conformance.js'
import { decorate, type EmbeddingModel } from './embedding-model.js'
import { EmbeddingError } from './errors.js'

const one = new Float32Array([1, 0])

/** A model of vectors with 2 numbers that does this, whatever is answered. */
function always(embed: EmbeddingModel['embed']) {
  return async (network: HostedNetwork): Promise<EmbeddingModel> => {
    const model = createHostedModel(network)
    return decorate({ ...model, identity: { ...model.identity, dimensions: 2 } }, embed)
  }
}

function rejecting(error: unknown) {
  return always(async () => {
    throw error
  })
}

describe('vectorsOfAnswer', () => {
  it('gives the vectors of a model, or those of its error', async () => {
    expect(
      await vectorsOfAnswer(
        always(async () => [one, one]),
        '{}',
      ),
    ).toEqual([one, one])
    const vectors = [undefined, one]
    const error = new EmbeddingError('EMBEDDING_RESPONSE_INVALID', 'Bad.', { vectors })
    expect(await vectorsOfAnswer(rejecting(error), '{}')).toEqual([one])
  })

  it.each([
    ['gives too few', always(async () => [one])],
    ['gives zeros', always(async () => [one, new Float32Array(2)])],
    ['gives what is not finite', always(async () => [one, new Float32Array([Number.NaN, 1])])],
    ['gives another length', always(async () => [one, new Float32Array([1])])],
    ['throws errors of its own', rejecting(new TypeError('null is not an object'))],
    [
      'takes an answer for a failure of the network',
      rejecting(new EmbeddingError('EMBEDDING_REQUEST_FAILED', 'No.')),
    ],
  ])('catches a model that %s', async (_, create) => {
    await expect(vectorsOfAnswer(create, '{}')).rejects.toThrow(
      expect.objectContaining({ name: 'AssertionError' }),
    )
  })
})
