import { describe, expect, it } from 'vitest'
import { gradeOf } from './run.js'

describe('gradeOf', () => {
  it('is that of the judgement', () => {
    expect(gradeOf({ grades: { 'a.md': 2, 'b.md': 0 } }, 'a.md')).toBe(2)
    expect(gradeOf({ grades: JSON.parse('{"__proto__":3,"constructor":1}') }, '__proto__')).toBe(3)
  })

  it.each(['b.md', 'constructor', 'toString', '__proto__', 'valueOf'])(
    'is 0 where nobody judged: %s',
    (id) => {
      expect(gradeOf({ grades: { 'a.md': 1 } }, id)).toBe(0)
    },
  )
})
