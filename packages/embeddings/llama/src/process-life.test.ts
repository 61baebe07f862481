import { spawn } from 'node:child_process'
import { once } from 'node:events'
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

it('ends a busy child process if it is killed', async () => {
  const args = [program, new URL('index.js', built).href, writeModelFile(), playedModel.href, 'block']
  const parent = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] })
  const pid = Number(String(await once(parent.stdout, 'data')))
  // The child blocks as soon as it has the second text.
  await new Promise((resolve) => setTimeout(resolve, 500))
  expect(isRunning(pid)).toBe(true)
  parent.kill('SIGKILL')
  await expect.poll(() => isRunning(pid), { timeout: 10_000 }).toBe(false)
})
