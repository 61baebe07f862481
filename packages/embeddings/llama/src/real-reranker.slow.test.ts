import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Reranker } from '@recallite/rerankers'
import { rerankerConformance } from '@recallite/rerankers/conformance'
import { sharedFile } from '@recallite/test-kit'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { writeRerankerFile } from './__fixtures__/reranker-file.js'
import { createLlamaReranker } from './create-llama-reranker.js'

// A machine that does other things as well takes a minute and more for what takes seconds.
vi.setConfig({ testTimeout: 300_000 })

const english = sharedFile('models/all-MiniLM-L6-v2.q8_0.gguf') ?? ''
/** Built before the tests: a child process does not read TypeScript. */
const child = new URL('../dist/child.js', import.meta.url)

describe.skipIf(english === '')(
  'a reranker of llama.cpp (needs all-MiniLM-L6-v2.q8_0.gguf beside the checkout)',
  () => {
    let folder = ''
    let modelPath = ''
    let reranker: Reranker
    /** MiniLM with an untrained layer of a reranker behind it. */
    const createUntrained = () => createLlamaReranker({ modelPath, child, threads: 1 })
    beforeAll(async () => {
      folder = mkdtempSync(join(tmpdir(), 'recallite-reranker-'))
      modelPath = join(folder, 'untrained.gguf')
      writeRerankerFile(english, modelPath, 384)
      reranker = await createUntrained()
    })
    afterAll(async () => {
      await reranker.dispose?.()
      rmSync(folder, { recursive: true })
    })

    /** The reranker that these tests share, which no case ends. */
    const createShared = async (): Promise<Reranker> => {
      const { identity, rerank } = reranker
      return { identity, rerank }
    }
    const isDisposal = ({ name }: { name: string }) => name.includes('disposed of')
    const cases = [
      ...rerankerConformance(createShared, { isTrained: false }).filter((one) => !isDisposal(one)),
      ...rerankerConformance(createUntrained, { isTrained: false }).filter(isDisposal),
    ]

    it.each(cases)('keeps the contract, though it is not trained: $name', async ({ run }) => {
      await expect(run()).resolves.toBeUndefined()
    })

    it('reads query and text together: the score depends on both', async () => {
      const texts = ['The cat sleeps on the warm window sill.', 'Interest rates rose in March.']
      const one = await reranker.rerank({ query: 'Where does the cat sleep?', texts })
      const other = await reranker.rerank({ query: 'What did interest rates do?', texts })
      expect(new Set([...one, ...other].map((score) => score.toFixed(4))).size).toBe(4)
    })

    it('says that an embedding model is no reranker', async () => {
      await expect(createLlamaReranker({ modelPath: english, child, threads: 1 })).rejects.toMatchObject({
        code: 'RERANKER_UNAVAILABLE',
        message: expect.stringMatching(/it is no reranker: .* Choose a GGUF file of a reranker/),
      })
    })
  },
)
