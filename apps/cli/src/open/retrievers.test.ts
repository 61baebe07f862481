import { join } from 'node:path'
import { expect, it } from 'vitest'
import { settingsWorkspace } from '../settings/__fixtures__/settings-workspace.js'

const example = join(import.meta.dirname, '../../../../examples/custom-retriever/by-file-name.js')

/** Two notes with the example retriever. */
async function indexed() {
  const workspace = settingsWorkspace()
  const { write, set, run } = workspace
  write('notes/harbour-fees.md', '# Fees\n\nThey are paid in spring.\n')
  write('notes/lamp.md', '# Lamp\n\nThe lamp of the harbour gate is green.\n')
  set({ provider: 'none', retrievers: [example] })
  expect((await run('index', 'notes')).exitCode).toBe(0)
  return workspace
}

const query = 'rbour-fe paid in spring'

it('a retriever of the settings takes part in answers, explanations and why', async () => {
  const { run, search, runJson } = await indexed()
  const { retrievers, results, timings } = await search(query)
  expect(retrievers).toMatchObject({ 'file-name': 'ok' })
  expect(timings.retrievers).toHaveProperty('file-name')
  expect(results[0]?.path).toBe('harbour-fees.md')
  expect(results[0]?.contributions).toContainEqual(expect.objectContaining({ source: 'file-name', rank: 1 }))
  const { stdout } = await run('search', query, '--explain')
  expect(stdout).toMatch(/file-name\s+1\s+candidate/)
  expect(stdout).toMatch(/file-name rank 1, score/)
  expect((await run('why', query, 'notes:harbour-fees.md')).stdout).toMatch(/^file-name +rank 1 of 1, score/m)
  const { chunk } = await runJson<{ chunk: { retrievers: unknown } }>('why', query, 'lamp.md')
  expect(chunk.retrievers).toContainEqual(expect.objectContaining({ name: 'file-name', rank: null }))
})

it.each([
  ['export const find = 1', 'exports no retriever'],
  ['throw new Error("broken")', 'cannot be loaded: broken'],
])('an invalid module is reported: %s', async (code, message) => {
  const { write, set, run } = await indexed()
  set({ provider: 'none', retrievers: [write('mine.mjs', code)] })
  const { exitCode, stderr } = await run('search', 'lamp')
  expect([exitCode, stderr]).toEqual([2, expect.stringContaining(message)])
})

it('a project cannot add one, because its code would run inside the program', async () => {
  const { write, run } = await indexed()
  write('.recallite.yaml', `retrievers: [${example}]\n`)
  const { exitCode, stderr } = await run('search', 'lamp')
  expect([exitCode, stderr]).toEqual([2, expect.stringContaining('retrievers')])
})
