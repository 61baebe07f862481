import { readFileSync } from 'node:fs'
import { findPackageJSON } from 'node:module'
import { basename, dirname, join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { realPathOf } from '@recallite/core/sources'
import { malformed, EvaluationError, type FilePosition } from '../errors.js'
import { parseFields } from '../text-lines.js'
import { listFiles } from './open-corpus.js'

const markdownName = /\.(?:md|markdown)$/iu

/** Does not match paths that leave `node_modules`, such as `..`. */
const packageName = /^(?:@[\w~-][\w.~-]*\/)?[\w~-][\w.~-]*$/u
const lastName = /^(@?[^@]+)(?:@([^@\s]+))?$/u

/**
 * The Markdown files of npm packages, by package name and path in the package. Leaves out nested packages.
 * @param paths one or more, as `parsePackagePath` reads them; resolved like imports from the suite's `folder`
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

/** Parses `name` or `name@1.2.3`, optionally after its dependents: `typedoc > markdown-it`, as in pnpm's overrides. */
export function parsePackagePath(text: string) {
  const parts = text.split('>').map((part) => part.trim())
  const [, name = '', version] = lastName.exec(parts.pop() ?? '') ?? []
  const names = [...parts, name]
  return names.every((each) => packageName.test(each)) ? { names, version } : undefined
}

/** Resolves links, even in a path that does not exist yet. */
export function realPath(path: string): string {
  const whole = resolve(path)
  const parent = dirname(whole)
  return realPathOf(whole) ?? (parent === whole ? whole : join(realPath(parent), basename(whole)))
}

function findOnPath(text: string, start: string, position: FilePosition) {
  const path = parsePackagePath(text)
  if (!path) {
    const advice = 'Write "name", "name@1.2.3" or "parent > name".'
    throw malformed(position, `${JSON.stringify(text)} is not a package. ${advice}`)
  }
  const { names, version } = path
  const refuse = (code: 'SUITE_PACKAGE_MISSING' | 'SUITE_PACKAGE_VERSION', reason: string) =>
    new EvaluationError(code, `The suite uses documents of npm packages, and ${reason}`, position)
  let inside: string | undefined = start
  for (const name of names) inside &&= findPackage(name, inside)
  if (inside === undefined) {
    const advice =
      'Install it in a node_modules folder next to the suite or above; for included suites, install the dependencies of a clone of the repository.'
    throw refuse('SUITE_PACKAGE_MISSING', `${names.join(' > ')} is not installed. ${advice}`)
  }
  const name = names.at(-1) ?? ''
  const installed = parseFields(readFileSync(join(inside, 'package.json'), 'utf8'))['version'] ?? 'unknown'
  if (version === undefined || version === installed) return { name, inside }
  const advice = 'Install the version of the suite, or review its answers and name the new one.'
  throw refuse('SUITE_PACKAGE_VERSION', `${name} is version ${String(installed)}, not ${version}. ${advice}`)
}

/** The real path of the package that a file in the folder would import. */
function findPackage(name: string, folder: string): string | undefined {
  try {
    const manifest = findPackageJSON(name, pathToFileURL(join(folder, 'suite.yaml')))
    return manifest && realPath(dirname(manifest))
  } catch {
    return undefined
  }
}
