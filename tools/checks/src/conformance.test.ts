import { describe, expect, it } from 'vitest'
import { filesUnder, isTestOnly, textOf } from './repository.js'
import { importsOf } from './syntax.js'
import { workspacePackages } from './workspace.js'

const folders = workspacePackages().map(({ folder }) => folder)
const implementationsIn = (parent: string) =>
  folders.filter((folder) => folder.startsWith(`${parent}/`) && folder !== `${parent}/contract`)
const textsOfTests = (folder: string) =>
  filesUnder(folder)
    .filter((path) => path.endsWith('.test.ts'))
    .map(textOf)
const providers = implementationsIn('packages/embeddings')

/** Whether a test of a package imports a suite. */
const runs = (suite: string) => (folder: string) =>
  textsOfTests(folder).some((text) => importsOf(text).includes(suite))

const contract = 'packages/embeddings/contract/src'
const contractSources = filesUnder(contract).filter((path) => path.endsWith('.ts') && !isTestOnly(path))
const published = textOf(`${contract}/index.ts`)
/** An exported function that accepts and returns a model. */
const decorator =
  /^export function (\w+)\((?:(?!^\})[^])*?\bEmbeddingModel\b(?:(?!^\})[^])*?\): EmbeddingModel \{$/gm
const decorators = contractSources
  .flatMap((path) => [...textOf(path).matchAll(decorator)].map(([, name = '']) => name))
  // `decorate` creates decorators.
  .filter((name) => name !== 'decorate' && new RegExp(`\\b${name}\\b`).test(published))
const conformanceTests = textsOfTests(contract).filter((text) =>
  importsOf(text).some((module) => module.endsWith('/conformance.js')),
)

describe.each<[string, min: number, subjects: string[], passes: (subject: string) => boolean]>([
  ['embedding provider', 3, providers, runs('@recallite/embeddings/conformance')],
  [
    'embedding provider on a network',
    3,
    providers.filter((folder) =>
      filesUnder(folder).some(
        (path) => path.endsWith('.ts') && importsOf(textOf(path)).includes('@recallite/embeddings/http'),
      ),
    ),
    (folder) => textsOfTests(folder).some((text) => /\bhostedModelConformance\(/.test(text)),
  ],
  ['store driver', 2, implementationsIn('packages/store'), runs('@recallite/store/conformance')],
  ['driver of records', 1, ['packages/store/sqlite'], runs('@recallite/store/records/conformance')],
  [
    'reranker',
    3,
    ['packages/rerankers/src/http', 'packages/embeddings/llama', 'packages/embeddings/onnx'],
    (folder) => textsOfTests(folder).some((text) => /\brerankerConformance\(/.test(text)),
  ],
  [
    'decorator of embedding models',
    3,
    decorators,
    (name) => conformanceTests.some((text) => new RegExp(`\\b${name}\\(`).test(text)),
  ],
])('every %s', (_, min, subjects, passes) => {
  it('is found', () => {
    expect(subjects.length).toBeGreaterThanOrEqual(min)
  })

  it.each(subjects)('passes the conformance suite: %s', (subject) => {
    expect(passes(subject)).toBe(true)
  })
})
