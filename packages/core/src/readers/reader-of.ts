import { formatOf, type SourceFormat } from '@recallite/chunker/formats'
import type { Root } from '@recallite/store'

/** How the text of a document comes out of its file: as it stands, out of a web page, or out of a transcript. */
export type ReaderName = 'text' | 'html' | 'session'

const webPage = /\.(?:html?|xhtml)$/iu

/** The reader of a file; its name and the kind of its root decide. */
export function readerOf({ kind }: Pick<Root, 'kind'>, path: string): ReaderName {
  if (kind === 'sessions') return 'session'
  return webPage.test(path) ? 'html' : 'text'
}

/** How the text that a reader gives is cut. */
export function readFormat(reader: ReaderName, path: string): SourceFormat {
  if (reader === 'html') return 'markdown'
  return reader === 'session' ? 'text' : (formatOf(path) ?? 'text')
}
