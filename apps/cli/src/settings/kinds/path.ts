import { existsSync } from 'node:fs'
import { dirname, isAbsolute, join, resolve } from 'node:path'
import { hasReference } from '../expand.js'
import { isInside } from '../inside.js'
import { isInWorkspace, refusePlace, refuseValue, type Place } from '../place.js'
import type { Surroundings } from '../surroundings.js'
import { textItself, type Kind, type Settle } from './kind.js'
import { readText } from './text.js'

const allowed = 'a path; it may start with ~/'
const homePath = /^~(?=$|[/\\])/
const explicitPath = /^(?:~|\.\.?)(?:$|[/\\])/
const upwards = /(?:^|[/\\])\.\.(?:$|[/\\])/
const fileName = /[/\\]|\.gguf$/

function assertOwnHome(path: string, place: Place): void {
  if (!path.startsWith('~') || homePath.test(path)) return
  refuseValue(place, `${allowed}, your own folder; other people's (~name) are not known`)
}

function folderOf({ origin }: Place, cwd: string): string {
  return origin.kind === 'file' ? dirname(origin.file) : cwd
}

function settlePath(path: string, place: Place, { home, cwd }: Surroundings): string {
  assertOwnHome(path, place)
  return homePath.test(path) ? join(home, path.replace(homePath, '')) : resolve(folderOf(place, cwd), path)
}

/** @throws SettingsError `SETTINGS_REFUSED`: a workspace file names what is not its own */
export function refuseOutside(place: Place): never {
  return refusePlace(
    place,
    "must lie within the file's own folder in a workspace file, which may come from elsewhere. Put other paths into the user file, ~/.recallite/config.yaml.",
  )
}

/** A workspace file must not have others' folders read, or files written there. */
function assertInside(path: string, place: Place): void {
  if (place.origin.kind !== 'file' || !isInWorkspace(place)) return
  const folder = dirname(place.origin.file)
  if (path.startsWith('~') || !isInside(folder, resolve(folder, path))) refuseOutside(place)
}

function readPath(value: unknown, place: Place): Settle<string> {
  const settle = readText(value, place, allowed)
  const written = String(value)
  assertInside(written, place)
  assertOwnHome(written, place)
  return (surroundings) => settlePath(settle(surroundings), place, surroundings)
}

/** A path, settled to an absolute one: in files relative to the file's folder, else to the working folder. */
export const path: Kind<string> = {
  allowed,
  schema: { type: 'string', minLength: 1 },
  read: ({ value }, place) => readPath(value, place),
  fromVariable: textItself,
  show: textItself,
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

function isPath(text: string): boolean {
  return explicitPath.test(text) || isAbsolute(text)
}

/** Names are sent to services, and must not carry what a variable holds; paths stay on this machine. */
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

/** Names such as `org/model` are looked for as files too, in the working folder. */
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
