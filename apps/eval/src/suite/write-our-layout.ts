import { join } from 'node:path'
import { writeWhole } from '@recallite/command-line'
import { stringify } from 'yaml'
import { makeEmptyFolder } from './empty-folder.js'
import { ourMarkerFile, queriesFile } from './layout-files.js'
import { queryLine } from './query-line.js'
import type { Suite } from './suite.js'

/** A suite's documents, where a written suite has them. */
export interface WrittenCorpus {
  /** What the manifest says of it; undefined where the documents stand in the place that needs no word. */
  readonly pointer: string | undefined
  /** A document's path in the corpus. */
  readonly pathOf: (document: string) => string
}

/** What of a suite is written apart from its documents. */
export type SuiteWithoutCorpus = Omit<Suite, 'corpus'>

function manifestText({ name, description }: SuiteWithoutCorpus, pointer: string | undefined): string {
  const settings = { name, ...(description !== '' && { description }), ...(pointer && { corpus: pointer }) }
  return stringify(settings, { lineWidth: 0 })
}

/**
 * Writes a suite in our layout into a folder that is empty or not there yet. What makes a suite of the folder comes last,
 * so that one that is half written is none.
 * @param writeDocuments puts the documents into the suite's folder, or says where they are
 * @throws SuiteError `SUITE_FOLDER_TAKEN`
 */
export function writeOurLayout(
  folder: string,
  suite: SuiteWithoutCorpus,
  writeDocuments: (folder: string) => WrittenCorpus,
): void {
  makeEmptyFolder(folder)
  const { pointer, pathOf } = writeDocuments(folder)
  writeWhole(
    join(folder, queriesFile),
    suite.queries.map((query) => queryLine(query, pathOf)),
  )
  writeWhole(join(folder, ourMarkerFile), [manifestText(suite, pointer)])
}
