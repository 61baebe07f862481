import { mkdtempSync, readFileSync, readdirSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { afterAll, describe, expect, it } from 'vitest'
import { repositoryRoot } from './repository.js'
import { run } from './run-tool.js'

/** The most of our own source modules that a `recallite search` may evaluate; a new one is loaded at its first use. */
const most = 255

/** In milliseconds. */
const longestTick = 2500

const folder = realpathSync(mkdtempSync(join(tmpdir(), 'recallite-cold-search-')))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** What V8 writes of a process: the functions of each script, and how often each was called. */
interface Coverage {
  readonly result: readonly {
    readonly url: string
    readonly functions: readonly {
      readonly functionName: string
      readonly ranges: readonly { count: number }[]
    }[]
  }[]
}

/** The source modules that a search evaluates: the build makes a function of each, with the path of its source as its name. */
async function modulesOfSearch(): Promise<string[]> {
  const coverage = join(folder, 'coverage')
  const program = join(repositoryRoot, 'apps/cli/dist/bin.js')
  const { exitCode, output } = await run(
    [process.execPath, program, 'search', 'token', '--provider', 'none'],
    {
      cwd: folder,
      env: { ...process.env, HOME: folder, NODE_V8_COVERAGE: coverage },
    },
  )
  expect(exitCode, output).toBe(0)
  const { result } = JSON.parse(
    readFileSync(join(coverage, readdirSync(coverage)[0] ?? ''), 'utf8'),
  ) as Coverage
  rmSync(coverage, { recursive: true })
  const functions = result.find(({ url }) => url.endsWith('/program.cjs'))?.functions ?? []
  return functions
    .filter(
      ({ functionName, ranges }) =>
        /^(?:src|\.\.)\/.*\.ts$/u.test(functionName) && (ranges[0]?.count ?? 0) > 0,
    )
    .map(({ functionName }) => functionName)
}

describe('a cold search', () => {
  it(`evaluates at most ${most} of our source modules`, async () => {
    writeFileSync(join(folder, 'MEMORY.md'), '# Notes\n\nThe token of the service expires after an hour.\n')
    // A file that has just been written is read again, as it may have changed within a tick of the file system's clock.
    await setTimeout(longestTick)
    // The first search indexes the note; the second one has nothing to read.
    await modulesOfSearch()
    const modules = await modulesOfSearch()
    expect(modules).toContain('../../packages/core/src/search/search.ts')
    expect(modules.length, modules.join('\n')).toBeGreaterThan(100)
    expect(modules.length, modules.join('\n')).toBeLessThanOrEqual(most)
  })
})
