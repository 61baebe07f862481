import { createOnnxEmbeddings } from '@recallite/embeddings-onnx'
import { sharedFile } from '@recallite/test-kit'
import { describe, expect, it } from 'vitest'
import { measureContradictions } from './testing/measure-contradictions.js'

/** A model next to the checkout, never in it; the test is skipped without it. */
const folder = sharedFile('models/e5-small-v2') ?? ''
/** Built before the tests, since a child process does not read TypeScript. */
const child = new URL('../../../packages/embeddings/onnx/dist/child.js', import.meta.url)

describe.skipIf(folder === '')('contradictions (needs e5-small-v2 next to the checkout)', () => {
  it('are noticed with the default model', async () => {
    const { dispose, ...model } = await createOnnxEmbeddings({ modelPath: folder, child })
    const { contradicting, compatible } = await measureContradictions([model])
    await dispose?.()
    // Measured: .90 and .02.
    expect(contradicting.share, contradicting.wrong.join('\n')).toBeGreaterThanOrEqual(0.85)
    expect(compatible.share, compatible.wrong.join('\n')).toBeLessThanOrEqual(0.05)
  })
})
