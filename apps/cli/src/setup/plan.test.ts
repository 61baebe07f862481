import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { temporaryFolder } from '@recallite/test-kit'
import { expect, it } from 'vitest'
import { writeSettings } from './plan.js'

const wanted = { provider: 'local', model: 'all-MiniLM-L6-v2.q8_0' }

it.each([
  ['config.yaml', undefined, 'provider: local\nmodel: all-MiniLM-L6-v2.q8_0\n'],
  ['config.yaml', '', 'provider: local\nmodel: all-MiniLM-L6-v2.q8_0\n'],
  [
    'config.yaml',
    '# Mine\nprovider: openai # paid\nquery:\n  maxResults: 5\n',
    '# Mine\nprovider: local # paid\nquery:\n  maxResults: 5\nmodel: all-MiniLM-L6-v2.q8_0\n',
  ],
  [
    'config.json',
    '{ "query": { "maxResults": 5 } }',
    '{\n  "query": {\n    "maxResults": 5\n  },\n  "provider": "local",\n  "model": "all-MiniLM-L6-v2.q8_0"\n}\n',
  ],
])('writes into %s with %j and keeps the rest', (name, before, after) => {
  const file = join(temporaryFolder(), '.recallite', name)
  if (before !== undefined) {
    mkdirSync(dirname(file))
    writeFileSync(file, before)
  }
  expect(writeSettings(file, wanted)).toBe(true)
  expect(readFileSync(file, 'utf8')).toBe(after)
  expect(writeSettings(file, wanted)).toBe(false)
})
