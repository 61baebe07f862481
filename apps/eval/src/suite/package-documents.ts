import { readFileSync } from 'node:fs'
import { findPackageJSON } from 'node:module'
import { basename, dirname, join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { realPathOf } from '@recallite/core/sources'
import { firstOf } from '@recallite/command-line'
import { parseFields } from '../text-lines.js'
import { malformed, EvaluationError, type FilePosition } from '../errors.js'
import { listFiles } from './open-corpus.js'

const markdownName = /\.(?:md|markdown)$/iu

/** It excludes `..` and anything else that leads out of `node_modules`. */
const packageName = /^(?:@[\w~-][\w.~-]*\/)?[\w~-][\w.~-]*$/u
const lastName = /^(@?[^@]+)(?:@([^@\s]+))?$/u

/**
 * The Markdown files of npm packages, as a map from their paths in the corpus (the package's name, then the path in it) to
 * the files. Packages inside a package are left out.
 * @param paths one or more, as `parsePackagePath` reads them
 * @param folder the suite's: packages are resolved from it as imports are
 * @throws EvaluationError `SUITE_MALFORMED`, `SUITE_DUPLICATE`, `SUITE_PACKAGE_MISSING`, `SUITE_PACKAGE_VERSION`
 */
export function packageDocuments(paths: readonly string[], folder: string, position: FilePosition) {
  const start = realPath(folder)
  const packages = paths.map((text) => findOnPath(text, start, position))
  refuseMissing(packages, position)
  const names = packages.map(({ name }) => name)
  const repeated = names.find((name, index) => names.indexOf(name) < index)
  if (repeated !== undefined) {
    const message = `The package ${repeated} occurs twice, and its documents would have the same paths. Keep one of the two.`
    throw new EvaluationError('SUITE_DUPLICATE', message, position)
  }
  return new Map(
    packages.flatMap(({ name, folder: inside = '' }) =>
      listFiles(inside)
        .filter((path) => markdownName.test(path))
        .map((path): [string, string] => [`${name}/${path}`, join(inside, path)]),
    ),
  )
}

/** Reads `name` or `name@1.2.3`, after the packages that bring it (`typedoc > markdown-it`, as in pnpm's overrides). */
export function parsePackagePath(text: string) {
  const parts = text.split('>').map((part) => part.trim())
  const [, name = '', version] = lastName.exec(parts.pop() ?? '') ?? []
  const names = [...parts, name]
  return names.every((each) => packageName.test(each)) ? { names, version } : undefined
}

/** Finds the package that a file in a folder would import, links followed. */
function findPackage(name: string, folder: string) {
  try {
    const manifest = findPackageJSON(name, pathToFileURL(join(folder, 'suite.yaml')))
    if (manifest === undefined) return undefined
    const { version } = parseFields(readFileSync(manifest, 'utf8'))
    return { folder: realPath(dirname(manifest)), version: typeof version === 'string' ? version : undefined }
  } catch {
    return undefined
  }
}

/** A path with its links followed; of a path that does not exist, where it would be made. */
export function realPath(path: string): string {
  const whole = resolve(path)
  const parent = dirname(whole)
  return realPathOf(whole) ?? (parent === whole ? whole : join(realPath(parent), basename(whole)))
}

function findOnPath(text: string, start: string, position: FilePosition) {
  const path = parsePackagePath(text)
  if (!path) {
    const advice = 'Write "name", "name@1.2.3" or "package that brings it > name".'
    throw malformed(position, `${JSON.stringify(text)} names no package. ${advice}`)
  }
  const { names, version } = path
  const name = names.at(-1) ?? ''
  let found: ReturnType<typeof findPackage> = { folder: start, version: undefined }
  for (const each of names) found = found && findPackage(each, found.folder)
  if (!found) return { name, isMissing: true, reason: `${names.join(' > ')} is not installed` }
  if (version === undefined || found.version === version) return { name, folder: found.folder }
  return { name, reason: `${name} is version ${found.version ?? 'unknown'}, not ${version}` }
}

function refuseMissing(packages: readonly ReturnType<typeof findOnPath>[], position: FilePosition): void {
  const reasons = packages.flatMap(({ reason }) => reason ?? [])
  if (reasons.length === 0) return
  const isMissing = packages.some((each) => each.isMissing)
  const advice = isMissing
    ? 'Install them in a node_modules folder beside the suite or above it; the suites that come along have theirs in a clone of the repository after its install.'
    : 'Install the versions that the suite is about, or look through its answers and name the new ones.'
  throw new EvaluationError(
    isMissing ? 'SUITE_PACKAGE_MISSING' : 'SUITE_PACKAGE_VERSION',
    `Its documents are those of npm packages, and ${firstOf(reasons, { most: 3, separator: '; ' })}. ${advice}`,
    position,
  )
}
