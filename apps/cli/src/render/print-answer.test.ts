import { describe, expect, it } from 'vitest'
import { outputFormat } from './print-answer.js'

describe('outputFormat', () => {
  it.each([
    [{}, 'text'],
    [{ json: true }, 'json'],
    [{ json: true, format: 'json' as const, explain: true }, 'json'],
    [{ format: 'md' as const }, 'md'],
  ])('takes %j for %s', (flags, format) => {
    expect(outputFormat(flags)).toBe(format)
  })

  it.each([
    [{ json: true, format: 'md' as const }, '--json and --format md contradict'],
    [{ json: true, format: 'text' as const }, '--json and --format text contradict'],
    [{ explain: true, format: 'files' as const }, '--explain is for'],
  ])('refuses %j', (flags, message) => {
    expect(() => outputFormat(flags)).toThrow(message)
  })
})
