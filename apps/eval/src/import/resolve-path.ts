import { SuiteError, type SuitePlace } from '../suite/errors.js'

const mostNamed = 5

/** From the collection's folder on, as QMD compares. */
function inCollection(path: string): string {
  return path.replace(/^qmd:\/\/[^/]*\//iu, '').replaceAll(/^\/+|\/+$/gu, '')
}

/** About what QMD calls a file: hyphens for whatever is neither letter nor digit, none around folders. */
function asHandle(path: string): string {
  const plain = path.toLowerCase().replaceAll(/[^\p{L}\p{N}/]+/gu, '-')
  return plain.replaceAll(/(?<=^|\/)-+|-+(?=\/|$)/gu, '')
}

function nameHandle(path: string): string {
  return asHandle(path.slice(path.lastIndexOf('/') + 1))
}

const sameCase = (path: string) => path
const anyCase = (path: string) => path.toLowerCase()

/** From strict to lenient; the first that finds something decides. */
const comparisons = [
  { fold: sameCase, takesSuffix: false },
  { fold: anyCase, takesSuffix: false },
  { fold: anyCase, takesSuffix: true },
  { fold: asHandle, takesSuffix: true },
]

function findCandidates(wanted: string, files: readonly string[]): string[] {
  for (const { fold, takesSuffix } of comparisons) {
    const target = fold(wanted)
    const found = files.filter((path) => {
      const own = fold(path)
      return own === target || (takesSuffix && own.endsWith(`/${target}`))
    })
    if (found.length > 0) return found
  }
  return []
}

function nameSome(paths: readonly string[]): string {
  const named = paths.slice(0, mostNamed).map((path) => JSON.stringify(path))
  const more = paths.length - named.length
  return `${named.join(', ')}${more > 0 ? ` and ${more} more` : ''}`
}

function notFound(expected: string, files: readonly string[], place: SuitePlace): SuiteError {
  const alike = files.filter((path) => nameHandle(path) === nameHandle(expected))
  const hint = alike.length > 0 ? ` Of that name there is ${nameSome(alike)}.` : ''
  const message = `No file of the corpus is ${JSON.stringify(expected)}.${hint} Correct the path, or name the collection's folder with --corpus.`
  return new SuiteError('SUITE_UNKNOWN_ID', message, place)
}

/**
 * The one file that an expected file of QMD's means: perhaps with `qmd://collection/` in front, in other capitals, without
 * the first folders, or by its handle, as QMD prints it.
 * @param files paths in the corpus
 * @throws SuiteError `SUITE_UNKNOWN_ID`, `SUITE_AMBIGUOUS_PATH`
 */
export function resolvePath(expected: string, files: readonly string[], place: SuitePlace): string {
  const candidates = findCandidates(inCollection(expected), files)
  const [path, ...others] = candidates
  if (path === undefined) throw notFound(expected, files, place)
  if (others.length === 0) return path
  const message = `${JSON.stringify(expected)} may be ${nameSome(candidates)}. Write the whole path.`
  throw new SuiteError('SUITE_AMBIGUOUS_PATH', message, place)
}
