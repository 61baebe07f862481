import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { checked } from '@recallite/embeddings'
import { temporaryFolder } from '@recallite/test-kit'
import { expect, it, onTestFinished } from 'vitest'
import { ask } from './__fixtures__/test-model.js'
import { tinyModel } from './__fixtures__/tiny-model.js'
import { createLlamaEmbeddings } from './create-llama-embeddings.js'

/** Built before the tests: a child process does not read TypeScript. */
const child = new URL('../dist/child.js', import.meta.url)

it('embeds with a tiny model in the native library', async () => {
  const modelPath = join(temporaryFolder(), 'tiny.gguf')
  writeFileSync(modelPath, tinyModel())
  const model = checked(await createLlamaEmbeddings({ modelPath, child, threads: 1 }))
  onTestFinished(() => model.dispose?.())
  expect(model.identity).toMatchObject({ model: 'tiny', dimensions: 8 })
  const [one, other, again] = await ask(model, ['where is the key', 'it rained', 'where is the key'])
  expect(again).toEqual(one)
  expect(other).not.toEqual(one)
})
