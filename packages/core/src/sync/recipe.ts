/** How texts are cut, in the chunker's tokens. */
export interface Chunking {
  readonly target: number
  readonly overlap: number
}

/** What is taken where nobody says otherwise. */
export const defaultChunking: Chunking = { target: 400, overlap: 80 }

/** Count up when the same settings cut or analyse texts, or tell secrets, differently than before: every document is then cut anew. */
const cutterVersion = 3

/** Names everything that decides what the index holds of a text. */
export function recipeOf({ target, overlap }: Chunking): string {
  return `cutter ${cutterVersion}, target ${target}, overlap ${overlap}, unicode ${process.versions.unicode ?? 'none'}`
}
