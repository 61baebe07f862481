/** A package that a suite takes documents from. */
export interface PackagePath {
  /** The package's name, after those of the packages that bring it along; at least one. */
  readonly names: readonly string[]
  /** The only one that will do; undefined where any will. */
  readonly version: string | undefined
}

/** Not `..`, nor anything else that leads out of `node_modules`. */
const packageName = /^(?:@[\w~-][\w.~-]*\/)?[\w~-][\w.~-]*$/u

const lastName = /^(@?[^@]+)(?:@([^@\s]+))?$/u

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
