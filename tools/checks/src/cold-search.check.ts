import { mkdtempSync, readFileSync, readdirSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { expect, it, onTestFinished } from 'vitest'
import { repositoryRoot } from './repository.js'
import { run } from './run-tool.js'

/** The maximum number of source modules that `recallite search` may evaluate. Load new ones on first use. */
const maxModules = 288

/** V8's coverage of a process: the functions of each script and their call counts. */
type Coverage = { url: string; functions: { functionName: string; ranges: { count: number }[] }[] }[]

/** The source modules that a search evaluates. The build wraps each in a function named by its path. */
async function modulesOfSearch(folder: string): Promise<string[]> {
  const coverage = join(folder, 'coverage')
  const program = join(repositoryRoot, 'apps/cli/dist/bin.js')
  const env = { ...process.env, HOME: folder, NODE_V8_COVERAGE: coverage }
  const command = [process.execPath, program, 'search', 'token', '--provider', 'none']
  const { exitCode, output } = await run(command, { cwd: folder, env })
  expect(exitCode, output).toBe(0)
  const [file = ''] = readdirSync(coverage)
  const scripts: Coverage = JSON.parse(readFileSync(join(coverage, file), 'utf8')).result
  rmSync(coverage, { recursive: true })
  const functions = scripts.find(({ url }) => url.endsWith('/program.cjs'))?.functions ?? []
  const called = functions.filter(({ ranges }) => (ranges[0]?.count ?? 0) > 0)
  return called.map(({ functionName }) => functionName).filter((name) => /^(?:src|\.\.)\/.*\.ts$/u.test(name))
}

it(`a cold search evaluates at most ${maxModules} of our source modules`, async () => {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'recallite-cold-search-')))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  writeFileSync(join(folder, 'MEMORY.md'), '# Notes\n\nThe token of the service expires after an hour.\n')
  // Within this time the program reads a new file again, because its modification time is imprecise.
  await setTimeout(2500)
  // The first search indexes the note; the second one has nothing to index.
  await modulesOfSearch(folder)
  const modules = await modulesOfSearch(folder)
  expect(modules).toContain('../../packages/core/src/search/search.ts')
  expect(modules.filter((path) => path.startsWith('src/ui/'))).toEqual([])
  expect(modules.length, modules.join('\n')).toBeGreaterThan(100)
  expect(modules.length, modules.join('\n')).toBeLessThanOrEqual(maxModules)
})
