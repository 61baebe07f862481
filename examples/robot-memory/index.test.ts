import { fileURLToPath } from 'node:url'
import { runProcess } from '@recallite/test-kit'
import { expect, it } from 'vitest'

const program = fileURLToPath(new URL('index.js', import.meta.url))

it('C11, C12: a robot recalls by question, parameters, location and session', async () => {
  const { stdout, stderr, exitCode } = await runProcess([program])
  expect([exitCode, stderr]).toEqual([0, ''])
  const [said, ...parts] = stdout.trim().split('\n\n')
  expect(said).toBe('Remembered twice: duplicate, the same content')
  const recalled = Object.fromEntries(
    parts.map((part) => {
      const [title = '', ...lines] = part.split('\n')
      return [title, lines.map((line) => /glass|paper|metal|slips when/u.exec(line)?.[0])]
    }),
  )
  expect(recalled['Recalled']?.toSorted()).toEqual(['glass', 'metal', 'paper'])
  expect(recalled['What worked with less than 13 N']?.toSorted()).toEqual(['glass', 'metal'])
  expect(recalled['Nearest to the door']).toEqual(['metal', 'glass', 'paper'])
  expect(recalled['The first session']).toEqual(['glass', 'paper', 'slips when'])
  expect(stdout).toContain('took 9 N. (0.40 m away)')
})
