import { fileURLToPath } from 'node:url'
import { retrieverConformance } from '@recallite/core/conformance'
import { createMemory } from '@recallite/core'
import { openSqliteStore } from '@recallite/store-sqlite'
import { runProcess } from '@recallite/test-kit'
import { describe, expect, it, onTestFinished } from 'vitest'
import { retriever } from './by-file-name.js'

const program = fileURLToPath(new URL('index.js', import.meta.url))
const notes = fileURLToPath(new URL('../memory', import.meta.url))

it('finds a note by a part of its name, and shows the contribution of the retriever', async () => {
  const { stdout, stderr, exitCode } = await runProcess([program, 'signed-tok'])
  expect([exitCode, stderr]).toEqual([0, ''])
  expect(stdout).toContain('auth-signed-tokens.md')
  expect(stdout).toMatch(/file-name: rank \d, weight 0\.\d+, adds 0\.[1-9]/)
})

describe('the retriever', () => {
  it.each(
    retrieverConformance(async () => {
      const store = await openSqliteStore({ path: ':memory:' })
      const memory = createMemory({ store, sources: [notes] })
      onTestFinished(() => memory.close())
      await memory.sync()
      return { retriever, store, query: 'auth' }
    }),
  )('$name', async ({ run }) => expect(await run()).toBeUndefined())
})
