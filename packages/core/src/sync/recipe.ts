import type { Root } from '@recallite/store'
import { readerOf, type ReaderName } from '../readers/reader-of.js'

/** How texts are cut, in the chunker's tokens. */
export interface Chunking {
  readonly target: number
  readonly overlap: number
}

/** What is taken where nobody says otherwise. */
export const defaultChunking: Chunking = { target: 400, overlap: 80 }

/** Count up when the same settings cut or analyse texts, or tell secrets, differently than before: every document is then cut anew. */
const cutterVersion = 3

/** Count up when a reader makes another text of the same file: documents of that reader are then cut anew. */
const readerVersions: Readonly<Record<Exclude<ReaderName, 'text'>, number>> = { html: 1, session: 1 }

/** Names everything that decides what the index holds of a file; the reader as well, if it makes a text of its own. */
function recipeOf({ target, overlap }: Chunking, reader: ReaderName): string {
  const cutter = `cutter ${cutterVersion}, target ${target}, overlap ${overlap}, unicode ${process.versions.unicode ?? 'none'}`
  return reader === 'text' ? cutter : `${cutter}, ${reader} ${readerVersions[reader]}`
}

/** The recipe of each file of a root, by its path. */
export function recipesOf(chunking: Chunking, root: Pick<Root, 'kind'>): (path: string) => string {
  const recipes = {
    text: recipeOf(chunking, 'text'),
    html: recipeOf(chunking, 'html'),
    session: recipeOf(chunking, 'session'),
  }
  return (path) => recipes[readerOf(root, path)]
}
