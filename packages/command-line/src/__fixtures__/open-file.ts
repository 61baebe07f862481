import fs from 'node:fs'
import { emulatePlatform, replaceFileFunctions } from '@recallite/test-kit'

/**
 * Until the test ends, emulates Windows with another program that has the file open: it cannot be created or replaced the given
 * number of times.
 */
export function emulateOpenFile(file: string, times: number): void {
  emulatePlatform('win32')
  let left = times
  const guarded = (name: 'renameSync' | 'writeFileSync') => {
    const original = fs[name] as (...given: unknown[]) => unknown
    return (...given: unknown[]) => {
      if (!given.includes(file) || left === 0) return original(...given)
      left -= 1
      throw Object.assign(new Error(`EPERM: operation not permitted, ${file}`), { code: 'EPERM' })
    }
  }
  replaceFileFunctions({ renameSync: guarded('renameSync'), writeFileSync: guarded('writeFileSync') })
}
