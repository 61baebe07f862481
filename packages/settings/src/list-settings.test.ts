import { describe, expect, it } from 'vitest'
import { withReferences } from './resolve-settings.js'
import type { Plain } from './schemas/schema.js'

describe('what is shown of a value', () => {
  it.each<[Plain, Plain, Plain]>([
    ['/h/sk-canary', '${NAME}', '${NAME}'],
    ['/h/a', '~/a', '/h/a'],
    ['/${x}', '/$${x}', '/${x}'],
    [
      ['/h/a', '/h/sk-canary'],
      ['./a', './${NAME}'],
      ['/h/a', './${NAME}'],
    ],
    [
      [{ provider: 'local', model: '/sk-canary/m' }],
      [{ model: '/${NAME}/m', provider: 'local' }],
      [{ provider: 'local', model: '/${NAME}/m' }],
    ],
    [15, '15s', 15],
    [['a'], 'a', ['a']],
  ])('%j of %j is %j', (shown, written, expected) => {
    const answer = withReferences(shown, written)
    expect(answer).toEqual(expected)
    expect(JSON.stringify(answer)).not.toContain('canary')
  })

  it('is the value itself where no file has it', () => {
    expect(withReferences('${NAME}', undefined)).toBe('${NAME}')
  })
})
