import assert from 'node:assert/strict'
import { assertSameVector, cosine, embedDocuments, type Check } from './check.js'

const sentences = [
  'The cat sleeps on the warm window sill.',
  'Interest rates rose by half a point in March.',
  'Rename the column before you run the migration.',
  'Bake the bread for forty minutes.',
]

const describesItself: Check = {
  name: 'names its vector space, its limits and the version of the contract',
  async holds(model) {
    assert.equal(model.specificationVersion, 'v1')
    const { provider, model: name, dimensions, promptStyle } = model.identity
    for (const part of [provider, name, promptStyle])
      assert.ok(part.length > 0, 'a part of the identity is empty')
    for (const number of [dimensions, model.maxBatchItems, model.maxBatchTokens]) {
      assert.ok(Number.isSafeInteger(number) && number > 0, `${number} is not a positive integer`)
    }
  },
}

const keepsOrder: Check = {
  name: 'answers each text with its own vector, in the order of the texts',
  async holds(model) {
    const together = await embedDocuments(model, sentences)
    const reversed = await embedDocuments(model, sentences.toReversed())
    for (const [position, vector] of together.entries()) assertSameVector(reversed.at(-1 - position), vector)
  },
}

const tellsApart: Check = {
  name: 'gives different texts different vectors',
  async holds(model) {
    const vectors = await embedDocuments(model, sentences)
    const [first, ...others] = vectors
    assert.ok(first !== undefined)
    for (const other of others) assert.ok(cosine(first, other) < 0.999, 'different texts got one vector')
  },
}

const isRepeatable: Check = {
  name: 'gives the same text the same vector, in one request and in another',
  async holds(model) {
    const [text = ''] = sentences
    const [first, , again] = await embedDocuments(model, [text, 'Something else.', text])
    const [later] = await embedDocuments(model, [text])
    assertSameVector(again, first)
    assertSameVector(later, first)
  },
}

const answersBothRoles: Check = {
  name: 'embeds queries as well as documents, in vectors of one length',
  async holds(model) {
    const [query] = await model.embed({ texts: ['Where does the cat sleep?'], role: 'query' })
    const [document] = await embedDocuments(model, sentences)
    assert.equal(query?.length, document?.length)
  },
}

const answersNothing: Check = {
  name: 'answers a request without texts with no vectors',
  async holds(model) {
    assert.deepEqual(await model.embed({ texts: [], role: 'document' }), [])
  },
}

/** Checks of valid answers. */
export const answerChecks: readonly Check[] = [
  describesItself,
  keepsOrder,
  tellsApart,
  isRepeatable,
  answersBothRoles,
  answersNothing,
]
