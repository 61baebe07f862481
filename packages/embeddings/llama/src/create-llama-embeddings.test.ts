import { promptStyles } from '@recallite/embeddings/provider'
import { embeddingModelConformance } from '@recallite/embeddings/conformance'
import { playedModel, writeModelFile } from '@recallite/test-kit'
import { describe, expect, it } from 'vitest'
import { ask, createTestModel, unavailable } from './__fixtures__/test-model.js'
import { createLlamaEmbeddings } from './create-llama-embeddings.js'

describe('createLlamaEmbeddings', () => {
  it('names the space by the file, the length of the vectors and the prefixes', async () => {
    const model = await createTestModel({ promptStyle: 'e5' })
    expect(model.identity).toEqual({
      provider: 'local',
      model: 'model.well',
      dimensions: 8,
      promptStyle: 'e5',
    })
  })

  it('chooses the prefixes by the file name, then by the name in the file', async () => {
    const byFile = await createTestModel({ modelPath: writeModelFile('e5-small'), promptStyle: undefined })
    const byName = await createTestModel({ promptStyle: undefined })
    expect([byFile.identity.promptStyle, byName.identity.promptStyle]).toEqual(['e5', 'nomic'])
  })

  it('is unavailable if the vectors do not have the expected length', async () => {
    await expect(createTestModel({ dimensions: 8 })).resolves.toMatchObject({ identity: { dimensions: 8 } })
    await expect(createTestModel({ dimensions: 4 })).rejects.toMatchObject({
      ...unavailable,
      message: 'The vectors of model.well have 8 numbers, not 4. Remove the dimensions setting.',
    })
  })

  it.each(['query', 'document'] as const)('puts the prefix of a %s before the text', async (role) => {
    const [prefixed] = await (await createTestModel({ promptStyle: 'e5' })).embed({ texts: ['x'], role })
    const [written] = await ask(await createTestModel(), [`${promptStyles.e5[role]}x`])
    expect(prefixed).toEqual(written)
  })

  it.each([
    ['dies-loading', /was ended by SIGKILL/],
    ['asserts-loading', /exited with code 134 and wrote "ops.cpp:5138: GGML_ASSERT\(row < rows\) failed"/],
    ['babbles-loading', /sent an unexpected answer/],
    ['fails-loading', /tensor 7 is missing. Mend it\.$/],
  ])('is unavailable, in one line that names the file, when the child %s', async (how, reason) => {
    const modelPath = writeModelFile(how)
    const failure: unknown = await createLlamaEmbeddings({ modelPath, child: playedModel }).catch(
      (error: unknown) => error,
    )
    expect(failure).toMatchObject(unavailable)
    expect(String(failure)).toMatch(reason)
    expect(String(failure)).toContain(modelPath)
    expect(String(failure)).not.toContain('\n')
  })

  it.each(['hangs-loading', 'blocks-loading'])(
    'is unavailable when the child %s for too long',
    async (how) => {
      const creation = createLlamaEmbeddings({
        modelPath: writeModelFile(how),
        child: playedModel,
        loadTimeout: 300,
      })
      await expect(creation).rejects.toMatchObject({
        ...unavailable,
        message: expect.stringContaining('within 300 ms'),
      })
    },
  )

  it.each(['no-child.mjs', 'not-there.mjs'])(
    'is unavailable when the child program %s does not run',
    async (name) => {
      const child = new URL(`./__fixtures__/${name}`, import.meta.url)
      const creation = createLlamaEmbeddings({ modelPath: writeModelFile(), child })
      await expect(creation).rejects.toMatchObject({
        ...unavailable,
        message: expect.stringContaining('Cannot find'),
      })
    },
  )
})

const createPlayed = async () => createLlamaEmbeddings({ modelPath: writeModelFile(), child: playedModel })

describe('a model in another process fulfils the contract', () => {
  it.each(embeddingModelConformance(createPlayed))('$name', async ({ run }) => {
    await expect(run()).resolves.toBeUndefined()
  })
})
