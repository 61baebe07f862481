import { setTimeout } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { asQuestion, countQuestions, untilNoQuestions } from './questions.js'

describe('a question', () => {
  it('has priority while any question is running', async () => {
    const count = countQuestions()
    const [first, second] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const asking = [asQuestion(count, () => first.promise), asQuestion(count, () => second.promise)]
    let isOver = false
    const waiting = untilNoQuestions(count, 60_000).then(() => (isOver = true))
    first.resolve()
    await setTimeout(30)
    expect(isOver).toBe(false)
    second.resolve()
    await Promise.all([...asking, waiting])
  })

  it('is waited for until the maximum', async () => {
    const count = countQuestions()
    const never = Promise.withResolvers<void>()
    const asking = asQuestion(count, () => never.promise)
    await expect(untilNoQuestions(count, 5)).resolves.toBeUndefined()
    never.resolve()
    await asking
  })

  it('may fail, which ends the wait', async () => {
    const count = countQuestions()
    await expect(asQuestion(count, () => Promise.reject(new Error('no')))).rejects.toThrow('no')
    await untilNoQuestions(count, 60_000)
  })
})
