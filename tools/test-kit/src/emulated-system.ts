import fs from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'

/** Until the test ends, the process says that it runs on another platform. Paths keep their form. */
export function emulatePlatform(platform: NodeJS.Platform): void {
  const own = Object.getOwnPropertyDescriptor(process, 'platform') ?? {}
  Object.defineProperty(process, 'platform', { ...own, value: platform })
  onTestFinished(() => void Object.defineProperty(process, 'platform', own))
}

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
 * Until the test ends, a folder is as on a Mac: names lead to their files in any case and Unicode form; only `realpath.native` tells
 * how the disk spells them; and no descriptor tells the path of its file.
 */
export function emulateMacDisk(folder: string): void {
  emulatePlatform('darwin')
  const { readdirSync, realpathSync, readlinkSync } = fs
  const spelled = (path: string) => spell(path, folder, readdirSync)
  const patched: Partial<Record<keyof typeof fs, unknown>> = {}
  for (const name of withPaths) {
    const own = fs[name] as (path: unknown, ...rest: unknown[]) => unknown
    patched[name] = (path: unknown, ...rest: unknown[]) =>
      own(typeof path === 'string' ? spelled(path) : path, ...rest)
  }
  const typed = (path: string) =>
    realpathSync(spelled(path)) === spelled(path) ? path : realpathSync(spelled(path))
  patched['realpathSync'] = Object.assign(typed, {
    native: (path: string) => realpathSync.native(spelled(path)),
  })
  patched['readlinkSync'] = (path: string) => readlinkSync(path.replace('/proc/self/fd', '/dev/null'))
  replaceFunctions(patched)
}

/**
 * Until the test ends, the process is on Windows, where another program has a file open for a while: it can be neither made nor
 * replaced, the given number of times.
 */
export function emulateOpenFile(file: string, times: number): void {
  emulatePlatform('win32')
  let left = times
  const guarded = (name: 'renameSync' | 'writeFileSync') => {
    const own = fs[name] as (...given: unknown[]) => unknown
    return (...given: unknown[]) => {
      if (!given.includes(file) || left === 0) return own(...given)
      left -= 1
      throw Object.assign(new Error(`EPERM: operation not permitted, ${file}`), { code: 'EPERM' })
    }
  }
  replaceFunctions({ renameSync: guarded('renameSync'), writeFileSync: guarded('writeFileSync') })
}

function replaceFunctions(patched: Partial<Record<keyof typeof fs, unknown>>): void {
  const before = Object.fromEntries(Object.keys(patched).map((name) => [name, fs[name as keyof typeof fs]]))
  Object.assign(fs, patched)
  syncBuiltinESMExports()
  onTestFinished(() => {
    Object.assign(fs, before)
    syncBuiltinESMExports()
  })
}

/** A path below the folder as the disk spells it, as far as it exists. */
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
