import { expect, it } from 'vitest'
import { ownCommand } from './finding.js'

it('a command of the program is about the same memory', () => {
  expect(ownCommand('index', { db: 'my notes.sqlite', agent: 'scout' })).toBe(
    "recallite index --db 'my notes.sqlite' --agent scout",
  )
  expect(ownCommand('index', {})).toBe('recallite index')
})
