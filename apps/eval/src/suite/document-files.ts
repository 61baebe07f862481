import { documentText } from './document-text.js'
import { fileNames } from './file-names.js'
import type { SuiteDocument } from './suite.js'

/** A document as a file. */
export interface DocumentFile {
  /** Of the file, in one folder with the others. */
  readonly name: string
  /** Of the document. */
  readonly id: string
  readonly text: string
}

/** Documents that a suite brings in one file as files of their own. */
export function documentFiles(documents: readonly SuiteDocument[]): DocumentFile[] {
  const names = [...fileNames(documents.map(({ id }) => id)).keys()]
  return documents.map((document, index) => ({
    name: names[index] ?? '',
    id: document.id,
    text: documentText(document),
  }))
}
