import { existsSync } from 'node:fs'
import { dirname, isAbsolute, join, resolve } from 'node:path'
import { hasReference, readText } from './text.js'
import { isInside } from '../inside.js'
import { isFromWorkspace, refuseEntry, refuseValue, type Entry } from '../errors.js'
import type { Kind, Resolve, Surroundings } from './kind.js'

const allowed = 'a path; it may start with ~/'
const homePath = /^~(?=$|[/\\])/

/** A path, resolved to an absolute one: in files relative to the file's folder, else to the working folder. */
export const path: Kind<string> = {
  allowed,
  schema: { type: 'string', minLength: 1 },
  read: ({ value }, entry) => readPath(value, entry),
}

function readPath(value: unknown, entry: Entry): Resolve<string> {
  const resolveText = readText(value, entry, allowed)
  const written = String(value)
  assertInside(written, entry)
  assertOwnHome(written, entry)
  return (surroundings) => resolvePath(resolveText(surroundings), entry, surroundings)
}

/** A workspace file must not make the program read or write outside of the file's own folder. */
function assertInside(written: string, entry: Entry): void {
  if (entry.origin.kind !== 'file' || !entry.origin.isWorkspace) return
  const folder = dirname(entry.origin.file)
  if (written.startsWith('~') || !isInside(folder, resolve(folder, written))) refuseOutside(entry)
}

function refuseOutside(entry: Entry): never {
  return refuseEntry(
    entry,
    "must lie within the file's own folder in a workspace file, which may come from elsewhere. Put other paths into the user file, ~/.recallite/config.yaml.",
  )
}

function assertOwnHome(written: string, entry: Entry): void {
  if (!written.startsWith('~') || homePath.test(written)) return
  refuseValue(entry, `${allowed}, your own folder; other people's (~name) are not known`)
}

function resolvePath(written: string, entry: Entry, { home, cwd }: Surroundings): string {
  assertOwnHome(written, entry)
  if (homePath.test(written)) return join(home, written.replace(homePath, ''))
  return resolve(entry.origin.kind === 'file' ? dirname(entry.origin.file) : cwd, written)
}

/** A path, or a word that stands for no file and is left as it is. */
export function pathOr(word: string): Kind<string> {
  return {
    ...path,
    allowed: `${allowed}, or ${word}`,
    read: ({ value }, entry) => (value === word ? () => word : readPath(value, entry)),
  }
}

const nameAllowed = 'a name, or a path that starts with ~/, ./, ../ or /'

/**
 * A name, kept as it is; or a path, if it starts with `~/`, `./`, `../` or `/`, or with a variable that does. Only paths
 * may name variables.
 */
export const nameOrPath: Kind<string> = {
  ...path,
  allowed: nameAllowed,
  read({ value }, entry) {
    if (typeof value === 'string' && isPath(value)) return readPath(value, entry)
    if (isFromWorkspace(entry.origin)) return readWorkspaceName(value, entry)
    const isExpanded = entry.origin.kind === 'file' && typeof value === 'string' && hasReference(value)
    return isExpanded ? readVariablePath(value, entry) : readText(value, entry, nameAllowed)
  },
}

function isPath(text: string): boolean {
  return /^(?:~|\.\.?)(?:$|[/\\])/.test(text) || isAbsolute(text)
}

/** A name such as `org/model` may be that of a file in the working folder too. */
function readWorkspaceName(value: unknown, entry: Entry): Resolve<string> {
  const resolveText = readText(value, entry, nameAllowed)
  if (/(?:^|[/\\])\.\.(?:$|[/\\])/.test(String(value))) refuseOutside(entry)
  return (surroundings) => {
    const name = resolveText(surroundings)
    const file = resolve(surroundings.cwd, name)
    if (/[/\\]|\.gguf$/.test(name) && existsSync(file)) assertInside(file, entry)
    return name
  }
}

/** A name is sent to services, and must not contain a variable's value; a path stays on this machine. */
function readVariablePath(written: string, entry: Entry): Resolve<string> {
  const resolveText = readText(written, entry, nameAllowed)
  const refuse = (): never =>
    refuseValue(entry, `${nameAllowed}; only a path may name variables, a name is written out`)
  if (!written.startsWith('${')) refuse()
  return (surroundings) => {
    const text = resolveText(surroundings)
    return isPath(text) ? resolvePath(text, entry, surroundings) : refuse()
  }
}

/**
 * A file, a folder or a glob (`*`, `**`, `?`, `[…]`, `{…}`), resolved as paths are; its signs are kept. In a workspace file
 * a glob must not go upwards, and the part before its signs must lie within the file's folder, links followed.
 */
export const pathPattern: Kind<string> = {
  ...path,
  allowed: 'a path or a glob; it may start with ~/',
  read(node, entry) {
    const written = String(node.value)
    if (isFromWorkspace(entry.origin) && leadsUp(written)) refuseOutside(entry)
    const resolveText = path.read(node, entry)
    // A glob that ends with a slash matches folders, and `join` keeps the slash.
    return (surroundings) =>
      written.endsWith('/') ? join(resolveText(surroundings), '/') : resolveText(surroundings)
  },
}

/** Expanded braces or removed escapes can produce a way up that the pattern itself does not show. */
function leadsUp(pattern: string): boolean {
  return /[*?[\]{}\\]/u.test(pattern) && /(?:^|[/{,(|])\.\.(?:$|[/},)|])/u.test(pattern.replaceAll('\\', ''))
}
