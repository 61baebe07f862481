import { SuiteError, type SuitePlace } from '../suite/errors.js'
import type { PathIndex } from './path-index.js'

const mostNamed = 5

/** From the collection's folder on, as QMD compares. */
function inCollection(path: string): string {
  return path.replace(/^qmd:\/\/[^/]*\//iu, '').replaceAll(/^\/+|\/+$/gu, '')
}

function nameSome(paths: readonly string[]): string {
  const named = paths.slice(0, mostNamed).map((path) => JSON.stringify(path))
  const more = paths.length - named.length
  return `${named.join(', ')}${more > 0 ? ` and ${more} more` : ''}`
}

function notFound(expected: string, files: PathIndex, place: SuitePlace): SuiteError {
  const alike = files.withNameOf(expected)
  const hint = alike.length > 0 ? ` Of that name there is ${nameSome(alike)}.` : ''
  const message = `No file of the corpus is ${JSON.stringify(expected)}.${hint} Correct the path, or name the collection's folder with --corpus.`
  return new SuiteError('SUITE_UNKNOWN_ID', message, place)
}

/**
 * The one file that an expected file of QMD's means: perhaps with `qmd://collection/` in front, in other capitals, without
 * the first folders, or by its handle, as QMD prints it.
 * @param files those of the corpus
 * @throws SuiteError `SUITE_UNKNOWN_ID`, `SUITE_AMBIGUOUS_PATH`
 */
export function resolvePath(expected: string, files: PathIndex, place: SuitePlace): string {
  const candidates = files.find(inCollection(expected))
  const [path, ...others] = candidates
  if (path === undefined) throw notFound(expected, files, place)
  if (others.length === 0) return path
  const message = `${JSON.stringify(expected)} may be ${nameSome(candidates)}. Write the whole path.`
  throw new SuiteError('SUITE_AMBIGUOUS_PATH', message, place)
}
