import { join } from 'node:path'
import { emulatePlatform } from '@recallite/test-kit'
import { expect, it } from 'vitest'
import { databasePath } from './memory-location.js'

it('a memory has no name that Windows keeps for a device', () => {
  const paths = ['NUL', 'com1', 'console'].map((agent) => () => databasePath({ agent, home: '/home' }))
  expect(paths.map((path) => path())).toContain(join('/home/.recallite/memory/NUL.sqlite'))
  emulatePlatform('win32')
  const refused = expect.objectContaining({ code: 'USAGE', message: expect.stringContaining('for a device') })
  for (const path of paths.slice(0, 2)) expect(path).toThrow(refused)
  expect(paths[2]).not.toThrow()
})
