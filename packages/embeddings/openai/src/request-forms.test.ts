import { type Answer, answerJson, startServer } from '@recallite/test-kit'
import { describe, expect, it } from 'vitest'
import { createModel, failureOf } from './__fixtures__/create-model.js'
import { errorBody } from './__fixtures__/documented-answers.js'
import { vectorOf, type WireRequest } from './__fixtures__/played-openai.js'
import { createOpenAIEmbeddings } from './create-openai-embeddings.js'

type Request = Omit<WireRequest, 'input'> & { readonly input: string | readonly string[] }

const textsOf = ({ input }: Request) => [input].flat()
const base64 = (text: string) => Buffer.from(Float32Array.from(vectorOf(text, 8)).buffer).toString('base64')

/** A server that refuses some requests, with a message and status, and answers the others. */
function almostOpenAI(
  refusal: (request: Request) => string | false = () => false,
  {
    status = 400,
    answer = numbered,
  }: { status?: number; answer?: (texts: readonly string[]) => unknown } = {},
): Answer {
  return (served, response) => {
    const request = JSON.parse(served.body) as Request
    const message = refusal(request)
    const body =
      message === false
        ? answerJson(answer(textsOf(request)))
        : answerJson(errorBody({ message }), { status })
    return body(served, response)
  }
}

const numbered = (texts: readonly string[]) => ({
  data: texts.map((text, index) => ({ index, embedding: vectorOf(text, 8), object: 'embedding', extra: 1 })),
})

const texts = ['one', 'two', 'three', 'four', 'five']
const vectors = texts.map((text) => Float32Array.from(vectorOf(text, 8)))
const many = (limit: number, message: string) => (request: Request) =>
  textsOf(request).length > limit && message

describe('a server that is almost compatible with OpenAI', () => {
  it.each<[string, (texts: readonly string[]) => unknown]>([
    ['has no index', (given) => ({ data: given.map((text) => ({ embedding: vectorOf(text, 8) })) })],
    [
      'has null for the index',
      (given) => ({ data: given.map((text) => ({ index: null, embedding: vectorOf(text, 8) })) }),
    ],
    [
      'has text for the index',
      (given) => ({
        data: given.map((text, index) => ({ index: `${index}`, embedding: vectorOf(text, 8) })).toReversed(),
      }),
    ],
    ['has base64', (given) => ({ data: given.map((text, index) => ({ index, embedding: base64(text) })) })],
    ['names the list embeddings', (given) => ({ embeddings: given.map((text) => vectorOf(text, 8)) })],
    ['has no usage and further fields', numbered],
  ])('is read if its answer %s', async (_, answer) => {
    const { model, server } = await createModel(almostOpenAI(undefined, { answer }))
    expect(await model.embed({ texts, role: 'document' })).toEqual(vectors)
    expect(server.requests).toHaveLength(1)
  })

  it.each<[string, (request: Request) => string | false, number, requests: number]>([
    [
      'encoding_format',
      ({ encoding_format }) => encoding_format !== undefined && 'not permitted: encoding_format',
      422,
      2,
    ],
    ['dimensions', ({ dimensions }) => dimensions !== undefined && 'dimensions not supported', 400, 2],
    [
      'both, without a reason',
      (request) => ('encoding_format' in request || 'dimensions' in request) && 'Bad request',
      400,
      3,
    ],
    ['several texts', many(1, 'only one input per request'), 400, 8],
    ['several texts, without a reason', many(1, 'Bad request'), 400, 8],
    ['more than two texts', many(2, 'the batch should not be larger than 2'), 400, 6],
    ['several texts by 413', many(1, ''), 413, 8],
    ['lists', ({ input }) => typeof input !== 'string' && 'Input should be a valid string', 422, 11],
    [
      'everything',
      (request) => (Object.keys(request).length > 2 || textsOf(request).length > 1) && 'no',
      400,
      10,
    ],
  ])(
    'gets another request if it refuses %s, for queries too, and it is remembered',
    async (_, refusal, status, requests) => {
      const { model, server } = await createModel(almostOpenAI(refusal, { status }))
      expect(await model.embed({ texts, role: 'query' })).toEqual(vectors)
      expect(server.requests.length).toBeLessThanOrEqual(requests)
      const again = await createOpenAIEmbeddings({ apiKey: 'x', dimensions: 8, baseUrl: `${server.url}/v1` })
      const before = server.requests.length
      expect(await again.embed({ texts: ['one'], role: 'query' })).toEqual(vectors.slice(0, 1))
      expect(server.requests.length - before).toBe(1)
    },
  )

  it('gets no further request for a text that it refuses after it has answered', async () => {
    const refusal = (request: Request) => textsOf(request).includes('bad') && 'the content is not allowed'
    const { model, server } = await createModel(almostOpenAI(refusal))
    await model.embed({ texts, role: 'document' })
    const failure = await failureOf(model.embed({ texts: ['one', 'bad'], role: 'document' }))
    expect(failure).toMatchObject({ code: 'EMBEDDING_REQUEST_INVALID' })
    expect(server.requests).toHaveLength(2)
  })

  it.each([
    [400, 'invalid api key', 'MODEL_UNAVAILABLE'],
    [500, 'encoding_format', 'REQUEST_FAILED'],
    [404, 'model not found', 'MODEL_UNAVAILABLE'],
  ])('gets one request if the fault is another one: %s %s', async (status, message, code) => {
    const { model, server } = await createModel(almostOpenAI(() => message, { status }))
    expect(await failureOf(model.embed({ texts, role: 'query' }))).toMatchObject({
      code: `EMBEDDING_${code}`,
    })
    expect(server.requests).toHaveLength(1)
  })

  it('reports its first refusal if no form is accepted', async () => {
    const server = await startServer(almostOpenAI(() => 'never'))
    const settings = { apiKey: 'x', baseUrl: `${server.url}/v1`, model: 'unknown' }
    expect(String(await failureOf(createOpenAIEmbeddings(settings)))).toContain('It says: never')
  })
})
