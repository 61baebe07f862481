import { expect, it } from 'vitest'
import { recalliteCommand } from './finding.js'

it('a suggested command uses the same memory', () => {
  expect(recalliteCommand('index', { db: 'my notes.sqlite', agent: 'scout' })).toBe(
    "recallite index --db 'my notes.sqlite' --agent scout",
  )
  expect(recalliteCommand('index', {})).toBe('recallite index')
})
