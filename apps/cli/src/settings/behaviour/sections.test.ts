import { existsSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { sectionOf } from '../__fixtures__/prove-settings.js'
import { settingKeys } from '@recallite/settings'

const sections = [...new Set(settingKeys.map(sectionOf))]

describe('the proofs that settings change behaviour', () => {
  it.each(sections)('are there for section %s, in the file of that name', (section) => {
    const names = [`${section}.test.ts`, `${section}.slow.test.ts`]
    expect(names.some((name) => existsSync(new URL(name, import.meta.url)))).toBe(true)
  })
})
