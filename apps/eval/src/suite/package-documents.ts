import { existsSync, readFileSync, realpathSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { SuiteError, type SuitePlace } from './errors.js'
import { isFields } from './json-lines.js'
import { listFiles } from './open-corpus.js'

/** A package that a suite takes documents from. */
export interface PackagePath {
  /** The package's name, after those of the packages that bring it along; at least one. */
  readonly names: readonly string[]
  /** The only one that will do; undefined where any will. */
  readonly version: string | undefined
}

/** A package as it is installed. */
export interface InstalledPackage {
  readonly folder: string
  /** Undefined where it tells none. */
  readonly version: string | undefined
}

/** Not `..`, nor anything else that leads out of `node_modules`. */
const packageName = /^(?:@[\w~-][\w.~-]*\/)?[\w~-][\w.~-]*$/u

const lastName = /^(@?[^@]+)(?:@([^@\s]+))?$/u

const markdownName = /\.(?:md|markdown)$/iu

/** More than a message should name. */
const mostReasons = 3

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

/**
 * Reads what names a package: `name` or `name@1.2.3`, after the packages that lead to it where the suite has it only by
 * them (`typedoc > markdown-it`, as pnpm's overrides say it). Undefined where it is written otherwise.
 */
export function parsePackagePath(text: string): PackagePath | undefined {
  const parts = text.split('>').map((part) => part.trim())
  const [, name = '', version] = lastName.exec(parts.pop() ?? '') ?? []
  const names = [...parts, name]
  return names.every((each) => packageName.test(each)) ? { names, version } : undefined
}

/**
 * The package that a file in a folder would import by a name: from `node_modules` there or above, the nearest first, as
 * Node does (https://nodejs.org/api/esm.html, PACKAGE_RESOLVE). Links are followed.
 */
export function findPackage(name: string, folder: string): InstalledPackage | undefined {
  const place = join(folder, 'node_modules', name)
  const manifest = join(place, 'package.json')
  if (existsSync(manifest)) return { folder: realpathSync.native(place), version: versionIn(manifest) }
  const above = dirname(folder)
  return above === folder ? undefined : findPackage(name, above)
}

/** Where a path leads when links are followed; of one that is not there yet, where it would be made. */
export function realPlace(path: string): string {
  const whole = resolve(path)
  const parent = dirname(whole)
  if (existsSync(whole)) return realpathSync.native(whole)
  return parent === whole ? whole : join(realPlace(parent), basename(whole))
}

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

function versionIn(manifestFile: string): string | undefined {
  try {
    const manifest: unknown = JSON.parse(readFileSync(manifestFile, 'utf8'))
    const version = isFields(manifest) ? manifest['version'] : undefined
    return typeof version === 'string' ? version : undefined
  } catch {
    return undefined
  }
}
