import { cpSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { temporaryFolder } from '@recallite/test-kit'
import { describe, expect, it } from 'vitest'
import { singleSpaces } from './text-lines.js'
import { failureOf } from './__fixtures__/failure-of.js'
import { isInstalled } from './__fixtures__/is-installed.js'
import { findSuiteFolder, readSuite } from './suite/read-suite.js'
import { corpusFiles } from './suite/open-corpus.js'
import type { FileCorpus, Suite, SuiteQuery } from './suite/suite.js'

const counts = { identifiers: 66, typos: 38 }

const nothing: Suite = {
  name: '',
  description: '',
  corpus: { kind: 'files', files: new Map() },
  queries: [],
}

function readTexts({ corpus }: Suite): Map<string, string> {
  return new Map(
    Array.from(corpusFiles(corpus as FileCorpus), ([path, file]) => [path, readFileSync(file, 'utf8')]),
  )
}

/** Ignores case and line ends. */
function plain(text: string): string {
  return singleSpaces(text).toLowerCase()
}

/** What a judged document must contain; for queries by name or path, those. */
function soughtBy({ text, passages }: SuiteQuery): readonly string[] {
  const contained = passages.map(({ contains = '' }) => plain(contains))
  return contained.length > 0 ? contained : [plain(text)]
}

function wordsOf(text: string): string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []
}

describe.each(['identifiers', 'typos'] as const)('%s', (name) => {
  const isThere = isInstalled(name)

  it('says which packages are missing, and what to do', () => {
    const folder = temporaryFolder()
    cpSync(findSuiteFolder(name), folder, { recursive: true })
    const failure = failureOf(() => readSuite(folder))
    expect(failure).toMatchObject({ code: 'SUITE_PACKAGE_MISSING', file: join(folder, 'suite.yaml') })
    expect(String(failure)).toContain('install the dependencies of a clone of the repository')
  })

  describe.skipIf(!isThere)('with its packages', () => {
    // Vitest collects skipped tests too.
    const suite = isThere ? readSuite(findSuiteFolder(name)) : nothing
    const texts = [...readTexts(suite)].map(([path, text]) => [path, plain(text)] as const)

    it('is found by its name, and has every kind of question, none twice', () => {
      expect([suite.name, suite.queries.length]).toEqual([name, counts[name]])
      expect(new Set(suite.queries.map(({ text }) => text)).size).toBe(suite.queries.length)
      expect(suite.queries.every(({ note }) => note !== '')).toBe(true)
    })

    it.each(suite.queries.map((query) => [query.text, query] as const))(
      'judges only the documents that answer %j',
      (_, query) => {
        const sought = soughtBy(query)
        const holding = texts.filter(
          ([path, text]) =>
            sought.every((each) => text.includes(each)) || sought.every((each) => plain(path).endsWith(each)),
        )
        expect([...query.grades.keys()].toSorted()).toEqual(holding.map(([path]) => path).toSorted())
        expect(Math.max(...query.grades.values())).toBeGreaterThan(0)
      },
    )
  })
})

describe.skipIf(!isInstalled('typos'))('typos', () => {
  it('have one or two words each that no document contains', () => {
    const suite = readSuite(findSuiteFolder('typos'))
    const words = new Set([...readTexts(suite).values()].flatMap(wordsOf))
    const misspelt = suite.queries.map(({ text }) => wordsOf(text).filter((word) => !words.has(word)).length)
    expect(misspelt.filter((count) => count === 1)).toHaveLength(32)
    expect(misspelt.filter((count) => count === 2)).toHaveLength(6)
  })
})
