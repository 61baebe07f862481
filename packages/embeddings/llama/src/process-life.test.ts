import { fileURLToPath } from 'node:url'
import { runProcess, sharedFile } from '@recallite/test-kit'
import { describe, expect, it } from 'vitest'
import { isRunning, testChild, writeTestModel } from './__fixtures__/test-model.js'

const built = new URL('../dist/', import.meta.url)
const program = fileURLToPath(new URL('./__fixtures__/forgets-dispose.mjs', import.meta.url))
const english = sharedFile('models/all-MiniLM-L6-v2.q8_0.gguf')

function forgetDispose(modelPath: string, child: URL) {
  return runProcess([program, new URL('index.js', built).href, modelPath, child.href])
}

describe('a program that forgets to dispose of a model', () => {
  it('ends all the same, and the process with it', async () => {
    const { exitCode, stdout, stderr } = await forgetDispose(writeTestModel(), testChild)
    expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' })
    await expect.poll(() => isRunning(Number(stdout))).toBe(false)
  })

  it.skipIf(english === undefined)('ends all the same with a real model, and says nothing', async () => {
    const { exitCode, stderr } = await forgetDispose(english ?? '', new URL('child.js', built))
    expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' })
  })
})
