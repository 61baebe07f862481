import { fileURLToPath } from 'node:url'
import { isRunning, playedModel, runProcess, sharedFile, writeModelFile } from '@recallite/test-kit'
import { describe, expect, it } from 'vitest'

const built = new URL('../dist/', import.meta.url)
const program = fileURLToPath(new URL('./__fixtures__/forgets-dispose.mjs', import.meta.url))
const english = sharedFile('models/all-MiniLM-L6-v2.q8_0.gguf')

function forgetDispose(modelPath: string, child: URL) {
  return runProcess([program, new URL('index.js', built).href, modelPath, child.href])
}

describe('a program that forgets to dispose of a model', () => {
  it('still ends, with the child process', async () => {
    const { exitCode, stdout, stderr } = await forgetDispose(writeModelFile(), playedModel)
    expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' })
    await expect.poll(() => isRunning(Number(stdout))).toBe(false)
  })

  it.skipIf(english === undefined)('still ends with a real model, and prints nothing', async () => {
    const { exitCode, stderr } = await forgetDispose(english ?? '', new URL('child.js', built))
    expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' })
  })
})
