import { existsSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { afterAll, describe, expect, it } from 'vitest'
import { repositoryRoot } from './repository.js'
import { run } from './run-tool.js'

/** The most of our own source modules that a `recallite search` may evaluate; a new one is loaded at its first use. */
const most = 227
/** The most of our own built files that it may load: each is found, read and linked by itself. */
const mostFiles = 8

/** In milliseconds. */
const longestTick = 2500

const folder = realpathSync(mkdtempSync(join(tmpdir(), 'recallite-cold-search-')))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** Node calls this for every module that it loads. */
const hooks = `
import { appendFileSync } from 'node:fs'
export function load(url, context, next) {
  appendFileSync(${JSON.stringify(join(folder, 'loaded'))}, url + '\\n')
  return next(url, context)
}`

/** What a program loads: our own built files, relative to the repository. */
async function filesLoadedBy(words: readonly string[]): Promise<string[]> {
  writeFileSync(join(folder, 'hooks.mjs'), hooks)
  writeFileSync(
    join(folder, 'register.mjs'),
    "import { register } from 'node:module'\nregister('./hooks.mjs', import.meta.url)\n",
  )
  const program = join(repositoryRoot, 'apps/cli/dist/bin.js')
  const { exitCode, output } = await run(
    [process.execPath, '--import', join(folder, 'register.mjs'), program, ...words],
    { cwd: folder, env: { ...process.env, HOME: folder } },
  )
  expect(exitCode, output).toBe(0)
  const urls = new Set(readFileSync(join(folder, 'loaded'), 'utf8').split('\n'))
  rmSync(join(folder, 'loaded'))
  return [...urls]
    .filter((url) => url.startsWith('file:'))
    .map((url) => relative(repositoryRoot, realpathSync(fileURLToPath(url))))
    .filter((path) => !path.startsWith('..') && !path.includes('node_modules'))
}

/** The source modules in a built file, or in the script that it runs: the build writes the path of each above its code. */
function modulesIn(path: string): string[] {
  const file = join(repositoryRoot, path)
  const script = file.replace(/js$/u, 'cjs')
  const built = readFileSync(existsSync(script) ? script : file, 'utf8')
  const [packageFolder] = path.split('/dist/')
  return Array.from(built.matchAll(/^\/\/ ((?:\.\.\/)*[\w./-]+\.(?:ts|js))$/gmu), ([, module]) =>
    join(packageFolder ?? '', module ?? ''),
  )
}

describe('a cold search', () => {
  it(`evaluates at most ${most} of our source modules, out of at most ${mostFiles} files`, async () => {
    writeFileSync(join(folder, 'MEMORY.md'), '# Notes\n\nThe token of the service expires after an hour.\n')
    // A file that has just been written is read again, as it may have changed within a tick of the file system's clock.
    await setTimeout(longestTick)
    // The first search indexes the note; the second one has nothing to read.
    await filesLoadedBy(['search', 'token', '--provider', 'none'])
    const files = await filesLoadedBy(['search', 'token', '--provider', 'none'])
    expect(files.length, files.join('\n')).toBeLessThanOrEqual(mostFiles)
    const modules = [...new Set(files.flatMap(modulesIn))].toSorted()
    expect(modules).toContain('packages/core/src/search/search.ts')
    expect(modules.length, modules.join('\n')).toBeGreaterThan(100)
    expect(modules.length, modules.join('\n')).toBeLessThanOrEqual(most)
  })
})
