import { expect, it } from 'vitest'
import { isRunnable } from './follow-fix.js'

it.each(['recallite doctor --repair', "mv '/a b/memory.sqlite' /c", 'rm /tmp/x.lock'])(
  'follows %s',
  (fix) => {
    expect(isRunnable(fix)).toBe(true)
  },
)

it.each([
  'recallite index FOLDER',
  'npm install --global recallite',
  'recallite x; rm -rf y',
  'rm $(ls)',
  'df -h',
])('leaves %s to the user', (fix) => {
  expect(isRunnable(fix)).toBe(false)
})
