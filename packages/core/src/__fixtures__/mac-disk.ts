import fs from 'node:fs'
import { join } from 'node:path'
import { emulatePlatform, replaceFileFunctions } from '@recallite/test-kit'

const withPaths = [
  'accessSync',
  'existsSync',
  'lstatSync',
  'openSync',
  'readdirSync',
  'readFileSync',
  'statSync',
] as const

/**
 * Until the test ends, a folder behaves as on macOS: names match in any case and Unicode form, only `realpath.native` returns the
 * spelling on disk, and the path of a descriptor is unknown.
 */
export function emulateMacDisk(folder: string): void {
  emulatePlatform('darwin')
  const { readdirSync, realpathSync, readlinkSync } = fs
  const spelled = (path: string) => spell(path, folder, readdirSync)
  const patched: Partial<Record<keyof typeof fs, unknown>> = {}
  for (const name of withPaths) {
    const original = fs[name] as (path: unknown, ...rest: unknown[]) => unknown
    patched[name] = (path: unknown, ...rest: unknown[]) =>
      original(typeof path === 'string' ? spelled(path) : path, ...rest)
  }
  const typed = (path: string) =>
    realpathSync(spelled(path)) === spelled(path) ? path : realpathSync(spelled(path))
  patched['realpathSync'] = Object.assign(typed, {
    native: (path: string) => realpathSync.native(spelled(path)),
  })
  patched['readlinkSync'] = (path: string) => readlinkSync(path.replace('/proc/self/fd', '/dev/null'))
  replaceFileFunctions(patched)
}

/** The existing part of a path below the folder, spelled as on disk. */
function spell(path: string, folder: string, list: typeof fs.readdirSync): string {
  if (!path.startsWith(`${folder}/`)) return path
  let found = folder
  for (const name of path.slice(folder.length + 1).split('/')) {
    const names = orNone(() => list(found))
    found = join(
      found,
      names.includes(name) ? name : (names.find((each) => fold(each) === fold(name)) ?? name),
    )
  }
  return found
}

const fold = (name: string): string => name.normalize('NFC').toLowerCase()

function orNone(read: () => string[]): string[] {
  try {
    return read()
  } catch {
    return []
  }
}
