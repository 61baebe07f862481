import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { temporaryFolder } from '@recallite/test-kit'
import { expect, it } from 'vitest'
import { assertPage } from './page.js'

const dist = join(import.meta.dirname, '../../dist')
const filesOfPage = readdirSync(join(dist, 'ui'))
const textOf = (name: string) => readFileSync(join(dist, name), 'utf8')

it('the page is three files of at most 150 kB compressed, which name no other host', () => {
  expect(filesOfPage.toSorted()).toEqual(['app.css', 'app.js', 'index.html'])
  const texts = filesOfPage.map((name) => textOf(`ui/${name}`))
  const bytes = texts.reduce((sum, text) => sum + gzipSync(text, { level: 9 }).length, 0)
  expect(bytes).toBeLessThanOrEqual(150_000)
  // The policy forbids them too; names of XML namespaces are not requested.
  const addresses = texts.flatMap(
    (text) => text.match(/(?:https?:)?\/\/[a-z0-9-]+(?:\.[a-z0-9-]+)+/giu) ?? [],
  )
  expect(addresses.filter((address) => !address.includes('//www.w3.org'))).toEqual([])
})

it('the page lists its dependencies with their licenses, and the program does not contain them', () => {
  const notices = textOf('third-party-notices.txt')
  for (const name of ['preact', '@preact/signals', '@preact/signals-core', 'uplot'])
    expect(notices).toMatch(new RegExp(`^${name} \\d+\\.\\d+\\.\\d+\\n`, 'mu'))
  expect(textOf('program.cjs')).not.toContain('preact')
})

it('a missing page is an error with a code and advice', () => {
  const folder = temporaryFolder()
  expect(() => assertPage(folder)).not.toThrow()
  expect(() => assertPage(join(folder, 'ui'))).toThrow(
    expect.objectContaining({
      code: 'PAGE_MISSING',
      message: expect.stringMatching(/npm install --global/u),
    }),
  )
})
