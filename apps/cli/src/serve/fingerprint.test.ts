import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { temporaryFolder } from '@recallite/test-kit'
import { describe, expect, it } from 'vitest'
import { locateMemory } from '../open/memory-location.js'
import type { FlagSettings, Variables } from '@recallite/settings'
import { readSettings } from '@recallite/settings'
import { fingerprintOf } from './fingerprint.js'

async function printsIn() {
  const home = temporaryFolder()
  const cwd = join(home, 'work')
  mkdirSync(cwd)
  return async (
    variables: Variables = {},
    { flags, offline }: { flags?: FlagSettings; offline?: boolean } = {},
  ) => {
    const read = await readSettings({ cwd, variables: { HOME: home, ...variables }, ...(flags && { flags }) })
    return fingerprintOf(await locateMemory({}, read), offline === undefined ? {} : { offline })
  }
}

describe('the fingerprint of settings', () => {
  it('is the same for the same settings, and reveals nothing', async () => {
    const print = await printsIn()
    expect(await print()).toBe(await print())
    expect(await print({ OPENAI_API_KEY: 'CANARY' })).toMatch(/^[\da-f]{64}$/)
  })

  it('differs with every setting', async () => {
    const print = await printsIn()
    const prints = await Promise.all([
      print(),
      print({}, { offline: true }),
      print({}, { flags: { provider: 'none' } }),
      print({ RECALLITE_PROVIDER: 'gemini' }),
      print({}, { flags: { model: 'other.gguf' } }),
      print({}, { flags: { 'store.path': '/elsewhere.sqlite' } }),
      print({ OPENAI_API_KEY: 'one' }),
      print({ OPENAI_API_KEY: 'two' }),
      print({ RECALLITE_QUERY_MAX_RESULTS: '3' }),
      print({ RECALLITE_QUERY_MIN_SCORE: '0.1' }),
      print({ RECALLITE_CHUNKING_TOKENS: '200' }),
      print({ RECALLITE_STORE_VECTOR_ENABLED: 'false' }),
      print({ RECALLITE_UPDATE_ON_BOOT: 'false' }),
      print({ RECALLITE_EXTRA_PATHS: '/somewhere' }),
    ])
    // The path identifies the database.
    expect(new Set(prints).size).toBe(prints.length - 1)
  })
})
