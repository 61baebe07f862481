import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { selfSigned, startServer, temporaryFolder } from '@recallite/test-kit'
import { describe, expect, it } from 'vitest'
import { runHere } from '../__fixtures__/run-here.js'
import { schemaErrors } from '../__fixtures__/schema.js'
import { byPath, modelContent, serveFile, sha256Of } from './__fixtures__/model-server.js'

const content = modelContent(400_000)

/** A separate home, and the program to run in it. */
function home(variables: Record<string, string> = {}) {
  const folder = temporaryFolder()
  const env = { HOME: folder, NO_COLOR: '', FORCE_COLOR: '', HF_ENDPOINT: '', ...variables }
  const run = (...args: string[]) => runHere(['models', ...args], { cwd: folder, env })
  const runJson = async (...args: string[]) => {
    const { stdout } = await run(...args, '--json')
    const answer: unknown = JSON.parse(stdout)
    expect(schemaErrors('models', answer)).toEqual([])
    return answer
  }
  return { folder, models: join(folder, '.recallite/models'), env, run, runJson }
}

describe('recallite models', () => {
  it('pulls, lists and removes, with JSON that matches its schema', async () => {
    const server = await startServer(byPath({ '/owner/repo/resolve/main/x.gguf': serveFile({ content }) }))
    const { models, runJson, run } = home({ HF_ENDPOINT: server.url })
    expect(await runJson('list')).toMatchObject({
      folder: models,
      models: [],
      available: expect.arrayContaining([
        expect.objectContaining({ name: 'all-MiniLM-L6-v2.q8_0', dimensions: 384 }),
      ]),
    })
    const path = join(models, 'x.gguf')
    const bytes = content.length
    expect(
      await runJson('pull', 'hf:owner/repo/x.gguf', '--sha256', sha256Of(content).toUpperCase()),
    ).toEqual({
      name: 'x',
      path,
      bytes,
      downloaded: true,
      files: [{ path: 'x.gguf', bytes, sha256: sha256Of(content), checkedAgainst: 'given' }],
    })
    expect(readFileSync(path).equals(content)).toBe(true)
    expect(await runJson()).toMatchObject({
      models: [{ name: 'x', path, bytes, default: false }],
    })
    const [here, others] = (await run('list')).stdout.split('\n\n')
    expect(here).toMatch(/^In .*models:\n {2}x {2}0\.4 MB$/)
    expect(others).toMatch(/^ {2}e5-small-v2 +34\.7 MB {2}384 dimensions {2}English +default$/m)
    expect(others).toMatch(/^ {2}all-MiniLM-L6-v2\.q8_0 .* default of local$/m)
    expect(await runJson('remove', 'x')).toEqual({ removed: 'x', freedBytes: bytes })
    expect(readdirSync(models)).toEqual([])
  })

  it('prints the source of each file, and what it was checked against', async () => {
    const server = await startServer(serveFile({ content }))
    const { run, models } = home()
    const pulled = await run('pull', `${server.url}/x.gguf`)
    expect(pulled.stderr).toBe(`Downloading x from ${new URL(server.url).host}\n`)
    expect(pulled.stdout).toBe(
      `x: 0.4 MB in ${join(models, 'x.gguf')}, downloaded\n` +
        `  x.gguf: sha256 ${sha256Of(content)} was not checked: no checksum is available\n`,
    )
    const removed = await run('remove', 'x')
    expect([removed.stdout, removed.stderr]).toEqual(['', 'Removed x: 0.4 MB freed.\n'])
    expect((await run()).stdout).toMatch(
      /^There is no model in .* yet\.\n\nAvailable with 'recallite models pull NAME':/,
    )
  })

  it('trusts only certificates that the system trusts', async () => {
    const server = await startServer(serveFile({ content }), selfSigned)
    const { stderr } = await home().run('pull', `${server.url}/x.gguf`)
    expect(stderr).toMatch(/certificate.*\(MODEL_DOWNLOAD_FAILED\)/)
  })

  it('refuses a file that differs from the catalog before downloading it', async () => {
    const server = await startServer(serveFile({ content }))
    const { run, models } = home({ HF_ENDPOINT: server.url })
    const { exitCode, stderr } = await run('pull')
    expect([exitCode, stderr]).toEqual([1, expect.stringContaining('but config.json has 598')])
    expect(server.requests[0]?.path).toMatch(/^\/Xenova\/e5-small-v2\/resolve\/[\da-f]{40}\//)
    expect(readdirSync(models)).toEqual([])
  })

  it.each([
    [['pull', 'x'], 2, 'MODEL_UNKNOWN'],
    [['pull', 'http://models.example/x.gguf'], 2, 'MODEL_SOURCE_INVALID'],
    [['pull', 'http://127.0.0.1:9/x.gguf'], 1, 'MODEL_DOWNLOAD_FAILED'],
    [['pull', '--sha256', 'abc'], 2, 'USAGE'],
    [['remove', 'x'], 2, 'MODEL_NOT_FOUND'],
  ])('%j ends with %i and %s', async (args, exitCode, code) => {
    const result = await home().run(...args, '--json')
    expect(result).toMatchObject({ exitCode, stdout: '' })
    expect(JSON.parse(result.stderr)).toMatchObject({ error: { code } })
  })
})
