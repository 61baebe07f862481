import fs from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { onTestFinished } from 'vitest'

/** Emulates another platform until the test ends. Paths do not change. */
export function emulatePlatform(platform: NodeJS.Platform): void {
  const original = Object.getOwnPropertyDescriptor(process, 'platform') ?? {}
  Object.defineProperty(process, 'platform', { ...original, value: platform })
  onTestFinished(() => void Object.defineProperty(process, 'platform', original))
}

/** Replaces functions of `node:fs` until the test ends. */
export function replaceFileFunctions(patched: Partial<Record<keyof typeof fs, unknown>>): void {
  const before = Object.fromEntries(Object.keys(patched).map((name) => [name, fs[name as keyof typeof fs]]))
  Object.assign(fs, patched)
  syncBuiltinESMExports()
  onTestFinished(() => {
    Object.assign(fs, before)
    syncBuiltinESMExports()
  })
}
