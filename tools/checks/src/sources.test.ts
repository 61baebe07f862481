import { describe, expect, it } from 'vitest'
import { filesUnder, isTestOnly, productSources, textOf } from './repository.js'
import { bareErrorLines, importsOf, otherThanReExports } from './syntax.js'

const sources = productSources()

/** Where a library that can crash or that has native parts may be imported. */
const heavyLibraries: Record<string, RegExp> = {
  // tools/faults changes rows as another program would; the SQL of a filter is tested without a store.
  'better-sqlite3':
    /^(packages\/store\/sqlite\/src\/(connection\/connection\.ts|.*\.test\.ts)|packages\/filter\/src\/testing\/json-table\.ts|tools\/faults\/src\/database\.ts)$/,
  'sqlite-vec': /^packages\/store\/sqlite\/src\/(connection\/connection\.ts|.*\.test\.ts)$/,
  'node-llama-cpp': /^packages\/embeddings\/llama\/src\/child/,
  'onnxruntime-node': /^packages\/embeddings\/onnx\/src\/libraries\.ts$/,
  // READMEs are checked as Markdown readers see them.
  'markdown-it': /^(packages\/chunker\/src\/|tools\/checks\/src\/readme\.ts$)/,
}

describe('source files', () => {
  it('are there to be looked at', () => {
    expect(sources.length).toBeGreaterThan(100)
  })

  it('are named in kebab-case, and never utils, helpers, types or misc', () => {
    const names = sources.map((path) => [path, path.slice(path.lastIndexOf('/') + 1, -'.ts'.length)])
    const odd = names.filter(([, name = '']) => !/^[a-z0-9]+([-.][a-z0-9]+)*$/.test(name))
    const attics = names.filter(([, name = '']) => /^(utils?|helpers?|types|misc|common)$/.test(name))
    expect([...odd, ...attics].map(([path]) => path)).toEqual([])
  })

  it('throw errors with a code', () => {
    const bare = sources.flatMap((path) => bareErrorLines(textOf(path)).map((line) => `${path}:${line}`))
    expect(bare).toEqual([])
  })

  it('switch no check off', () => {
    const all = [...sources, ...filesUnder('tools').filter((path) => path.endsWith('.ts'))]
    const directive = /(?:eslint|oxlint)-disable|@ts-(?:ignore|nocheck)/
    const own = 'tools/checks/src/'
    expect(all.filter((path) => !path.startsWith(own) && directive.test(textOf(path)))).toEqual([])
  })
})

describe('index.ts', () => {
  const doors = sources.filter((path) => path.endsWith('/src/index.ts'))

  it('is there in every library', () => {
    expect(doors.length).toBeGreaterThanOrEqual(8)
  })

  it.each(doors)('of %s is a door: named re-exports alone', (path) => {
    expect(otherThanReExports(textOf(path))).toEqual([])
    expect(importsOf(textOf(path)).length).toBeGreaterThan(0)
  })
})

describe('heavy libraries', () => {
  const files = ['packages', 'apps', 'tools'].flatMap((folder) => filesUnder(folder))
  const importers = files
    .filter((path) => /\.[jt]s$/.test(path))
    .flatMap((path) => importsOf(textOf(path)).map((module) => ({ path, module })))

  it.each(Object.entries(heavyLibraries))('import of %s happens in its place alone', (library, allowed) => {
    const found = importers.filter(({ module }) => module === library || module.startsWith(`${library}/`))
    expect(found.length).toBeGreaterThan(0)
    expect(found.filter(({ path }) => !allowed.test(path))).toEqual([])
  })
})

describe('fusion strategies', () => {
  const strategies = filesUnder('packages/fusion/src/strategies').filter((path) => !isTestOnly(path))

  it('are there', () => {
    expect(strategies.length).toBeGreaterThanOrEqual(3)
  })

  it.each(strategies)('%s has a test beside it', (path) => {
    expect(filesUnder('packages/fusion/src/strategies')).toContain(path.replace(/\.ts$/, '.test.ts'))
  })
})
