import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { UsageError } from '@recallite/command-line'
import { readBeirLayout } from './beir-layout.js'
import { EvaluationError } from '../errors.js'
import { checkSuite, isRecordCorpus, readManifest } from './manifest.js'
import { readOurLayout } from './our-layout.js'
import { readRecordLayout } from './record-layout.js'
import { beirMarkerFile, ourMarkerFile, type Suite, type TextCorpus } from './suite.js'

/** Reads the suite in a folder, in either layout; throws an EvaluationError. */
export function readSuite(folder: string): Suite {
  const has = (markerFile: string) => existsSync(join(folder, markerFile))
  if (has(ourMarkerFile)) return checkSuite(readMarkedLayout(folder), { file: folder })
  if (has(beirMarkerFile)) return checkSuite(readBeirLayout(folder), { file: folder })
  const message = `There is no suite here, neither ${ourMarkerFile} nor ${beirMarkerFile}. Name a folder that has one of them.`
  throw new EvaluationError('SUITE_NOT_FOUND', message, { file: folder })
}

/** Reads several suites, each with a name of its own; throws an EvaluationError. */
export function readSuites(folders: readonly string[]): Suite[] {
  const suites = new Map<string, Suite>()
  for (const folder of folders) {
    const suite = readSuite(folder)
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

function readMarkedLayout(folder: string): Suite {
  const manifest = readManifest(folder)
  const readLayout = isRecordCorpus(manifest.fields['corpus']) ? readRecordLayout : readOurLayout
  return readLayout(folder, manifest)
}
