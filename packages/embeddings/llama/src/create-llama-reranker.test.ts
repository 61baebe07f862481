import { RerankError, type Reranker } from '@recallite/rerankers'
import { rerankerConformance } from '@recallite/rerankers/conformance'
import { playedModel, writeModelFile } from '@recallite/test-kit'
import { describe, expect, it, onTestFinished } from 'vitest'
import { createLlamaReranker, type LlamaRerankerSettings } from './create-llama-reranker.js'

async function createTestReranker(settings: Partial<LlamaRerankerSettings> = {}): Promise<Reranker> {
  const reranker = await createLlamaReranker({ modelPath: writeModelFile(), child: playedModel, ...settings })
  onTestFinished(() => reranker.dispose?.())
  return reranker
}

const query = 'red apple'

describe('createLlamaReranker', () => {
  it.each(rerankerConformance(() => createTestReranker()))('fulfils the contract: $name', async ({ run }) => {
    await expect(run()).resolves.toBeUndefined()
  })

  it('is named by its file', async () => {
    expect((await createTestReranker()).identity).toEqual({ provider: 'local', model: 'model.well' })
  })

  it.each([
    [
      'a missing file',
      () => '/nowhere/rerank.gguf',
      /there is no such file. Set the path of a GGUF reranker\.$/,
    ],
    ['a process that dies', () => writeModelFile('dies-loading'), /was ended by SIGKILL/],
    ['a model that does not load', () => writeModelFile('fails-loading'), /tensor 7 is missing. Mend it\.$/],
  ])('is unavailable with %s', async (_, prepare, reason) => {
    const modelPath = prepare()
    const failure: unknown = await createTestReranker({ modelPath }).catch((error: unknown) => error)
    expect(RerankError.isInstance(failure)).toBe(true)
    expect(failure).toMatchObject({ code: 'RERANKER_UNAVAILABLE', isRetryable: false })
    expect(String(failure)).toMatch(reason)
    expect(String(failure)).toContain(`The reranker ${modelPath} cannot be used`)
  })

  it('names the rejected text', async () => {
    const call = (await createTestReranker()).rerank({ query, texts: ['a', 'refuse'] })
    await expect(call).rejects.toMatchObject({
      code: 'RERANK_REQUEST_INVALID',
      message: 'Text 1 of 2 has no score: it has no tokens. Leave this text out.',
    })
  })
})
