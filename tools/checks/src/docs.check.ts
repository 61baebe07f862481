import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { temporaryFolder } from '@recallite/test-kit'
import { describe, expect, it } from 'vitest'
import { fencesOf, firstParagraph, isOneSentence, runnableFences } from './readme.js'
import { has, textOf } from './repository.js'
import { run, tool } from './run-tool.js'
import { publishedPackages } from './workspace.js'

const packages = publishedPackages()
const libraries = packages.filter(({ manifest }) => manifest.exports?.['.'] !== undefined)

/** Code that cannot run, by its package, each with the reason; it is marked `no-run`. */
const unrunFences: Record<string, string[]> = {
  'packages/embeddings/contract': ["imports a model of the reader's own"],
  'packages/rerankers/contract': ["imports a reranker of the reader's own"],
}

/** What TypeDoc says of the exports of packages, and what it writes. */
async function typedoc(
  args: readonly string[],
): Promise<{ warnings: string[]; exitCode: number; json: string }> {
  const json = join(temporaryFolder(), 'docs.json')
  const { output, exitCode } = await run([tool('typedoc'), '--json', json, ...args])
  const lines = stripVTControlCharacters(output).split('\n')
  return { warnings: lines.filter((line) => /^\[(?:warning|error)\]/.test(line)), exitCode, json }
}

function modulesOf(json: string): { children?: unknown[] }[] {
  return JSON.parse(readFileSync(json, 'utf8')).children
}

describe('doc comments', () => {
  it('stand on every export of every library', async () => {
    const names = libraries.flatMap(({ manifest }) => ['--packagesRequiringDocumentation', manifest.name])
    const { warnings, exitCode, json } = await typedoc(names)
    expect(warnings).toEqual([])
    expect(exitCode).toBe(0)
    const modules = modulesOf(json)
    expect(modules.length).toBeGreaterThanOrEqual(libraries.length)
    expect(modules.flatMap(({ children }) => children ?? []).length).toBeGreaterThan(100)
  })
})

describe.each(packages.map((each) => [each.manifest.name, each] as const))(
  'the README of %s',
  (name, { folder }) => {
    const markdown = has(`${folder}/README.md`) ? textOf(`${folder}/README.md`) : ''

    it('begins with one sentence', () => {
      expect(markdown).toMatch(new RegExp(`^# ${name}\n`))
      expect(firstParagraph(markdown)).toSatisfy(isOneSentence)
    })

    it('has at most 60 lines', () => {
      expect(markdown.trimEnd().split('\n').length).toBeLessThanOrEqual(60)
    })

    it.runIf(libraries.some((each) => each.folder === folder))('has code that runs', () => {
      expect(runnableFences(markdown).length).toBeGreaterThan(0)
      const isCode = /^(?:[cm]?[jt]s|typescript|javascript)\b/
      const unrun = fencesOf(markdown).filter(
        ({ info }) => isCode.test(info) && !/^(?:ts|typescript)$/.test(info),
      )
      expect(unrun).toHaveLength(unrunFences[folder]?.length ?? 0)
    })

    it('justifies each dependency', () => {
      const { dependencies } = packages.find((each) => each.folder === folder)?.manifest ?? {}
      const external = Object.keys(dependencies ?? {}).filter(
        (dependency) => !dependency.startsWith('@recallite/'),
      )
      expect(external.filter((dependency) => !markdown.includes(dependency))).toEqual([])
    })
  },
)
