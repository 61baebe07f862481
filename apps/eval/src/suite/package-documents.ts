import { join } from 'node:path'
import { SuiteError, type SuitePlace } from './errors.js'
import { findPackage, type InstalledPackage } from './find-package.js'
import { listFiles } from './list-files.js'
import { parsePackagePath, type PackagePath } from './package-path.js'
import { realPlace } from './real-place.js'

/** A package that is installed as a suite wants it, or why it is not one. */
interface Found {
  readonly name: string
  readonly folder: string
  readonly trouble?: undefined
}

interface NotFound {
  readonly name: string
  readonly trouble: 'missing' | 'other version'
  /** What of it is wrong, for people to read. */
  readonly reason: string
}

const markdownName = /\.(?:md|markdown)$/iu

/** More than a message should name. */
const mostReasons = 3

function readPath(text: string, place: SuitePlace): PackagePath & { name: string } {
  const path = parsePackagePath(text)
  const name = path?.names.at(-1)
  if (path && name !== undefined) return { ...path, name }
  const message = `${JSON.stringify(text)} names no package. Write "name", "name@1.2.3" or "package that brings it > name".`
  throw new SuiteError('SUITE_MALFORMED', message, place)
}

function follow([name = '', ...others]: readonly string[], start: string): InstalledPackage | undefined {
  const found = findPackage(name, start)
  return found && others.length > 0 ? follow(others, found.folder) : found
}

function lookUp({ names, version, name }: PackagePath & { name: string }, start: string): Found | NotFound {
  const found = follow(names, start)
  if (!found) return { name, trouble: 'missing', reason: `${names.join(' > ')} is not installed` }
  if (version === undefined || found.version === version) return { name, folder: found.folder }
  const reason = `${name} is version ${found.version ?? 'unknown'}, not ${version}`
  return { name, trouble: 'other version', reason }
}

function checkFound(packages: readonly (Found | NotFound)[], place: SuitePlace): readonly Found[] {
  const troubles = packages.filter((each) => each.trouble !== undefined)
  if (troubles.length === 0) return packages.filter((each) => each.trouble === undefined)
  const reasons = troubles.slice(0, mostReasons).map(({ reason }) => reason)
  const more = troubles.length > mostReasons ? ` and ${troubles.length - mostReasons} more` : ''
  const isMissing = troubles.some(({ trouble }) => trouble === 'missing')
  const advice = isMissing
    ? 'Install them in a node_modules folder beside the suite or above it; the suites that come along have theirs in a clone of the repository after its install.'
    : 'Install the versions that the suite is about, or look through its answers and name the new ones.'
  throw new SuiteError(
    isMissing ? 'SUITE_PACKAGE_MISSING' : 'SUITE_PACKAGE_VERSION',
    `Its documents are those of npm packages, and ${reasons.join('; ')}${more}. ${advice}`,
    place,
  )
}

function checkDistinct(packages: readonly Found[], place: SuitePlace): void {
  const names = new Set<string>()
  for (const { name } of packages) {
    if (names.has(name)) {
      const message = `The package ${name} stands twice, and its documents would have the same paths. Keep one of the two.`
      throw new SuiteError('SUITE_DUPLICATE', message, place)
    }
    names.add(name)
  }
}

/**
 * The Markdown files of npm packages, as a map from their paths in the corpus (the package's name, then the path in it) to
 * where they are. Packages inside a package are not its documents.
 * @param paths one or more, as `parsePackagePath` reads them
 * @param folder the suite's: packages are those that a file in it would import
 * @throws SuiteError `SUITE_MALFORMED`, `SUITE_DUPLICATE`, `SUITE_PACKAGE_MISSING`, `SUITE_PACKAGE_VERSION`
 */
export function packageDocuments(
  paths: readonly string[],
  folder: string,
  place: SuitePlace,
): ReadonlyMap<string, string> {
  const start = realPlace(folder)
  const packages = checkFound(
    paths.map((text) => lookUp(readPath(text, place), start)),
    place,
  )
  checkDistinct(packages, place)
  return new Map(
    packages.flatMap(({ name, folder: inside }) =>
      listFiles(inside)
        .filter((path) => markdownName.test(path))
        .map((path): [string, string] => [`${name}/${path}`, join(inside, path)]),
    ),
  )
}
