import { describe, expect, it } from 'vitest'
import { filesInCycles } from './import-cycles.js'
import { filesUnder, isTestOnly, productSources, textOf } from './repository.js'
import { importsOf, otherThanReExports } from './syntax.js'

const sources = productSources()

describe('source files', () => {
  it('exist', () => {
    expect(sources.length).toBeGreaterThan(100)
  })

  it('are named in kebab-case, and never utils, helpers, types or misc', () => {
    const names = sources.map((path) => [path, path.slice(path.lastIndexOf('/') + 1, -'.ts'.length)])
    const odd = names.filter(([, name = '']) => !/^[a-z0-9]+([-.][a-z0-9]+)*$/.test(name))
    const attics = names.filter(([, name = '']) => /^(utils?|helpers?|types|misc|common)$/.test(name))
    expect([...odd, ...attics].map(([path]) => path)).toEqual([])
  })

  it('throw errors with a code', () => {
    expect(sources.filter((path) => /\bthrow (?:new )?Error\(/.test(textOf(path)))).toEqual([])
  })

  it('have no import cycle, not even through dynamic imports', () => {
    const code = ['packages', 'apps']
      .flatMap((folder) => filesUnder(folder))
      .filter((path) => /\.tsx?$/.test(path))
    expect(filesInCycles(new Map(code.map((path) => [path, textOf(path)])))).toEqual([])
  })

  it('contain no binary data, not even in base64', () => {
    const files = ['packages', 'apps', 'tools'].flatMap((folder) => filesUnder(folder))
    const written = files.filter((path) => !isTestOnly(path) && !path.includes('/__snapshots__/'))
    expect(written.length).toBeGreaterThan(sources.length)
    expect(written.filter((path) => /\0|\uFFFD|[a-z\d+/]{400}/i.test(textOf(path)))).toEqual([])
  })

  it('do not disable checks', () => {
    const all = [...sources, ...filesUnder('tools').filter((path) => path.endsWith('.ts'))]
    const directive = /(?:eslint|oxlint)-disable|@ts-(?:ignore|nocheck)/
    const checksFolder = 'tools/checks/src/'
    expect(all.filter((path) => !path.startsWith(checksFolder) && directive.test(textOf(path)))).toEqual([])
  })
})

describe('index.ts', () => {
  const entries = sources.filter((path) => path.endsWith('/src/index.ts'))

  it('exists in every library', () => {
    expect(entries.length).toBeGreaterThanOrEqual(8)
  })

  it.each(entries)('of %s contains only named re-exports', (path) => {
    expect(otherThanReExports(textOf(path))).toBe('')
    expect(importsOf(textOf(path)).length).toBeGreaterThan(0)
  })
})

describe('fusion strategies', () => {
  const strategies = filesUnder('packages/fusion/src/strategies').filter((path) => !isTestOnly(path))

  it('exist', () => {
    expect(strategies.length).toBeGreaterThanOrEqual(3)
  })

  it.each(strategies)('%s has a test', (path) => {
    expect(filesUnder('packages/fusion/src/strategies')).toContain(path.replace(/\.ts$/, '.test.ts'))
  })
})
