import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { UsageError } from '@recallite/command-line'
import { suiteFile } from '@recallite/command-line/suite-file'
import { suitesFolder } from '../package.js'
import { readBeirLayout } from './beir-layout.js'
import { EvaluationError } from '../errors.js'
import { checkSuite, isRecordCorpus, readManifest } from './manifest.js'
import { readOurLayout } from './our-layout.js'
import { readRecordLayout } from './record-layout.js'
import { beirMarkerFile, type Suite, type TextCorpus } from './suite.js'

/** Reads the suite in a folder, in either layout, `poolBy` as `readBeirLayout` does; throws an EvaluationError, UsageError. */
export function readSuite(folder: string, poolBy?: string): Suite {
  const has = (markerFile: string) => existsSync(join(folder, markerFile))
  if (has(suiteFile)) {
    if (poolBy !== undefined)
      throw new UsageError(
        `--pool-by ${poolBy}: ${folder} has no ${beirMarkerFile}, whose documents have fields. Run it without.`,
      )
    return checkSuite(readMarkedLayout(folder), { file: folder })
  }
  if (has(beirMarkerFile)) return checkSuite(readBeirLayout(folder, poolBy), { file: folder })
  const message = `There is no suite here, neither ${suiteFile} nor ${beirMarkerFile}. Name a folder that has one of them.`
  throw new EvaluationError('SUITE_NOT_FOUND', message, { file: folder })
}

/** Reads several suites, by their folders or the names of included ones, each with a name of its own; throws an EvaluationError, UsageError. */
export function readSuites(words: readonly string[], poolBy?: string): Suite[] {
  const suites = new Map<string, Suite>()
  for (const word of words) {
    const folder = findSuiteFolder(word)
    const suite = readSuite(folder, poolBy)
    if (suites.has(suite.name)) {
      const message = `An earlier suite is called ${JSON.stringify(suite.name)} as well. Rename one, or run them separately.`
      throw new EvaluationError('SUITE_NAME_TAKEN', message, { file: folder })
    }
    suites.set(suite.name, suite)
  }
  return [...suites.values()]
}

/** The suites, none of which may be about records. Throws a UsageError. */
export function ofFiles(suites: readonly Suite[], command: string): Suite<TextCorpus>[] {
  return suites.map((suite) => {
    const { name, corpus } = suite
    if (corpus.kind !== 'records') return { ...suite, corpus }
    throw new UsageError(`${name} is about records, and ${command} takes suites about files. Leave it out.`)
  })
}

/** The names of the suites that are included; those of a clone alone are about the packages that its install contains. */
export const includedSuites = {
  everywhere: ['memory', 'issue-16021', 'records', 'time', 'abbreviations'],
  inClone: ['identifiers', 'typos'],
}

/** The folder of an included suite of that name, if it is here; else the word itself, which is a folder. */
export function findSuiteFolder(word: string): string {
  const folder = join(suitesFolder, word)
  const isName = Object.values(includedSuites).flat().includes(word)
  return isName && existsSync(folder) ? folder : word
}

function readMarkedLayout(folder: string): Suite {
  const manifest = readManifest(folder)
  const readLayout = isRecordCorpus(manifest.fields['corpus']) ? readRecordLayout : readOurLayout
  return readLayout(folder, manifest)
}
