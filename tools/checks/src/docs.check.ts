import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { temporaryFolder } from '@recallite/test-kit'
import { expect, it } from 'vitest'
import { run, tool } from './run-tool.js'
import { publishedPackages } from './workspace.js'

const libraries = publishedPackages().filter(({ manifest }) => manifest.exports?.['.'] !== undefined)

it('every export of every library has a doc comment', async () => {
  const names = libraries.flatMap(({ manifest }) => ['--packagesRequiringDocumentation', manifest.name])
  const json = join(temporaryFolder(), 'docs.json')
  const { output, exitCode } = await run([tool('typedoc'), '--json', json, ...names])
  const lines = stripVTControlCharacters(output).split('\n')
  expect(lines.filter((line) => /^\[(?:warning|error)\]/.test(line))).toEqual([])
  expect(exitCode).toBe(0)
  const modules: { children?: unknown[] }[] = JSON.parse(readFileSync(json, 'utf8')).children
  expect(modules.length).toBeGreaterThanOrEqual(libraries.length)
  expect(modules.flatMap(({ children }) => children ?? []).length).toBeGreaterThan(100)
})
