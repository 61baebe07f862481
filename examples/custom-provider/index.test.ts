import { fileURLToPath } from 'node:url'
import { embeddingModelConformance } from '@recallite/embeddings/conformance'
import { runProcess } from '@recallite/test-kit'
import { describe, expect, it } from 'vitest'
import { createTrigramEmbeddings } from './trigram-embeddings.js'

const program = fileURLToPath(new URL('index.js', import.meta.url))

describe('the trigram model meets the contract', () => {
  it.each(embeddingModelConformance(async () => createTrigramEmbeddings()))('$name', async ({ run }) => {
    expect(await run()).toBeUndefined()
  })
})

it('finds notes despite misspelled queries', async () => {
  const { stdout, stderr, exitCode } = await runProcess([program])
  expect([exitCode, stderr]).toEqual([0, ''])
  expect(stdout).toMatch(/^\d+ texts embedded\n\w+ search with example\/trigrams-v1: /)
  expect(stdout).toMatch(/^memory\/\S*database-migration\.md:\d+ .*vector 0\.\d+ \(\d+\)/m)
})
