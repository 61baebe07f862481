import { readFileSync } from 'node:fs'
import { findPackageJSON } from 'node:module'
import { basename, dirname, join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { realPathOf } from '@recallite/core/sources'
import { malformed, EvaluationError, type FilePosition } from '../errors.js'
import { parseFields } from '../text-lines.js'
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
  const packages = new Map<string, string>()
  for (const path of paths) {
    const { name, inside } = findOnPath(path, realPath(folder), position)
    if (packages.has(name)) {
      const message = `The package ${name} occurs twice, and its documents would have the same paths. Keep one of the two.`
      throw new EvaluationError('SUITE_DUPLICATE', message, position)
    }
    packages.set(name, inside)
  }
  const files = Array.from(packages, ([name, inside]) =>
    listFiles(inside)
      .filter((path) => markdownName.test(path))
      .map((path): [string, string] => [`${name}/${path}`, join(inside, path)]),
  )
  return new Map(files.flat())
}

/** Reads `name` or `name@1.2.3`, after the packages that bring it (`typedoc > markdown-it`, as in pnpm's overrides). */
export function parsePackagePath(text: string) {
  const parts = text.split('>').map((part) => part.trim())
  const [, name = '', version] = lastName.exec(parts.pop() ?? '') ?? []
  const names = [...parts, name]
  return names.every((each) => packageName.test(each)) ? { names, version } : undefined
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
  const refuse = (code: 'SUITE_PACKAGE_MISSING' | 'SUITE_PACKAGE_VERSION', reason: string) =>
    new EvaluationError(code, `Its documents are those of npm packages, and ${reason}`, position)
  const inside = names.reduce<string | undefined>(
    (folder, name) => folder && findPackage(name, folder),
    start,
  )
  if (inside === undefined) {
    const advice =
      'Install it in a node_modules folder beside the suite or above it; the included suites have theirs in a clone of the repository after its install.'
    throw refuse('SUITE_PACKAGE_MISSING', `${names.join(' > ')} is not installed. ${advice}`)
  }
  const name = names.at(-1) ?? ''
  const own = parseFields(readFileSync(join(inside, 'package.json'), 'utf8'))['version'] ?? 'unknown'
  if (version === undefined || version === own) return { name, inside }
  const advice =
    'Install the version that the suite is about, or look through its answers and name the new one.'
  throw refuse('SUITE_PACKAGE_VERSION', `${name} is version ${String(own)}, not ${version}. ${advice}`)
}

/** The folder of the package that a file in a folder would import, links followed. */
function findPackage(name: string, folder: string): string | undefined {
  try {
    const manifest = findPackageJSON(name, pathToFileURL(join(folder, 'suite.yaml')))
    return manifest && realPath(dirname(manifest))
  } catch {
    return undefined
  }
}
