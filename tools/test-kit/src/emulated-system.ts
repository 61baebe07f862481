import fs from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { onTestFinished } from 'vitest'

/** Until the test ends, the process says that it runs on another platform. Paths keep their form. */
export function emulatePlatform(platform: NodeJS.Platform): void {
  const own = Object.getOwnPropertyDescriptor(process, 'platform') ?? {}
  Object.defineProperty(process, 'platform', { ...own, value: platform })
  onTestFinished(() => void Object.defineProperty(process, 'platform', own))
}

/** Until the test ends, these functions stand in the place of those of `node:fs`. */
export function replaceFileFunctions(patched: Partial<Record<keyof typeof fs, unknown>>): void {
  const before = Object.fromEntries(Object.keys(patched).map((name) => [name, fs[name as keyof typeof fs]]))
  Object.assign(fs, patched)
  syncBuiltinESMExports()
  onTestFinished(() => {
    Object.assign(fs, before)
    syncBuiltinESMExports()
  })
}
