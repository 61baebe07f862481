import { existsSync } from 'node:fs'
import { dirname, isAbsolute, join, resolve } from 'node:path'
import { hasReference, readText } from './text.js'
import { isInside } from '../inside.js'
import { isInWorkspace, refusePlace, refuseValue, type Place } from '../errors.js'
import { type Surroundings, textItself, type Kind, type Settle } from './kind.js'

const allowed = 'a path; it may start with ~/'
const homePath = /^~(?=$|[/\\])/

/** A path, settled to an absolute one: in files relative to the file's folder, else to the working folder. */
export const path: Kind<string> = {
  allowed,
  schema: { type: 'string', minLength: 1 },
  read: ({ value }, place) => readPath(value, place),
  fromVariable: textItself,
  show: textItself,
}

function readPath(value: unknown, place: Place): Settle<string> {
  const settle = readText(value, place, allowed)
  const written = String(value)
  assertInside(written, place)
  assertOwnHome(written, place)
  return (surroundings) => settlePath(settle(surroundings), place, surroundings)
}

/** A workspace file must not make the program read or write outside of the file's own folder. */
function assertInside(written: string, place: Place): void {
  if (place.origin.kind !== 'file' || !isInWorkspace(place)) return
  const folder = dirname(place.origin.file)
  if (written.startsWith('~') || !isInside(folder, resolve(folder, written))) refuseOutside(place)
}

function refuseOutside(place: Place): never {
  return refusePlace(
    place,
    "must lie within the file's own folder in a workspace file, which may come from elsewhere. Put other paths into the user file, ~/.recallite/config.yaml.",
  )
}

function assertOwnHome(written: string, place: Place): void {
  if (!written.startsWith('~') || homePath.test(written)) return
  refuseValue(place, `${allowed}, your own folder; other people's (~name) are not known`)
}

function settlePath(written: string, place: Place, { home, cwd }: Surroundings): string {
  assertOwnHome(written, place)
  if (homePath.test(written)) return join(home, written.replace(homePath, ''))
  return resolve(place.origin.kind === 'file' ? dirname(place.origin.file) : cwd, written)
}

/** A path, or one of the words that stand for no file and are left as they are. */
export function pathOr(word: string): Kind<string> {
  return {
    ...path,
    allowed: `${allowed}, or ${word}`,
    read: ({ value }, place) => (value === word ? () => word : readPath(value, place)),
  }
}

const nameAllowed = 'a name, or a path that starts with ~/, ./, ../ or /'
const explicitPath = /^(?:~|\.\.?)(?:$|[/\\])/
const upwards = /(?:^|[/\\])\.\.(?:$|[/\\])/
const fileName = /[/\\]|\.gguf$/

/**
 * A name, kept as it is; or a path, if it starts with `~/`, `./`, `../` or `/`, or with a variable that does. Only paths
 * may name variables.
 */
export const nameOrPath: Kind<string> = {
  ...path,
  allowed: nameAllowed,
  read({ value }, place) {
    if (typeof value === 'string' && isPath(value)) return readPath(value, place)
    if (isInWorkspace(place)) return readWorkspaceName(value, place)
    const isExpanded = place.origin.kind === 'file' && typeof value === 'string' && hasReference(value)
    return isExpanded ? readVariablePath(value, place) : readText(value, place, nameAllowed)
  },
}

function isPath(text: string): boolean {
  return explicitPath.test(text) || isAbsolute(text)
}

/** A name such as `org/model` may be that of a file in the working folder too. */
function readWorkspaceName(value: unknown, place: Place): Settle<string> {
  const settle = readText(value, place, nameAllowed)
  if (upwards.test(String(value))) refuseOutside(place)
  return (surroundings) => {
    const name = settle(surroundings)
    const file = resolve(surroundings.cwd, name)
    if (fileName.test(name) && existsSync(file)) assertInside(file, place)
    return name
  }
}

/** A name is sent to services, and must not carry a variable's value; a path stays on this machine. */
function readVariablePath(written: string, place: Place): Settle<string> {
  const settle = readText(written, place, nameAllowed)
  const refuse = (): never =>
    refuseValue(place, `${nameAllowed}; only a path may name variables, a name is written out`)
  if (!written.startsWith('${')) refuse()
  return (surroundings) => {
    const text = settle(surroundings)
    return isPath(text) ? settlePath(text, place, surroundings) : refuse()
  }
}

const signs = /[*?[\]{}\\]/u
const patternUpwards = /(?:^|[/{,(|])\.\.(?:$|[/},)|])/u

/**
 * A file, a folder or a glob (`*`, `**`, `?`, `[…]`, `{…}`), settled as paths are; its signs are kept. In a workspace file
 * a glob must not go upwards, and what is before its signs lies within the file's folder, links followed.
 */
export const pathPattern: Kind<string> = {
  ...path,
  allowed: 'a path or a glob; it may start with ~/',
  read(node, place) {
    const written = String(node.value)
    if (isInWorkspace(place) && leadsUp(written)) refuseOutside(place)
    const settle = path.read(node, place)
    // With a slash behind it a glob is of folders.
    return (surroundings) => (written.endsWith('/') ? join(settle(surroundings), '/') : settle(surroundings))
  },
}

/** Expanded braces or removed escapes can produce a way up that the pattern itself does not show. */
function leadsUp(pattern: string): boolean {
  return signs.test(pattern) && patternUpwards.test(pattern.replaceAll('\\', ''))
}
