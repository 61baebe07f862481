import { existsSync, lstatSync } from 'node:fs'
import { basename, dirname, isAbsolute, join, resolve } from 'node:path'
import { innerPath, realPathOf } from '@recallite/core/sources'
import { isFromWorkspace, refuseEntry, refuseValue, type Entry } from '../errors.js'
import { meaning, type Resolve, type Surroundings } from './schema.js'
import { hasReference, readText, someText } from './texts.js'

const allowed = 'a path; it may start with ~/'
const homePath = /^~(?=$|[/\\])/

/** A path, resolved to an absolute one: relative to its file's folder, else to the working folder. */
export const path = meaning<string>(someText(allowed), { read: readPath })

function readPath(written: string, entry: Entry): Resolve<string> {
  const resolveText = readText(written, entry)
  assertInside(written, entry)
  assertOwnHome(written, entry)
  return (surroundings) => resolvePath(resolveText(surroundings), entry, surroundings)
}

/** A workspace file must not make the program read or write outside of its folder. */
function assertInside(written: string, entry: Entry): void {
  if (entry.origin.kind !== 'file' || !entry.origin.isWorkspace) return
  const folder = dirname(entry.origin.file)
  if (written.startsWith('~') || !isInside(folder, resolve(folder, written))) refuseOutside(entry)
}

function refuseOutside(entry: Entry): never {
  return refuseEntry(
    entry,
    "must be in the file's own folder in a workspace file, which may come from elsewhere. Put other paths into the user file, ~/.recallite/config.yaml.",
  )
}

function assertOwnHome(written: string, entry: Entry): void {
  if (!written.startsWith('~') || homePath.test(written)) return
  refuseValue(entry, `${allowed}, your home folder; other people's (~name) are not supported`)
}

function resolvePath(written: string, entry: Entry, { home, cwd }: Surroundings): string {
  assertOwnHome(written, entry)
  if (homePath.test(written)) return join(home, written.replace(homePath, ''))
  return resolve(entry.origin.kind === 'file' ? dirname(entry.origin.file) : cwd, written)
}

/** A path, or a word that is not a path. */
export function pathOr(word: string) {
  return meaning<string>(someText(`${allowed}, or ${word}`), {
    read: (written, entry) => (written === word ? () => word : readPath(written, entry)),
  })
}

const nameAllowed = 'a name, or a path that starts with ~/, ./, ../ or /'

/** A name, or a path if it starts with `~/`, `./`, `../` or `/`, or with a variable that does. Only paths may refer to variables. */
export const nameOrPath = meaning<string>(someText(nameAllowed), {
  read(written, entry) {
    if (isPath(written)) return readPath(written, entry)
    if (isFromWorkspace(entry.origin)) return readWorkspaceName(written, entry)
    const isExpanded = entry.origin.kind === 'file' && hasReference(written)
    return isExpanded ? readVariablePath(written, entry) : readText(written, entry)
  },
})

const isPath = (text: string): boolean => /^(?:~|\.\.?)(?:$|[/\\])/.test(text) || isAbsolute(text)

/** A name such as `org/model` may also be a file in the working folder. */
function readWorkspaceName(written: string, entry: Entry): Resolve<string> {
  const resolveText = readText(written, entry)
  if (/(?:^|[/\\])\.\.(?:$|[/\\])/.test(written)) refuseOutside(entry)
  return (surroundings) => {
    const name = resolveText(surroundings)
    const file = resolve(surroundings.cwd, name)
    if (/[/\\]|\.gguf$/.test(name) && existsSync(file)) assertInside(file, entry)
    return name
  }
}

/** A name is sent to services, so it must not contain the value of a variable; a path stays on this machine. */
function readVariablePath(written: string, entry: Entry): Resolve<string> {
  const resolveText = readText(written, entry)
  const refuse = (): never => refuseValue(entry, `${nameAllowed}; only a path may name variables, not a name`)
  if (!written.startsWith('${')) refuse()
  return (surroundings) => {
    const text = resolveText(surroundings)
    return isPath(text) ? resolvePath(text, entry, surroundings) : refuse()
  }
}

/**
 * A file, folder or glob (`*`, `**`, `?`, `[…]`, `{…}`), resolved like a path. In a workspace file a glob must not lead
 * upwards, and its literal prefix must be inside the file's folder, with links resolved.
 */
export const pathPattern = meaning<string>(someText('a path or a glob; it may start with ~/'), {
  read(written, entry) {
    if (isFromWorkspace(entry.origin) && leadsUp(written)) refuseOutside(entry)
    const resolveText = readPath(written, entry)
    // A glob that ends with a slash matches folders, and `join` retains the slash.
    return (surroundings) =>
      written.endsWith('/') ? join(resolveText(surroundings), '/') : resolveText(surroundings)
  },
})

/** Expanded braces or removed escapes can lead upwards although the pattern does not show it. */
function leadsUp(pattern: string): boolean {
  return /[*?[\]{}\\]/u.test(pattern) && /(?:^|[/{,(|])\.\.(?:$|[/},)|])/u.test(pattern.replaceAll('\\', ''))
}

/** Whether an absolute path, which need not exist, is a folder or inside it, with links resolved. */
export function isInside(folder: string, target: string): boolean {
  const [around, real] = [realPath(folder), realPath(target)]
  return around !== undefined && real !== undefined && innerPath(real, around) !== undefined
}

/** Resolves a path by its nearest existing folder; undefined for a broken link or an unreadable folder. */
function realPath(target: string): string | undefined {
  const real = realPathOf(target)
  if (real !== undefined || isUnknown(target) || dirname(target) === target) return real
  const around = realPath(dirname(target))
  return around === undefined ? undefined : join(around, basename(target))
}

/** A broken link or an inaccessible path could lead anywhere. */
function isUnknown(target: string): boolean {
  try {
    return lstatSync(target, { throwIfNoEntry: false }) !== undefined
  } catch {
    return true
  }
}
