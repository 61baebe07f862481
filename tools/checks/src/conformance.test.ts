import { describe, expect, it } from 'vitest'
import { filesUnder, isTestOnly, textOf } from './repository.js'
import { importsOf } from './syntax.js'
import { workspacePackages } from './workspace.js'

const folders = workspacePackages().map(({ folder }) => folder)

const testsOf = (folder: string): string[] => filesUnder(folder).filter((path) => path.endsWith('.test.ts'))

function implementationsIn(parent: string): string[] {
  return folders.filter((folder) => folder.startsWith(`${parent}/`) && folder !== `${parent}/contract`)
}

describe.each([
  ['embedding provider', implementationsIn('packages/embeddings'), '@recallite/embeddings/conformance'],
  ['store driver', implementationsIn('packages/store'), '@recallite/store/conformance'],
  ['driver of records', ['packages/store/sqlite'], '@recallite/records/conformance'],
  [
    'reranker',
    // One of them is a door of an embedding provider, whose child process it shares.
    [...implementationsIn('packages/rerankers'), 'packages/embeddings/llama'],
    '@recallite/rerankers/conformance',
  ],
])('every %s', (_, implementations, suite) => {
  it('is seen', () => {
    expect(implementations.length).toBeGreaterThanOrEqual(1)
  })

  it.each(implementations)('runs the conformance suite: %s', (folder) => {
    const runners = testsOf(folder).filter((path) => importsOf(textOf(path)).includes(suite))
    expect(runners).not.toEqual([])
  })
})

describe('every embedding provider on a network', () => {
  const hosted = implementationsIn('packages/embeddings').filter((folder) =>
    filesUnder(folder).some(
      (path) => path.endsWith('.ts') && importsOf(textOf(path)).includes('@recallite/embeddings/http'),
    ),
  )

  it('is seen', () => {
    expect(hosted.length).toBeGreaterThanOrEqual(3)
  })

  it.each(hosted)('runs the conformance suite for networks: %s', (folder) => {
    expect(testsOf(folder).filter((path) => /\bhostedModelConformance\(/.test(textOf(path)))).not.toEqual([])
  })
})

/** An exported function that takes a model and gives one back. */
const decorator =
  /^export function (\w+)\((?:(?!^\})[^])*?\bEmbeddingModel\b(?:(?!^\})[^])*?\): EmbeddingModel \{$/gm

describe('every decorator of embedding models', () => {
  const contract = 'packages/embeddings/contract/src'
  const published = textOf(`${contract}/index.ts`)
  const decorators = filesUnder(contract)
    .filter((path) => path.endsWith('.ts') && !isTestOnly(path))
    .flatMap((path) => [...textOf(path).matchAll(decorator)].map(([, name = '']) => name))
    // `decorate` is what decorators are made with.
    .filter((name) => name !== 'decorate' && new RegExp(`\\b${name}\\b`).test(published))
  const conformanceTests = testsOf(contract)
    .map(textOf)
    .filter((text) => importsOf(text).some((module) => module.endsWith('/conformance.js')))

  it('is seen', () => {
    expect(decorators.length).toBeGreaterThanOrEqual(3)
  })

  it.each(decorators)('passes the conformance suite: %s', (name) => {
    const calls = new RegExp(`\\b${name}\\(`)
    expect(conformanceTests.filter((text) => calls.test(text))).not.toEqual([])
  })
})
