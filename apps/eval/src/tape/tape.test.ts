import { createHash } from 'node:crypto'
import { appendFileSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type EmbeddingModel, type EmbeddingRequest, checked } from '@recallite/embeddings'
import { embeddingModelConformance } from '@recallite/embeddings/conformance'
import { temporaryFolder } from '@recallite/test-kit'
import { describe, expect, it } from 'vitest'
import { failureOf } from '../__fixtures__/failure-of.js'
import { openTape, taped } from './tape.js'

const dimensions = 8

/** A different vector for every text. */
function vectorOf(text: string): Float32Array {
  const bytes = createHash('sha256').update(text).digest()
  return Float32Array.from({ length: dimensions }, (_, index) => bytes.readInt8(index) / 3)
}

function countingModel(name = 'hashes') {
  const requests: EmbeddingRequest[] = []
  const model: EmbeddingModel = {
    specificationVersion: 'v1',
    identity: { provider: 'test', model: name, dimensions, promptStyle: 'none' },
    maxBatchItems: 8,
    maxBatchTokens: 100,
    async embed(request) {
      requests.push(request)
      await new Promise((resolve) => setImmediate(resolve))
      request.signal?.throwIfAborted()
      return request.texts.map(vectorOf)
    },
    async dispose() {
      throw new TypeError('disposed of a model that is shared')
    },
  }
  return { model, requests }
}

const fileName = () => join(temporaryFolder(), 'deep', 'model.tape')

describe('taped', () => {
  it('requests each text once and answers in the order of the request', async () => {
    const { model, requests } = countingModel()
    const recording = taped(model, openTape())
    await recording.embed({ texts: ['bb'], role: 'query' })
    const vectors = await recording.embed({ texts: ['a', 'bb', 'a'], role: 'query' })
    expect(vectors).toEqual(['a', 'bb', 'a'].map(vectorOf))
    expect(requests.map(({ texts }) => texts)).toEqual([['bb'], ['a']])
  })

  it('distinguishes questions and documents, which models embed differently', async () => {
    const { model, requests } = countingModel()
    const recording = taped(model, openTape())
    for (const role of ['query', 'document', 'document'] as const) {
      await recording.embed({ texts: ['a'], role })
    }
    expect(requests.map(({ role }) => role)).toEqual(['query', 'document'])
  })

  it('rejects a tape of another model, and an empty one without a model', async () => {
    const tape = openTape()
    await taped(countingModel().model, tape).embed({ texts: ['a'], role: 'query' })
    const other = failureOf(() => taped(countingModel('width').model, tape))
    expect(other).toMatchObject({ code: 'EVALUATION_TAPE_OF_OTHER_MODEL' })
    expect(failureOf(() => taped(undefined, openTape()))).toMatchObject({ code: 'EVALUATION_NOT_ON_TAPE' })
  })
})

describe('a taped model', () => {
  const create = async () => taped(checked(countingModel().model), openTape())

  it.each(embeddingModelConformance(create))('$name', async ({ run }) => {
    await expect(run()).resolves.toBeUndefined()
  })
})

describe('a tape in a file', () => {
  it('replays the same bits without the model, and says which vectors are missing', async () => {
    const file = fileName()
    const { model } = countingModel()
    const request = { texts: ['one', 'three'], role: 'document' } as const
    const recorded = await taped(model, openTape(file)).embed(request)
    const replaying = taped(undefined, openTape(file))
    expect(replaying.identity).toEqual(model.identity)
    expect(await replaying.embed(request)).toEqual(recorded)
    await expect(replaying.embed({ texts: ['one', 'two'], role: 'document' })).rejects.toMatchObject({
      code: 'EVALUATION_NOT_ON_TAPE',
      message: expect.stringMatching(/has no vectors for 1 .*"two".*--model/),
    })
  })

  it('drops an incomplete line and continues after the last complete one', async () => {
    const file = fileName()
    const { model, requests } = countingModel()
    const record = (texts: string[]) => taped(model, openTape(file)).embed({ texts, role: 'query' })
    await record(['a'])
    const whole = readFileSync(file, 'utf8')
    appendFileSync(file, '{"key":"é')
    await record(['a', 'bb'])
    expect(requests.map(({ texts }) => texts)).toEqual([['a'], ['bb']])
    expect(readFileSync(file, 'utf8').startsWith(`${whole}{"key":`)).toBe(true)
    await record(['a', 'bb'])
    expect(requests).toHaveLength(2)
  })

  it('does not change another file with a single line', () => {
    const file = join(temporaryFolder(), 'notes.txt')
    writeFileSync(file, 'my only copy')
    expect(failureOf(() => openTape(file))).toMatchObject({ code: 'EVALUATION_TAPE_MALFORMED' })
    expect(readFileSync(file, 'utf8')).toBe('my only copy')
  })

  it.each([
    ['another file', '# Notes\n', ':1: '],
    ['a line that is none', 'HEADER{"key":"k"}\n', ':2: '],
    ['a vector of another length', 'HEADER{"key":"k","vector":"AACAPw=="}\n', ':2: '],
    [
      'a vector that is no number',
      `HEADER{"key":"k","vector":"${Buffer.alloc(4 * dimensions, 0xff).toString('base64')}"}\n`,
      ':2: ',
    ],
  ])('rejects %s and says where', async (_, text, place) => {
    const file = join(temporaryFolder(), 'x.tape')
    const { identity } = countingModel().model
    writeFileSync(file, text.replace('HEADER', `${JSON.stringify({ tape: 1, identity })}\n`))
    const failure = failureOf(() => openTape(file))
    expect(failure).toMatchObject({
      code: 'EVALUATION_TAPE_MALFORMED',
      message: expect.stringContaining(`${file}${place}`),
    })
  })
})
