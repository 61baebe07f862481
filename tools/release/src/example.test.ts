import { temporaryFolder } from '@recallite/test-kit'
import { expect, it } from 'vitest'
import { runExample } from './example.ts'

it.each([
  ['const two: number = 2\nconsole.log(two)', /^2$/mu, /^done$/u],
  ["throw new Error('no key')", /(?:)/u, /ended with 1:[^]*no key/u],
  ["console.log('no key')", /^2$/mu, /does not print[^]*no key/u],
])('%j must print %s: %s', async (code, shows, outcome) => {
  const example = { code, isProgram: false, project: temporaryFolder(), env: { PATH: process.env.PATH } }
  expect(await runExample(example, shows).then(() => 'done', String)).toMatch(outcome)
})
