import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { stringify } from 'yaml'
import { makeEmptyFolder } from './empty-folder.js'
import { ourMarkerFile } from './our-layout.js'
import { queryLine } from './query-line.js'
import type { Suite } from './suite.js'
import { checkOutside, writeCorpus } from './write-corpus.js'

/** How a suite is written. */
export interface WriteSuiteOptions {
  /** A corpus that is a folder: its files are copied, or the suite points to it; default `copy`. */
  readonly corpus?: 'copy' | 'point' | undefined
}

function manifestText({ name, description }: Suite, pointer: string | undefined): string {
  const settings = { name, ...(description !== '' && { description }), ...(pointer && { corpus: pointer }) }
  return stringify(settings, { lineWidth: 0 })
}

/**
 * Writes a suite in our layout into a folder that is empty or not there yet. Documents that it brings as texts become
 * Markdown files, whose names are then their ids; everything else reads back as it was.
 * @throws SuiteError `SUITE_FOLDER_TAKEN`
 */
export function writeSuite(folder: string, suite: Suite, { corpus = 'copy' }: WriteSuiteOptions = {}): void {
  checkOutside(folder, suite.corpus)
  makeEmptyFolder(folder)
  const { pointer, pathOf } = writeCorpus(suite.corpus, folder, corpus)
  writeFileSync(join(folder, ourMarkerFile), manifestText(suite, pointer))
  writeFileSync(
    join(folder, 'queries.jsonl'),
    suite.queries.map((query) => queryLine(query, pathOf)).join(''),
  )
}
