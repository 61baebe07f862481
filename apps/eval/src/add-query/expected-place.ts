/** A document that answers, and where in it. */
export interface ExpectedPlace {
  /** In the corpus, with forward slashes. */
  readonly path: string
  /** First and last line, from 1, as typed; undefined for the whole document. */
  readonly lines?: readonly [first: number, last: number]
}

const pathAndLines = /^(.+):(\d+)(?:-(\d+))?$/su

/**
 * Reads `PATH`, `PATH:12` or `PATH:12-15`. Where a file has such a name as a whole, that is what is meant.
 * @param files the paths that there are
 */
export function readExpectedPlace(text: string, files: ReadonlySet<string>): ExpectedPlace {
  const [, path, first, last = first] = pathAndLines.exec(text) ?? []
  if (path === undefined || files.has(text)) return { path: text }
  return { path, lines: [Number(first), Number(last)] }
}
