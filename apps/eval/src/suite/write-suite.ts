import type { Suite } from './suite.js'
import { checkOutside, writeCorpus } from './write-corpus.js'
import { writeOurLayout } from './write-our-layout.js'

/** How a suite is written. */
export interface WriteSuiteOptions {
  /** A corpus that is a folder: its files are copied, or the suite points to it; default `copy`. */
  readonly corpus?: 'copy' | 'point' | undefined
}

/**
 * Writes a suite in our layout into a folder that is empty or not there yet. Documents that it brings as texts become
 * Markdown files, whose names are then their ids; everything else reads back as it was.
 * @throws SuiteError `SUITE_FOLDER_TAKEN`
 */
export function writeSuite(folder: string, suite: Suite, { corpus = 'copy' }: WriteSuiteOptions = {}): void {
  checkOutside(folder, suite.corpus)
  writeOurLayout(folder, suite, () => writeCorpus(suite.corpus, folder, corpus))
}
