import { mkdirSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { temporaryFolder } from '@recallite/test-kit'
import { expect, it } from 'vitest'
import { failureOf } from '../__fixtures__/failure-of.js'
import { readSuite } from './read-suite.js'
import { writeOurLayout } from './write-our-layout.js'

it('leaves no suite behind where the queries cannot be written', () => {
  const out = join(temporaryFolder(), 'suite')
  const suite = { name: 'notes', description: '', queries: [] }
  const failure = failureOf(() =>
    writeOurLayout(out, suite, (folder) => {
      mkdirSync(join(folder, 'corpus'))
      mkdirSync(join(folder, 'queries.jsonl'))
      return { pointer: undefined, pathOf: (document) => document }
    }),
  )
  expect(failure).toMatchObject({ code: 'USAGE' })
  expect(readdirSync(out)).toEqual(['corpus', 'queries.jsonl'])
  expect(failureOf(() => readSuite(out))).toMatchObject({ code: 'SUITE_NOT_FOUND' })
})
